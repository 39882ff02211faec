/** Headers, transactions, Merkle proofs and changes of target of Bitcoin's main network, from the test data of two packages:
 *  `test/constants.js` of @summa-tx/bitcoin-spv-sol 4.0.1 and `test/data/merkleblocks.js` of bitcore-lib 11.5.1. */

import type { MerkleProof } from '../../../engine/bridge/btc/merkle.js';
import { dsha } from '../bitcoinChain.js';
import { requireBitcoin } from './packages.js';

export interface MainnetHeader {
  readonly bytes: Uint8Array;
  /** As explorers show it. */
  readonly hash: string;
}

export interface MainnetProof {
  /** Id of a transaction, in the byte order of the tree. */
  readonly leaf: Uint8Array;
  readonly proof: MerkleProof;
  readonly root: Uint8Array;
}

export interface MainnetTransaction {
  readonly raw: Uint8Array;
  readonly id: string;
}

/** The first and the last header of a period of one target, and the header after it, at its height. */
export interface Retarget {
  readonly headers: readonly [MainnetHeader, MainnetHeader, MainnetHeader];
  readonly height: number;
}

export interface MainnetData {
  /** In their order, each on the one before. */
  readonly linked: readonly Uint8Array[];
  readonly headers: readonly MainnetHeader[];
  readonly proofs: readonly MainnetProof[];
  readonly transactions: readonly MainnetTransaction[];
  readonly retargets: readonly Retarget[];
}

interface SummaConstants {
  readonly OP_RETURN: Readonly<Record<'HEADER_CHAIN' | 'PROOF' | 'TX' | 'TXID_BE', string>> & {
    readonly PROOF_INDEX: number;
    readonly INDEXED_HEADERS: readonly { readonly HEADER: string; readonly DIGEST_BE: string }[];
  };
  readonly RETARGET_TUPLES: readonly (readonly {
    readonly hex: string;
    readonly hash: string;
    readonly height: number;
  }[])[];
}

interface MerkleBlock {
  readonly header: Readonly<Record<'hash' | 'prevHash' | 'merkleRoot', string>> &
    Readonly<Record<'version' | 'time' | 'bits' | 'nonce', number>>;
  readonly numTransactions: number;
  readonly hashes: readonly string[];
  readonly flags: readonly number[];
}

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replace(/^0x/, ''), 'hex'));
const split = (bytes: Uint8Array, length: number): Uint8Array[] =>
  Array.from({ length: bytes.length / length }, (_, at) => bytes.slice(at * length, (at + 1) * length));
const inTree = (hash: string): Uint8Array => bytesOf(hash).reverse();

interface Branch {
  readonly hash: Uint8Array;
  readonly matched: readonly {
    readonly leaf: Uint8Array;
    readonly position: number;
    readonly siblings: Uint8Array[];
  }[];
}

/** The transactions that a partial Merkle tree was made for, each with its proof (BIP 37, "Parsing a partial merkle tree object"). */
function matchedIn(
  { numTransactions, hashes, flags }: MerkleBlock,
  order: (hash: string) => Uint8Array,
): Branch['matched'] {
  let [bit, taken] = [0, 0];
  const nextBit = (): boolean => (((flags[bit >> 3] as number) >> (bit++ & 7)) & 1) === 1;
  const walk = (level: number, position: number): Branch => {
    const isParent = nextBit();
    if (level === 0 || !isParent) {
      const hash = order(hashes[taken++] as string);
      return { hash, matched: level === 0 && isParent ? [{ leaf: hash, position, siblings: [] }] : [] };
    }
    const width = Math.ceil(numTransactions / 2 ** (level - 1));
    const left = walk(level - 1, 2 * position);
    const right = 2 * position + 1 < width ? walk(level - 1, 2 * position + 1) : { hash: left.hash, matched: [] };
    for (const { siblings } of left.matched) siblings.push(right.hash);
    for (const { siblings } of right.matched) siblings.push(left.hash);
    return {
      hash: new Uint8Array(dsha(Buffer.concat([left.hash, right.hash]))),
      matched: [...left.matched, ...right.matched],
    };
  };
  return walk(Math.ceil(Math.log2(numTransactions)), 0).matched;
}

function headerOf({ header }: MerkleBlock): MainnetHeader {
  const bytes = Buffer.alloc(80);
  bytes.writeUInt32LE(header.version, 0);
  bytes.set(inTree(header.prevHash), 4);
  bytes.set(inTree(header.merkleRoot), 36);
  for (const [index, number] of [header.time, header.bits, header.nonce].entries())
    bytes.writeUInt32LE(number, 68 + 4 * index);
  return { bytes: new Uint8Array(bytes), hash: header.hash };
}

const summa = (): SummaConstants => requireBitcoin('@summa-tx/bitcoin-spv-sol/test/constants.js') as SummaConstants;

const merkleBlocks = () =>
  requireBitcoin('bitcore-lib/test/data/merkleblocks.js') as {
    readonly JSON: readonly MerkleBlock[];
    readonly TXHEX: readonly (readonly string[])[];
  };

const proofsOf = (block: MerkleBlock): readonly MainnetProof[] =>
  matchedIn(block, bytesOf).map(({ leaf, position, siblings }) => ({
    ...{ leaf, proof: { position, siblings } },
    root: inTree(block.header.merkleRoot),
  }));

export function mainnetData(): MainnetData {
  const { OP_RETURN, RETARGET_TUPLES } = summa();
  const { JSON: blocks, TXHEX } = merkleBlocks();
  const [firstHeader] = OP_RETURN.INDEXED_HEADERS;
  if (!firstHeader) throw new Error('no header');
  const retargets = RETARGET_TUPLES.map((tuple) => {
    const headers = tuple.map(({ hex, hash }) => ({ bytes: bytesOf(hex), hash }));
    return { headers: headers as unknown as Retarget['headers'], height: tuple[2]?.height ?? 0 };
  });
  const first = { bytes: bytesOf(firstHeader.HEADER), hash: firstHeader.DIGEST_BE.slice(2) };
  const named = [first, ...retargets.flatMap(({ headers }) => headers), ...blocks.map(headerOf)];
  // The raw transaction of the list is the one that its first block was asked for.
  const [matched] = proofsOf(blocks[0] as MerkleBlock);
  return {
    linked: split(bytesOf(OP_RETURN.HEADER_CHAIN), 80),
    headers: [...new Map(named.map((header) => [header.hash, header])).values()],
    proofs: [
      {
        ...{ leaf: inTree(OP_RETURN.TXID_BE), root: first.bytes.slice(36, 68) },
        proof: { position: OP_RETURN.PROOF_INDEX, siblings: split(bytesOf(OP_RETURN.PROOF), 32) },
      },
      ...blocks.flatMap(proofsOf),
    ],
    transactions: [
      { raw: bytesOf(OP_RETURN.TX), id: OP_RETURN.TXID_BE.slice(2) },
      {
        raw: bytesOf(TXHEX[0]?.[0] ?? ''),
        id: Buffer.from(matched?.leaf ?? new Uint8Array(0))
          .reverse()
          .toString('hex'),
      },
    ],
    retargets,
  };
}
