/** A small chain of Bitcoin at the difficulty of regtest: blocks with proof of work, Merkle trees, transactions. Written apart from the
 *  engine's reader; transactions are serialised by @scure/btc-signer. */

import { createHash } from 'node:crypto';
import { Address, OutScript, p2wpkh, RawTx, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';

export const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' };
const BITS = 0x207fffff;
const TARGET = 0x7fffffn << (8n * 29n);

export const dsha = (bytes: Uint8Array): Buffer =>
  createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest();
export const shown = (hash: Uint8Array): string => Buffer.from(hash).reverse().toString('hex');

export interface MinedTransaction {
  readonly id: string;
  readonly raw: Uint8Array;
}

export interface MinedBlock {
  readonly height: number;
  readonly header: Buffer;
  readonly hash: string;
  readonly transactions: readonly MinedTransaction[];
}

/** Strips the witness to hash, with the library's own coder. */
export function mined(raw: Uint8Array): MinedTransaction {
  const parsed = RawTx.decode(raw);
  const stripped = RawTx.encode({ ...parsed, segwitFlag: undefined, witnesses: undefined } as never);
  return { id: shown(dsha(stripped)), raw };
}

/** All levels of a Merkle tree, leaves first. */
function levelsOf(leaves: readonly Uint8Array[]): Uint8Array[][] {
  const levels = [[...leaves]];
  for (let level = levels[0] as Uint8Array[]; level.length > 1; ) {
    const pairs = Array.from({ length: Math.ceil(level.length / 2) }, (_, pair) => [
      level[2 * pair] as Uint8Array,
      level[2 * pair + 1] ?? (level[2 * pair] as Uint8Array),
    ]);
    level = pairs.map((pair) => dsha(Buffer.concat(pair)));
    levels.push(level);
  }
  return levels;
}

const leavesOf = (transactions: readonly MinedTransaction[]): Uint8Array[] =>
  transactions.map(({ id }) => Buffer.from(id, 'hex').reverse());

/** Siblings as Esplora shows them. */
export function merkleOf({ transactions }: MinedBlock, position: number): string[] {
  let index = position;
  return levelsOf(leavesOf(transactions))
    .slice(0, -1)
    .map((level) => {
      const sibling = level[index ^ 1] ?? (level[index] as Uint8Array);
      index >>= 1;
      return shown(sibling);
    });
}

/** Searches a nonce. */
export function worked(header: Buffer): Buffer {
  for (let nonce = 0; ; nonce++) {
    header.writeUInt32LE(nonce, 76);
    if (BigInt(`0x${shown(dsha(header))}`) <= TARGET) return header;
  }
}

/** A key with its pay-to-witness-key-hash script. */
export interface Wallet {
  readonly key: Uint8Array;
  readonly script: Uint8Array;
  readonly address: string;
}

export function walletOf(seed: string): Wallet {
  const key = new Uint8Array(createHash('sha256').update(seed).digest());
  const { script, address } = p2wpkh(pubECDSA(key, true), REGTEST);
  return { key, script, address: address as string };
}

export const scriptFor = (address: string, network = REGTEST): Uint8Array =>
  OutScript.encode(Address(network).decode(address));

export interface Output {
  readonly script: Uint8Array;
  readonly value: bigint;
}

/** OP_RETURN with a push of the shortest form. */
export function opReturn(text: string | Uint8Array): Output {
  const data = Buffer.from(text as Uint8Array);
  const head =
    data.length <= 0x4b
      ? [0x6a, data.length]
      : data.length <= 0xff
        ? [0x6a, 0x4c, data.length]
        : [0x6a, 0x4d, data.length & 0xff, data.length >> 8];
  return { script: new Uint8Array([...head, ...data]), value: 0n };
}

export interface Coin extends Output {
  readonly id: string;
  readonly index: number;
}

/** A signed transaction of coins that one wallet owns. */
export function spend(wallet: Wallet, coins: readonly Coin[], outputs: readonly Output[]): MinedTransaction {
  const transaction = new Transaction({ allowUnknownOutputs: true, disableScriptCheck: true });
  for (const { id, index, script, value } of coins)
    transaction.addInput({ txid: id, index, witnessUtxo: { script, amount: value } });
  for (const { script, value } of outputs) transaction.addOutput({ script, amount: value });
  transaction.sign(wallet.key);
  transaction.finalize();
  return { id: transaction.id, raw: transaction.extract() };
}

export const coinOf = ({ id, raw }: MinedTransaction, index: number): Coin => {
  const { amount, script } = RawTx.decode(raw).outputs[index] as { amount: bigint; script: Uint8Array };
  return { id, index, value: amount, script };
};

export interface FoundTransaction {
  readonly block: MinedBlock;
  readonly position: number;
  readonly raw: Uint8Array;
}

/** What a server of the tests needs of a chain. */
export interface ServedChain {
  readonly blocks: readonly MinedBlock[];
  readonly tip: MinedBlock;
  find(id: string): FoundTransaction | undefined;
}

function findIn(blocks: readonly MinedBlock[], id: string): FoundTransaction | undefined {
  for (const block of blocks) {
    const position = block.transactions.findIndex((transaction) => transaction.id === id);
    const found = block.transactions[position];
    if (found) return { block, position, raw: found.raw };
  }
  return undefined;
}

/** Blocks that somebody else has mined. */
export const servedBlocks = (blocks: readonly MinedBlock[]): ServedChain => ({
  ...{ blocks, tip: blocks.at(-1) as MinedBlock },
  find: (id) => findIn(blocks, id),
});

export class BitcoinChain implements ServedChain {
  readonly blocks: MinedBlock[] = [];
  #coinbases = 0;

  constructor(readonly miner: Wallet) {
    this.mine();
  }

  get tip(): MinedBlock {
    return this.blocks.at(-1) as MinedBlock;
  }

  /** A chain that shares the blocks up to a height. */
  fork(height: number): BitcoinChain {
    const other = new BitcoinChain(this.miner);
    other.blocks.splice(0, other.blocks.length, ...this.blocks.slice(0, height + 1));
    other.#coinbases = this.#coinbases + 1_000;
    return other;
  }

  #coinbase(): MinedTransaction {
    const tag = Buffer.alloc(8);
    tag.writeUInt32LE(++this.#coinbases);
    const input = { txid: new Uint8Array(32), index: 0xffffffff, finalScriptSig: tag, sequence: 0xffffffff };
    const outputs = [{ amount: 5_000_000_000n, script: this.miner.script }];
    return mined(
      RawTx.encode({
        version: 2,
        segwitFlag: false,
        inputs: [input],
        outputs,
        witnesses: undefined,
        lockTime: 0,
      } as never),
    );
  }

  mine(transactions: readonly MinedTransaction[] = []): MinedBlock {
    const all = [this.#coinbase(), ...transactions];
    const height = this.blocks.length;
    const header = Buffer.alloc(80);
    header.writeUInt32LE(0x2000_0000, 0);
    if (height > 0) Buffer.from(this.tip.hash, 'hex').reverse().copy(header, 4);
    Buffer.from((levelsOf(leavesOf(all)).at(-1) as Uint8Array[])[0] as Uint8Array).copy(header, 36);
    header.writeUInt32LE(1_600_000_000 + 600 * height, 68);
    header.writeUInt32LE(BITS, 72);
    const block = { height, header: worked(header), hash: '', transactions: all };
    this.blocks.push({ ...block, hash: shown(dsha(block.header)) });
    return this.tip;
  }

  mineMany(count: number): void {
    for (let mined = 0; mined < count; mined++) this.mine();
  }

  find(id: string): FoundTransaction | undefined {
    return findIn(this.blocks, id);
  }
}
