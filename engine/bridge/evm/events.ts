/** Events of the bridge's contracts, decoded strictly: exact emitter, topic, number of topics, canonical ABI, valid UTF-8.
 *
 *  A log of a known contract with a known topic that does not decode makes the transaction ambiguous, so it refuses instead of being skipped. */

import { events } from 'micro-eth-signer/abi.js';
import { errorText, isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import type { EvmLog } from './values.js';

type Input = readonly [type: string, name: string, indexed?: 'indexed'];

const eventOf = (name: string, ...inputs: readonly Input[]) => ({
  type: 'event',
  name,
  inputs: inputs.map(([type, label, indexed]) => ({ type, name: label, indexed: indexed !== undefined })),
});

const ABI = {
  Transfer: eventOf('Transfer', ['address', 'from', 'indexed'], ['address', 'to', 'indexed'], ['uint256', 'amount']),
  BridgeDeposit: eventOf(
    'BridgeDeposit',
    ['address', 'sender', 'indexed'],
    ...([
      ['uint256', 'amount'],
      ['string', 'recipient'],
      ['uint256', 'nonce'],
    ] as const),
  ),
  BridgeDepositETH: eventOf(
    'BridgeDepositETH',
    ['address', 'sender', 'indexed'],
    ['uint256', 'amount'],
    ['string', 'recipient'],
  ),
  BridgeDepositERC20: eventOf(
    'BridgeDepositERC20',
    ['address', 'sender', 'indexed'],
    ['address', 'token', 'indexed'],
    ['uint256', 'amount'],
    ['string', 'recipient'],
  ),
  BridgeReleaseETH: eventOf(
    'BridgeReleaseETH',
    ['address', 'recipient', 'indexed'],
    ['uint256', 'amount'],
    ['bytes32', 'l1TxId'],
  ),
  BridgeReleaseERC20: eventOf(
    'BridgeReleaseERC20',
    ['address', 'recipient', 'indexed'],
    ['address', 'token', 'indexed'],
    ['uint256', 'amount'],
    ['bytes32', 'l1TxId'],
  ),
} as const;

export type EventName = keyof typeof ABI;

interface Decoder {
  decode(topics: string[], data: string): Record<string, unknown>;
  topics(values: Record<string, unknown>): (string | null)[];
}

/** One decoder for each: names of a table would hide an event of the same name. */
const DECODERS = new Map(
  Object.entries(ABI).map(([name, item]) => {
    const decoder = (events([item]) as unknown as Record<string, Decoder>)[name] as Decoder;
    const empty = Object.fromEntries(item.inputs.map((input) => [input.name, null]));
    return [name as EventName, { decoder, topic: decoder.topics(empty)[0] as string }] as const;
  }),
);

const decoderOf = (name: EventName) => DECODERS.get(name) as { readonly decoder: Decoder; readonly topic: string };

/** The first topic of an event: the hash of its signature. */
export const topicOf = (name: EventName): string => decoderOf(name).topic;

/** The arguments of an event that exist in it; addresses in small letters. */
export interface EventArguments {
  readonly amount: bigint;
  readonly from?: string;
  readonly to?: string;
  readonly sender?: string;
  readonly token?: string;
  /** A text in deposits (whom to mint to), an address in releases. */
  readonly recipient?: string;
  /** 32 bytes. */
  readonly l1TxId?: Uint8Array;
}

export interface DecodedEvent {
  readonly name: EventName;
  readonly log: EvmLog;
  readonly args: EventArguments;
}

const ADDRESSES = new Set(['from', 'to', 'sender', 'token']);

function argumentsOf(name: EventName, log: EvmLog): EventArguments {
  const decoded = decoderOf(name).decoder.decode([...log.topics], log.data);
  const isRelease = name.startsWith('BridgeRelease');
  const lowered = Object.entries(decoded).map(([key, value]) => {
    const isAddress = ADDRESSES.has(key) || (isRelease && key === 'recipient');
    return [key, isAddress ? String(value).toLowerCase() : value] as const;
  });
  return Object.fromEntries(lowered) as unknown as EventArguments;
}

/** The events of one name that one contract emitted, in their order.
 *  @returns a refusal when a log has the name's topic and is not that event. */
export function eventsOf(logs: readonly EvmLog[], emitter: string, name: EventName): readonly DecodedEvent[] | Refusal {
  const found: DecodedEvent[] = [];
  for (const log of logs) {
    if (log.address !== emitter || log.topics[0] !== topicOf(name)) continue;
    const decoded = decode(name, log);
    if (isRefusal(decoded)) return decoded;
    found.push(decoded);
  }
  return found;
}

function decode(name: EventName, log: EvmLog): DecodedEvent | Refusal {
  try {
    return { name, log, args: argumentsOf(name, log) };
  } catch (error) {
    return refuse('rule_violation', `log ${log.index} is not a well-formed ${name} event: ${errorText(error)}`);
  }
}
