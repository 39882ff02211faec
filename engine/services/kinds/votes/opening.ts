/** regen_opening: what the home of a proposal signs when it opens it. The rules of the proposal are frozen in it.
 *
 *  It has no route: a node makes it itself, with its own key, when it takes a proposal in. Other nodes get it as a record like any
 *  other, and everybody else in the answer about the proposal. */

import { toHex, utf8 } from '../../../base/bytes.js';
import { canonicalJson, JsonNumber, type JsonValue } from '../../../base/json.js';
import { isRefusal, type Refusal, refuse } from '../../../base/refusal.js';
import { type AccountId, accountBytes, addressOf, resolveAccount } from '../../../crypto/address.js';
import { sha256 } from '../../../crypto/sha256.js';
import type { PayloadMember, PayloadReader } from '../../../ledger/payload.js';
import { keyOf } from '../../keys.js';
import { defineServiceKind, type OwnRequest } from '../../serviceKind.js';
import type { ServiceNode } from '../../surroundings.js';
import { homeFits, numberIn, PROPOSAL_ID_CHARACTERS, proposalKey } from './proposalId.js';
import { openings, openingTimes, proposalsOfRequests } from './voteTables.js';

export interface Opening {
  readonly proposalId: string;
  readonly number: number;
  readonly home: AccountId;
  /** Id of the record of the request that it opens, hex. */
  readonly request: string;
  readonly creator: AccountId;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  readonly snapshotHeight: number;
  /** Of the list of weights, hex. */
  readonly snapshotRoot: string;
  readonly eligibleVoters: number;
  /** Quanta, like the two below. */
  readonly eligibleTotal: bigint;
  readonly cap: bigint;
  readonly turnout: bigint;
  readonly capBps: number;
  readonly turnoutBps: number;
  /** Sorted. */
  readonly excluded: readonly AccountId[];
}

export const OPENING = 'regen_opening';

/** Excluded wallets of one proposal: 700 KB of addresses. */
export const MOST_EXCLUDED = 10_000;
const ADDRESS_CHARACTERS = 128;
const HEX_32 = 64;
const HASH = /^[0-9a-f]{64}$/;

const integers = ['startsAtMs', 'endsAtMs', 'snapshotHeight', 'eligibleVoters', 'capBps', 'turnoutBps'] as const;
const hashes = ['request', 'snapshotRoot'] as const;
const quanta = ['eligibleTotalQuanta', 'capQuanta', 'turnoutQuanta'] as const;
const QUANTA_CHARACTERS = 39;

const about: Readonly<Record<string, string>> = {
  request: 'Id of the record of the request, hex',
  snapshotRoot: 'SHA-256 of the list of weights, hex',
};

const plainText = (name: string, characters: number): PayloadMember => ({
  name,
  type: 'text',
  characters,
  plain: true,
  required: true,
  about: about[name] ?? name,
});

const members: readonly PayloadMember[] = [
  plainText('proposalId', PROPOSAL_ID_CHARACTERS),
  ...hashes.map((name) => plainText(name, HEX_32)),
  plainText('creator', ADDRESS_CHARACTERS),
  ...integers.map((name): PayloadMember => ({ name, type: 'integer', required: true, about: name })),
  ...quanta.map((name) => plainText(name, QUANTA_CHARACTERS)),
  {
    name: 'excluded',
    type: 'texts',
    items: MOST_EXCLUDED,
    characters: ADDRESS_CHARACTERS,
    plain: true,
    required: true,
    about: 'Wallets without a vote',
  },
];

const incomplete = (reader: PayloadReader): undefined =>
  reader.fail(refuse('malformed_payload', 'the rules of the proposal are incomplete'));

export function readOpening(reader: PayloadReader, home: AccountId): Opening | undefined {
  const proposalId = reader.requiredText('proposalId', PROPOSAL_ID_CHARACTERS);
  const [request, snapshotRoot] = hashes.map((name) => reader.requiredText(name, HEX_32));
  const creator = resolveAccount(reader.requiredText('creator', ADDRESS_CHARACTERS) ?? '')?.account;
  const numbers = integers.map((name) => reader.integer(name));
  const amounts = quanta.map((name) => reader.requiredText(name, QUANTA_CHARACTERS));
  const excluded = reader
    .texts('excluded', MOST_EXCLUDED, ADDRESS_CHARACTERS)
    ?.map((text) => resolveAccount(text)?.account);
  if (reader.refusal) return undefined;
  if (proposalId === undefined || !homeFits(proposalId, home) || creator === undefined) return incomplete(reader);
  if (!HASH.test(request ?? '') || !HASH.test(snapshotRoot ?? '')) return incomplete(reader);
  if (numbers.includes(undefined) || amounts.some((text) => !/^\d+$/.test(text ?? ''))) return incomplete(reader);
  if (!excluded || excluded.includes(undefined)) return incomplete(reader);
  const [startsAtMs, endsAtMs, snapshotHeight, eligibleVoters, capBps, turnoutBps] = numbers as number[];
  const [eligibleTotal, cap, turnout] = amounts.map((text) => BigInt(text as string));
  return {
    ...{ proposalId, number: numberIn(proposalId), home, request, snapshotRoot, creator },
    ...{ startsAtMs, endsAtMs, snapshotHeight, eligibleVoters, capBps, turnoutBps },
    ...{ eligibleTotal, cap, turnout, excluded: excluded as AccountId[] },
  } as Opening;
}

const jsonOf = (value: string | number): JsonValue =>
  typeof value === 'number' ? new JsonNumber(String(value)) : value;

/** The text that the home signs: canonical JSON, as wallets sign it. */
function signedText(opening: Opening, { publicKey, chainId }: ServiceNode, now: number): string {
  const nonce = toHex(sha256(utf8(`${OPENING} ${opening.request}`)));
  const values: Readonly<Record<string, string | number>> = {
    ...{ type: OPENING, from: toHex(publicKey), timestamp: now, nonce, chain_id: chainId },
    ...{ proposalId: opening.proposalId, request: opening.request, creator: addressOf(opening.creator) },
    ...{ startsAtMs: opening.startsAtMs, endsAtMs: opening.endsAtMs },
    ...{ snapshotHeight: opening.snapshotHeight, snapshotRoot: opening.snapshotRoot },
    ...{ eligibleVoters: opening.eligibleVoters, eligibleTotalQuanta: String(opening.eligibleTotal) },
    ...{ capQuanta: String(opening.cap), capBps: opening.capBps },
    ...{ turnoutQuanta: String(opening.turnout), turnoutBps: opening.turnoutBps },
  };
  const payload = new Map<string, JsonValue>(Object.entries(values).map(([name, value]) => [name, jsonOf(value)]));
  payload.set('excluded', opening.excluded.map(addressOf));
  return canonicalJson(payload);
}

/** Signs the rules with the key of this node. */
export async function openingRequest(
  opening: Opening,
  node: ServiceNode & { readonly host: NonNullable<ServiceNode['host']> },
  now: number,
): Promise<OwnRequest | Refusal> {
  const text = signedText(opening, node, now);
  const signature = await node.host.sign(utf8(text));
  if (isRefusal(signature)) return signature;
  const body = `{"payload":${text},"signature":"${toHex(signature)}","public_key":"${toHex(node.publicKey)}"}`;
  return { kind: OPENING, body: utf8(body) };
}

export const opening = defineServiceKind<Opening>({
  name: OPENING,
  route: '',
  chapter: 'Community votes',
  summary: 'The frozen rules of a proposal, signed by its home',
  scope: 'public',
  outlivesRetention: true,
  members,
  namesItself: true,
  refusals: [],
  decode: readOpening,
  async merge(scene, { fields, order, before, id }) {
    const key = proposalKey(fields);
    if (before) scene.delete(openings, keyOf(key, before));
    scene.put(openings, keyOf(key, order), id);
    scene.put(openingTimes, keyOf(fields.startsAtMs, key), true);
    scene.put(proposalsOfRequests, keyOf(Buffer.from(fields.request, 'hex'), accountBytes(fields.home)), key);
  },
  answer: async () => ({}),
});

/** The part of the kind that reads a record of it. */
export const openingReader = { name: OPENING, members, decode: readOpening };
