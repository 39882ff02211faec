/** Load on a live node: transfers signed beforehand, posted over a few connections, and what the node announced.
 *
 *  In: signed transfers. Out: answers, and the announcements received: of a transaction by the WebSocket or by its own
 *  route, of a block by the WebSocket. An announcement is a promise that no crash may break. */

import http from 'node:http';
import { BURN_ADDRESS } from '../../engine/crypto/address.js';
import type { Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { exchange, JSON_HEADERS, type Received } from '../support/httpClient.js';
import type { SeededRandom } from '../support/random.js';
import { number, type Signed, signedTransfer } from '../support/signedRequests.js';
import type { SigningActor } from '../support/transactions.js';
import { getJson } from './crashedChain.js';

/** Transfers between some accounts, every tenth to the burn address, every fourth with a priority fee. */
export function signTransfers(actors: readonly SigningActor[], count: number, random: SeededRandom): Signed[] {
  return Array.from({ length: count }, (_, index) => {
    const signer = random.pick(actors);
    const to = index % 10 === 9 ? BURN_ADDRESS : random.pick(actors.filter((actor) => actor !== signer)).address;
    const amount = `${random.between(0, 3)}.${random.between(1, 999_999_999)}`.replace(/0+$/, '');
    const fee = index % 4 === 3 ? { priority_fee: number(`0.0${random.between(1, 9)}`) } : {};
    return signedTransfer(signer, to, amount, fee);
  });
}

export const post = (url: string, body: string, agent?: http.Agent): Promise<Received> =>
  exchange(url, '/api/v2/transfer', { method: 'POST', headers: JSON_HEADERS, body, ...(agent ? { agent } : {}) });

export interface PostedAnswer {
  readonly transfer: Signed;
  /** Undefined when the connection broke: whether the node accepted it is then unknown. */
  readonly answer: Received | undefined;
}

/** Posts everything over a few connections, in order of the list; a broken connection ends its lane.
 *  @returns what was posted, with its answers. */
export async function feed(url: string, transfers: readonly Signed[], lanes = 4): Promise<readonly PostedAnswer[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: lanes });
  const posted: PostedAnswer[] = [];
  const left = [...transfers];
  const lane = async (): Promise<void> => {
    for (let transfer = left.shift(); transfer; transfer = left.shift()) {
      const answer = await post(url, transfer.body, agent).catch(() => undefined);
      posted.push({ transfer, answer });
      if (!answer) return;
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } finally {
    agent.destroy();
  }
  return posted;
}

/** What a node announced before it died. */
export interface Announced {
  /** Height by transaction id, from `new_transaction` and from `GET /api/tx/:hash`. */
  readonly transactions: Map<string, number>;
  /** Hash by height. */
  readonly blocks: Map<number, string>;
}

export const nothingAnnounced = (): Announced => ({ transactions: new Map(), blocks: new Map() });

/** Adds the frames of a WebSocket. */
export function addFrames(announced: Announced, watch: ChainWatch): void {
  for (const { type, ...frame } of watch.frames) {
    if (type === 'new_transaction') announced.transactions.set(String(frame.tx_hash), Number(frame.block_height));
    if (type === 'new_block') announced.blocks.set(Number(frame.height), String(frame.hash));
  }
}

/** Asks for transactions one after another, again and again, until the node is gone. Records those that are found. */
export async function askUntilDeath(url: string, transfers: readonly Signed[], announced: Announced): Promise<number> {
  let found = 0;
  for (let next = 0; ; next++) {
    const { txId } = transfers[next % transfers.length] as Signed;
    const answer = await exchange(url, `/api/tx/${txId}`).catch(() => undefined);
    if (!answer) return found;
    if (answer.status !== 200) continue;
    found++;
    announced.transactions.set(txId, Number(answer.json?.blockHeight));
    announced.blocks.set(Number(answer.json?.blockHeight), String(answer.json?.blockHash));
  }
}

/** Resolves when nothing waits and the tip is an empty block: with a heartbeat far away, the chain is then at rest.
 *  The first block follows genesis at once. */
export async function untilStanding(url: string): Promise<void> {
  const watch = await ChainWatch.open(url);
  for (;;) {
    const { mempool_size, network_height } = await getJson(url, '/api/stats');
    const { block } = await getJson(url, `/api/block/${network_height}`);
    if (mempool_size === 0 && Number(network_height) > 0 && (block as Json).txCount === 0) break;
    await watch.first(({ type, height }) => type === 'new_block' && Number(height) > Number(network_height));
  }
  await watch.close();
}
