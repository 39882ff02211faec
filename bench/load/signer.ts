/** A thread that signs ahead: fills its part of the supply, then ends.
 *
 *  In: the shared supply, which slots, who signs and who receives. Out: signed requests in their slots; the shared counter says how
 *  many. The account of the sender process at index s signs slot s, so that neighbours in a batch are of different accounts. */

import { parentPort, workerData } from 'node:worker_threads';
import { utf8 } from '../../engine/base/bytes.js';
import { InvariantError } from '../../engine/base/refusal.js';
import type { KeyPair } from '../../engine/crypto/mldsa.js';
import { keyPairOf, openKernel } from './accounts.js';
import { galleryOf, type MarketOrder, nftsBySlot, type Stall, stallOf } from './market.js';
import { kindOfRequest, type Mix } from './mixes.js';
import { payloadOf } from './payloads.js';
import { Supply } from './supply.js';

export interface SigningOrder {
  readonly memory: SharedArrayBuffer;
  readonly count: number;
  /** This thread signs slots `first`, `first + step`, ... */
  readonly first: number;
  readonly step: number;
  /** Shared; its first element counts signed slots. */
  readonly done: Int32Array;
  readonly seed: string;
  /** Indexes of the accounts that sign here. */
  readonly signers: readonly number[];
  /** Addresses of all accounts of the run, by index. */
  readonly addresses: readonly string[];
  readonly mix: Mix;
  /** Of the mix that trades. */
  readonly market?: MarketOrder | undefined;
  readonly chainId: string;
  /** Timestamp of slot 0, milliseconds, and how much later each next one is. */
  readonly timestamp: number;
  readonly timestampStep: number;
}

if (!parentPort) throw new InvariantError('a signer runs as a thread only');
const order = workerData as SigningOrder;
const kernel = openKernel();
const supply = new Supply(order.memory, order.count);
const pairs = new Map<number, { readonly pair: KeyPair; readonly hex: string }>();

function signerOf(account: number): { readonly pair: KeyPair; readonly hex: string } {
  let known = pairs.get(account);
  if (!known) {
    const pair = keyPairOf(kernel, order.seed, account);
    known = { pair, hex: Buffer.from(pair.publicKey).toString('hex') };
    pairs.set(account, known);
  }
  return known;
}

const { signers, addresses, mix, market } = order;
const stakes = market?.stakes ?? true;
// Each thread numbers the NFTs of all slots, so that no two of them hand on the same one.
const nfts = market && nftsBySlot({ mix, count: order.count, signers, stakes }, market.nfts);

const stallAt = (slot: number, account: number, publicKey: Uint8Array): Stall | undefined =>
  market && stallOf(market.names, account, galleryOf(publicKey), nfts?.get(slot) ?? 0);

for (let slot = order.first; slot < order.count; slot += order.step) {
  const account = signers[slot % signers.length] as number;
  const { pair, hex } = signerOf(account);
  const round = Math.floor(slot / signers.length);
  const recipient = addresses[(account + 1 + (round % (addresses.length - 1))) % addresses.length] as string;
  const timestamp = Math.floor(order.timestamp + slot * order.timestampStep);
  const stall = stallAt(slot, account, pair.publicKey);
  const payload = payloadOf({
    ...{ kind: kindOfRequest(mix, slot, stakes), serial: slot, chainId: order.chainId, timestamp, recipient },
    ...(stall && { stall }),
  });
  const signedBytes = utf8(`${payload.head}${hex}${payload.tail}`);
  supply.write(slot, account, pair.publicKey, signedBytes, payload);
  supply.writeSignature(slot, kernel.sign(signedBytes, pair.secretKey));
  Atomics.add(order.done, 0, 1);
}
