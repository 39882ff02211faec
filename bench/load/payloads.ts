/** What a load run signs: payloads of v2 requests in their canonical form.
 *
 *  In: the kind of a request, its number, the signer's names, the possible recipients. Out: the text before and after the signer's key,
 *  which is between the two parts in hex: it is most of a payload and is sent once in a binary request. */

import { randomBytes } from 'node:crypto';
import { operations as routes } from '../../api/client/generated/routes.js';
import { addressOfKey } from '../../engine/crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../../engine/crypto/mldsa.js';
import { type Stall, UNITS_OF_A_CENT } from './market.js';
import type { RequestKind } from './mixes.js';

export const operations = ['transfer', 'stake', 'unstake', 'swap', 'nft_mint', 'nft_transfer'] as const;
export type Operation = (typeof operations)[number];

export const routeOf = (operation: Operation): string => routes[operation].path;

export interface PayloadRequest {
  readonly kind: RequestKind;
  readonly serial: number;
  readonly chainId: string;
  /** Milliseconds. */
  readonly timestamp: number;
  /** Another account of the run. */
  readonly recipient: string;
  /** For kinds that trade. */
  readonly stall?: Stall;
}

export interface Payload {
  readonly operation: Operation;
  /** Up to the quote before the key, and from the quote after it. */
  readonly head: string;
  readonly tail: string;
}

/** An operation and its own members, each as the JSON text that is signed. */
type Order = readonly [operation: Operation, members: Readonly<Record<string, string>>];

const NONCE_BYTES = 16;
/** XRGE; the minimum stake by the rules. */
const LEAST_STAKE = 10_000;
/** XRGE for which an NFT is sold. */
const SALE_PRICE = '10';
const METADATA = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';

/** An address for which nobody has the key. */
const freshAddress = (): string => addressOfKey(new Uint8Array(randomBytes(PUBLIC_KEY_BYTES)));

const quoted = (text: string): string => `"${text}"`;

/** XRGE in decimals as canonical JSON has them. @param thousandths of an XRGE. */
const xrge = (thousandths: number): string => String(thousandths / 1_000);

/** Cents of XRGE, and the same amount in a token at the price at which its pool was opened. */
const centsOf = (serial: number): number => 1 + (serial % 9);

/** What a swap asks for at least: half of what it gets at the price at which the pools were opened. Swaps in both directions keep the price
 *  near that. */
const halfOf = (cents: number) => ({ xrge: xrge(cents * 5), units: String((cents * UNITS_OF_A_CENT) / 2) });

function transferOrder({ serial, recipient }: PayloadRequest, more: Readonly<Record<string, string>> = {}): Order {
  const amount = xrge(10 * centsOf(serial));
  return ['transfer', { amount, to: quoted(recipient), token: quoted('XRGE'), ...more }];
}

function swapOrder(kind: 'buy' | 'sell' | 'exchange', serial: number, { token, otherToken }: Stall): Order {
  const cents = centsOf(serial);
  const least = halfOf(cents);
  const swap = (tokenIn: string, amountIn: string, tokenOut: string, minimum: string): Order => [
    'swap',
    { token_in: quoted(tokenIn), amount_in: amountIn, token_out: quoted(tokenOut), min_amount_out: minimum },
  ];
  if (kind === 'buy') return swap('XRGE', xrge(10 * cents), token, least.units);
  const units = String(cents * UNITS_OF_A_CENT);
  return kind === 'sell' ? swap(token, units, 'XRGE', least.xrge) : swap(token, units, otherToken, least.units);
}

function nftOrder(kind: 'mint' | 'NFT transfer', serial: number, recipient: string, stall: Stall): Order {
  if (kind === 'NFT transfer')
    return [
      'nft_transfer',
      {
        ...{ collectionId: quoted(stall.gallery), tokenId: String(stall.nft), to: quoted(recipient) },
        ...(serial % 2 === 0 && { salePrice: SALE_PRICE }),
      },
    ];
  return [
    'nft_mint',
    {
      ...{ collectionId: quoted(stall.mintsIn), name: quoted(`Picture ${serial}`), metadataUri: quoted(METADATA) },
      attributes: `[{"trait_type":"colour","value":"${serial % 2 === 0 ? 'red' : 'blue'}"}]`,
    },
  ];
}

function orderOf(request: PayloadRequest): Order {
  const { kind, serial, recipient, stall } = request;
  switch (kind) {
    case 'transfer':
      return transferOrder(request);
    case 'tip':
      return transferOrder(request, { priority_fee: xrge(10 * centsOf(serial)) });
    case 'newcomer':
      return transferOrder(request, { to: quoted(freshAddress()) });
    case 'stake':
    case 'unstake':
      return [kind, { amount: String(LEAST_STAKE) }];
  }
  if (!stall) throw new Error(`a request of the kind ${kind} needs a market`);
  switch (kind) {
    case 'token transfer':
      return transferOrder(request, { amount: String(centsOf(serial)), token: quoted(stall.token) });
    case 'buy':
    case 'sell':
    case 'exchange':
      return swapOrder(kind, serial, stall);
    case 'mint':
    case 'NFT transfer':
      return nftOrder(kind, serial, recipient, stall);
  }
}

export function payloadOf(request: PayloadRequest): Payload {
  const [operation, members] = orderOf(request);
  const all: Readonly<Record<string, string>> = {
    ...members,
    chain_id: quoted(request.chainId),
    nonce: quoted(randomBytes(NONCE_BYTES).toString('hex')),
    timestamp: String(request.timestamp),
    type: quoted(operation),
  };
  const names = Object.keys(all).sort();
  const written = (of: readonly string[]): string => of.map((name) => `"${name}":${all[name]}`).join(',');
  // Canonical JSON sorts the members: those before the key, which is the member `from`, and those after it.
  const before = names.filter((name) => name < 'from');
  return {
    operation,
    head: `{${written(before)},"from":"`,
    tail: `",${written(names.slice(before.length))}}`,
  };
}
