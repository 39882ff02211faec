/** What a call of a contract did: how its receipt keeps it, and how the API shows it. */

import { XRGE } from '../base/amounts.js';
import { fromHex, toHex, utf8Text } from '../base/bytes.js';
import { type PlainJson, parseJson, plainJson } from '../base/json.js';
import { SIGNED_JSON } from '../base/limits.js';
import { invariant, isRefusal } from '../base/refusal.js';
import { type AccountId, accountOfContract } from '../crypto/address.js';
import type { Place } from '../vm/contractModule.js';
import { type ContractMove, isBurn } from './contractMoves.js';
import type { ContractEvent } from './kind.js';
import { type Movement, nft, tokenUnits } from './movement.js';
import type { SubCall } from './previewOrder.js';
import {
  type MemberCodec,
  resultOf,
  storedAccount,
  storedAmount,
  storedList,
  storedNumber,
  storedOptional,
  storedRecord,
  storedText,
} from './resultCodec.js';
import { collectionSubject, contractSubject, type SubjectId, tokenSubject } from './subjects.js';

/** Of a failed call only the fuel, the log and the place are kept. */
export interface CallResult {
  /** Fuel of the call and its sub-calls. */
  readonly gasUsed: number;
  readonly returned: Uint8Array | undefined;
  readonly events: readonly ContractEvent[];
  readonly logs: readonly string[];
  readonly calls: readonly SubCall[];
  readonly moves: readonly ContractMove[];
  /** Ids of collections that were made. */
  readonly collections: readonly string[];
  /** Addresses of the contracts that were executed without failing, each once. */
  readonly acted: readonly string[];
  /** Where the call itself failed. */
  readonly place: Place | undefined;
}

/** Of a call whose contract did not run. @param gasUsed what it pays all the same. */
export const notRun = (gasUsed: number): CallResult => ({
  gasUsed,
  ...{ returned: undefined, events: [], logs: [], calls: [], moves: [], collections: [], acted: [], place: undefined },
});

const storedBytes: MemberCodec<Uint8Array> = {
  write: toHex,
  read(stored) {
    const bytes = fromHex(storedText.read(stored));
    invariant(bytes, 'a stored result has no bytes where some belong');
    return bytes;
  },
};

const optionalText = storedOptional(storedText, undefined);
const optionalNumber = storedOptional(storedNumber, undefined);

const storedEvent = storedRecord<ContractEvent>({
  contract: ['contract', storedText],
  topic: ['topic', storedText],
  data: ['data', storedText],
});

const storedCall = storedRecord<SubCall>({
  contract: ['contract', storedText],
  method: ['method', storedText],
  gasUsed: ['gas_used', storedNumber],
  error: ['error', optionalText],
});

const storedMove = storedRecord<ContractMove>({
  from: ['from', storedOptional(storedAccount, undefined)],
  to: ['to', storedAccount],
  name: ['name', storedText],
  amount: ['amount', storedOptional(storedAmount, undefined)],
  nft: ['nft', optionalNumber],
});

interface StoredPlace {
  readonly function: number;
  readonly name: string | undefined;
  readonly offset: number;
}

const placeRecord = storedRecord<StoredPlace>({
  function: ['function', storedNumber],
  name: ['name', optionalText],
  offset: ['offset', storedNumber],
});

const storedPlace: MemberCodec<Place> = {
  write: ({ name, ...place }) => placeRecord.write({ ...place, name }),
  read(stored) {
    const { name, ...place } = placeRecord.read(stored);
    return name === undefined ? place : { ...place, name };
  },
};

export const callResult = resultOf<CallResult>({
  gasUsed: ['gas_used', storedNumber],
  returned: ['return_data', storedOptional(storedBytes, undefined)],
  events: ['events', storedList(storedEvent)],
  logs: ['logs', storedList(storedText)],
  calls: ['calls', storedList(storedCall)],
  moves: ['moves', storedList(storedMove)],
  collections: ['collections', storedList(storedText)],
  acted: ['acted', storedList(storedText)],
  place: ['place', storedOptional(storedPlace, undefined)],
});

/** Return data as the API shows it: JSON when it is some, text otherwise, null for none. A number that a reader's double would change is
 *  its text. */
export function returnView(returned: Uint8Array | undefined): PlainJson {
  if (!returned) return null;
  const text = utf8Text(returned);
  const parsed = parseJson(text, SIGNED_JSON);
  return isRefusal(parsed) ? text : plainJson(parsed);
}

const subCallView = ({ contract, method, gasUsed, error }: SubCall) => ({
  contract,
  method,
  gas_used: gasUsed,
  error: error ?? null,
});

/** Events as the API shows them beside the transaction that they belong to. */
export const eventView = ({ contract, topic, data }: ContractEvent) => ({ contract_addr: contract, topic, data });

/** Members of a receipt. */
export const callReceipt = ({ gasUsed, returned, events, logs, calls, place }: CallResult) => ({
  gas_used: gasUsed,
  return_data: returnView(returned),
  contract_events: events.map(eventView),
  contract_logs: [...logs],
  calls: calls.map(subCallView),
  ...(place && { failed_at: { ...place } }),
});

export function movementOf(move: ContractMove): Movement {
  const { from, to, name, amount, nft: token } = move;
  if (amount !== undefined)
    return { reason: isBurn(move) ? 'burn' : 'transfer', from, to, moved: tokenUnits(name, amount) };
  return { reason: from === undefined ? 'nft_mint' : 'nft_transfer', from, to, moved: nft(name, token ?? 0) };
}

/** Contracts that acted, and whoever gave or got something. */
export function partiesOf({ acted, moves }: CallResult): readonly AccountId[] {
  const parties = new Set<AccountId>(acted.map(accountOfContract));
  for (const { to } of moves) parties.add(to);
  return [...parties];
}

/** Symbols of the tokens that moved. @param attached of the payment, if there was one. */
export function symbolsOf({ moves }: CallResult, attached: string | undefined): readonly string[] {
  const symbols = new Set(attached === undefined ? [] : [attached]);
  for (const { name, amount } of moves) if (amount !== undefined) symbols.add(name);
  return [...symbols];
}

/** Tokens, collections and contracts in whose histories it is. @param attached as above. */
export function subjectsOf(result: CallResult, attached: string | undefined): readonly SubjectId[] {
  const collections = new Set(result.collections);
  for (const { name, nft: token } of result.moves) if (token !== undefined) collections.add(name);
  const symbols = symbolsOf(result, attached).filter((symbol) => symbol !== XRGE);
  const emitters = new Set(result.events.map(({ contract }) => contract));
  return [
    ...symbols.map(tokenSubject),
    ...[...collections].map(collectionSubject),
    ...[...emitters].map(contractSubject),
  ];
}
