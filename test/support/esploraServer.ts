/** The API of an Esplora server over a chain of a test, and the lies of a dishonest one. */

import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RawTx } from '@scure/btc-signer';
import { addressOfScript } from '../../engine/bridge/btc/address.js';
import { type MinedBlock, merkleOf, type ServedChain, shown } from './bitcoinChain.js';

export const LIES = [
  'amount',
  'recipient',
  'height',
  'tip',
  'other raw bytes',
  'not in best chain',
  'garbage JSON',
  'endless answer',
  'slow',
  'HTTP 500',
] as const;
export type Lie = (typeof LIES)[number];

type Document = Record<string, unknown>;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

interface Shape {
  readonly inputs: readonly { readonly txid: Uint8Array; readonly index: number }[];
  readonly outputs: readonly { readonly amount: bigint; readonly script: Uint8Array }[];
}

export const shapeOf = (raw: Uint8Array): Shape => RawTx.decode(raw) as unknown as Shape;

const outputJson = ({ amount, script }: Shape['outputs'][number]): Document => ({
  scriptpubkey: hex(script),
  ...(script[0] === 0x6a
    ? { scriptpubkey_type: 'op_return' }
    : { scriptpubkey_type: 'v0_p2wpkh', scriptpubkey_address: addressOfScript(script, 'regtest') }),
  value: Number(amount),
});

/** GET /tx/:txid of an honest server. */
export function transactionJson(chain: ServedChain, id: string): Document | undefined {
  const found = chain.find(id);
  if (!found) return undefined;
  const { inputs, outputs } = shapeOf(found.raw);
  const isCoinbase = found.position === 0;
  let spent = 0n;
  const vin = inputs.map(({ txid, index }) => {
    if (isCoinbase) return { txid: hex(txid), vout: index, is_coinbase: true, prevout: null };
    const previous = chain.find(hex(txid));
    const output = previous && shapeOf(previous.raw).outputs[index];
    if (!output) throw new Error('a transaction of the test spends nothing');
    spent += output.amount;
    return { txid: hex(txid), vout: index, is_coinbase: false, prevout: outputJson(output) };
  });
  const paid = outputs.reduce((sum, { amount }) => sum + amount, 0n);
  return {
    ...{ txid: id, version: 2, locktime: 0, vin, vout: outputs.map(outputJson), size: found.raw.length },
    fee: isCoinbase ? 0 : Number(spent - paid),
    status: { confirmed: true, block_height: found.block.height, block_hash: found.block.hash },
  };
}

const blockJson = ({ height, hash, header }: MinedBlock): Document => ({
  ...{ id: hash, height, version: header.readUInt32LE(0), timestamp: header.readUInt32LE(68) },
  ...{ bits: header.readUInt32LE(72), nonce: header.readUInt32LE(76) },
  merkle_root: shown(header.subarray(36, 68)),
  previousblockhash: height === 0 ? null : shown(header.subarray(4, 36)),
});

export class EsploraServer {
  lie: Lie | undefined;
  /** Paths that were asked for. */
  readonly paths: string[] = [];
  /** Transactions of a page; a server of its own has 25. */
  readonly pageLength = 25;

  private constructor(
    public chain: ServedChain,
    private readonly server: Server,
  ) {}

  static async start(chain: ServedChain): Promise<EsploraServer> {
    const server = createServer((request, response) => served.answer(request.url ?? '/', response));
    const served = new EsploraServer(chain, server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return served;
  }

  get base(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/api`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(url: string, response: ServerResponse): void {
    const path = url.replace(/^\/api/, '');
    this.paths.push(path);
    if (this.lie === 'HTTP 500') response.writeHead(500).end('no');
    else if (this.lie === 'garbage JSON') response.end('{"txid":[');
    else if (this.lie === 'endless answer') this.#endless(response);
    // Never: the client has to give up.
    else if (this.lie !== 'slow') this.#route(path, response);
  }

  /** Goes on as long as somebody reads. */
  #endless(response: ServerResponse): void {
    const chunk = Buffer.alloc(64 << 10, 0x20);
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  }

  #route(path: string, response: ServerResponse): void {
    const answer = this.#answerTo(path.split('/').slice(1));
    if (answer === undefined) response.writeHead(404).end('not found');
    else response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  }

  #answerTo([room, name = '', part, extra, last]: readonly string[]):
    | string
    | Document
    | readonly Document[]
    | undefined {
    if (room === 'tx') return this.#transaction(name, part);
    if (room === 'blocks' && name === 'tip') return String(this.chain.tip.height + (this.lie === 'tip' ? 7 : 0));
    if (room === 'blocks')
      return this.chain.blocks
        .slice(0, Number(name) + 1)
        .slice(-10)
        .reverse()
        .map(blockJson);
    if (room === 'block-height') return this.chain.blocks[Number(name)]?.hash;
    if (room === 'block') return this.#block(name, part, extra);
    if (room === 'address' && part === undefined) return this.#balance(name);
    return room === 'address' ? this.#address(name, extra === 'chain' ? last : undefined) : undefined;
  }

  #transaction(id: string, part: string | undefined): string | Document | undefined {
    const found = this.chain.find(id);
    if (!found) return undefined;
    if (part === 'hex') {
      const other = this.lie === 'other raw bytes' ? this.chain.blocks[0]?.transactions[0]?.raw : undefined;
      return hex(other ?? found.raw);
    }
    if (part === 'merkle-proof')
      return { block_height: found.block.height, merkle: merkleOf(found.block, found.position), pos: found.position };
    const json = transactionJson(this.chain, id);
    return json && this.#twisted(json);
  }

  /** What a liar changes in a transaction. */
  #twisted(json: Document): Document {
    const vout = json.vout as Document[];
    const status = json.status as Document;
    if (this.lie === 'amount')
      for (const output of vout) if (output.value !== 0) output.value = Number(output.value) + 1;
    if (this.lie === 'recipient')
      for (const output of vout) {
        const script = String(output.scriptpubkey);
        if (script.startsWith('6a')) output.scriptpubkey = script.slice(0, -2) + hex(Buffer.from('q'));
      }
    if (this.lie === 'height') status.block_height = Number(status.block_height) - 5;
    return json;
  }

  #block(hash: string, part: string | undefined, extra: string | undefined): string | Document | undefined {
    const block = this.chain.blocks.find((other) => other.hash === hash);
    if (part === 'status')
      return block && this.lie !== 'not in best chain'
        ? { in_best_chain: true, height: block.height - (this.lie === 'height' ? 5 : 0), next_best: null }
        : { in_best_chain: false, next_best: null };
    return part === 'txid' ? block?.transactions[Number(extra)]?.id : undefined;
  }

  /** Coins of an address. */
  #balance(address: string): Document {
    const all = this.chain.blocks.flatMap(({ transactions }) => transactions);
    const isOwn = (script: Uint8Array): boolean => addressOfScript(script, 'regtest') === address;
    let [funded, spent] = [0, 0];
    for (const { raw } of all) {
      const { inputs, outputs } = shapeOf(raw);
      for (const { amount, script } of outputs) if (isOwn(script)) funded += Number(amount);
      for (const { txid, index } of inputs) {
        const previous = this.chain.find(hex(txid));
        const output = previous && shapeOf(previous.raw).outputs[index];
        if (output && isOwn(output.script)) spent += Number(output.amount);
      }
    }
    return { address, chain_stats: { funded_txo_sum: funded + (this.lie === 'amount' ? 1 : 0), spent_txo_sum: spent } };
  }

  /** Confirmed transactions with an output to an address, the newest first. */
  #address(address: string, after: string | undefined): readonly Document[] {
    const all = this.chain.blocks
      .toReversed()
      .flatMap(({ transactions }) => transactions.toReversed())
      .filter(({ raw }) => shapeOf(raw).outputs.some(({ script }) => addressOfScript(script, 'regtest') === address));
    const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
    return all.slice(start, start + this.pageLength).map(({ id }) => transactionJson(this.chain, id) as Document);
  }
}
