/** A process with a full node of Bitcoin's regtest (bcoin 1.0.2), in memory, without peers.
 *
 *  Takes orders over IPC, one at a time, and answers each with its number. `mine`: so many blocks to a witness program (hex), on the tip or on the block
 *  of a height, with the transactions that wait when it is on the tip; `submit`: a raw transaction into its mempool; `blocks`: all blocks of the best chain
 *  from a height on. It ends with the process that has started it. */

import Module from 'node:module';
import { requireBitcoin } from './packages.js';

interface RawBlock {
  hash(): Buffer;
  toRaw(): Buffer;
  readonly txs: readonly { toRaw(): Buffer }[];
}

interface Entry {
  readonly hash: Buffer;
  readonly height: number;
}

interface BcoinNode {
  open(): Promise<void>;
  readonly chain: {
    readonly height: number;
    readonly tip: Entry;
    add(block: RawBlock): Promise<Entry | null>;
    getEntry(height: number): Promise<Entry>;
    getBlock(height: number): Promise<RawBlock>;
  };
  readonly miner: { addresses: unknown[]; mineBlock(tip?: Entry): Promise<RawBlock> };
  readonly mempool: { addTX(transaction: unknown): Promise<unknown> };
}

interface Bcoin {
  readonly FullNode: new (options: Readonly<Record<string, unknown>>) => BcoinNode;
  readonly Address: { fromProgram(version: number, program: Buffer): unknown };
  readonly TX: { fromRaw(bytes: Buffer): unknown };
}

export interface RegtestBlock {
  readonly header: string;
  readonly transactions: readonly string[];
}

export type RegtestOrder =
  | { readonly mine: number; readonly program: string; readonly on?: number }
  | { readonly submit: string }
  | { readonly blocks: number };

/** It loads the binding of a database that it does not use in memory, and that has no binary without install scripts. */
function withoutDatabase(): void {
  const loader = Module as unknown as { _load(name: string, ...more: unknown[]): unknown };
  const load = loader._load;
  loader._load = (name, ...more) => (name === 'leveldown' ? class {} : load.call(loader, name, ...more));
}

async function mine(bcoin: Bcoin, node: BcoinNode, count: number, program: string, on?: number): Promise<void> {
  node.miner.addresses = [bcoin.Address.fromProgram(0, Buffer.from(program, 'hex'))];
  let tip = on === undefined ? undefined : await node.chain.getEntry(on);
  for (let mined = 0; mined < count; mined++) {
    const entry = await node.chain.add(await node.miner.mineBlock(tip));
    if (!entry) throw new Error('the node refuses its own block');
    if (tip !== undefined) tip = entry;
  }
}

async function blocks({ chain }: BcoinNode, from: number): Promise<readonly RegtestBlock[]> {
  const all: RegtestBlock[] = [];
  for (let height = from; height <= chain.height; height++) {
    const block = await chain.getBlock(height);
    const transactions = block.txs.map((transaction) => transaction.toRaw().toString('hex'));
    all.push({ header: block.toRaw().toString('hex', 0, 80), transactions });
  }
  return all;
}

async function run(bcoin: Bcoin, node: BcoinNode, order: RegtestOrder): Promise<unknown> {
  if ('mine' in order) await mine(bcoin, node, order.mine, order.program, order.on);
  else if ('submit' in order) await node.mempool.addTX(bcoin.TX.fromRaw(Buffer.from(order.submit, 'hex')));
  else return blocks(node, order.blocks);
  return node.chain.height;
}

process.env.NODE_BACKEND = 'js';
process.once('disconnect', () => process.exit(0));
withoutDatabase();
const bcoin = requireBitcoin('bcoin') as Bcoin;
const node = new bcoin.FullNode({
  ...{ network: 'regtest', memory: true, workers: false, listen: false, noAuth: true },
  ...{ indexTX: false, indexAddress: false, logConsole: false, logFile: false },
});
await node.open();
process.on('message', ({ number, order }: { number: number; order: RegtestOrder }) => {
  run(bcoin, node, order).then(
    (value) => process.send?.({ number, value }),
    (error: unknown) => process.send?.({ number, error: String(error) }),
  );
});
process.send?.({ number: 0 });
