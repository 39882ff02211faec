/** Blocks with everything that they did, for those who keep the history elsewhere: a query that runs in the store's thread.
 *
 *  In: a run of heights. Out: for each block one JSON object: its header, its transactions with movements, logs, contract and pool
 *  events, the balances that it changed, and the number of its first event. What a transaction was signed with is left out, and so is
 *  the code of contracts: both are a hundred times what a reader of histories needs. The balances are those of the event log, so a
 *  block whose events the log has given up is refused. */

import { XRGE } from '../base/amounts.js';
import { binaryToHex } from '../base/bytes.js';
import { type AccountId, addressOf } from '../crypto/address.js';
import { kindOfTransaction } from '../ledger/admission.js';
import type { CallResult } from '../ledger/contractResult.js';
import { emittedIn } from '../ledger/emittedEvents.js';
import { contractCall } from '../ledger/kinds/contractCall.js';
import { movementViews } from '../ledger/movementViews.js';
import type { PoolEvent } from '../ledger/poolEvent.js';
import { shownSymbol } from '../ledger/tokens.js';
import { outcomeOf } from '../ledger/views.js';
import { type ChangedBalance, readBalanceList } from './balanceLog.js';
import { EventNumbers } from './eventNumbers.js';
import { heightKey } from './keys.js';
import { Pieces } from './pieces.js';
import { type KeyReader, StoreError } from './port.js';
import { lastOf, proposerAddressOf, type StoredBlock } from './records.js';
import { readEventRange } from './recovery.js';
import { type BlockMemory, type Contents, type Entry, knownBlock, placesOf, withContents } from './walks.js';

/** Heights `first` to `last`, ascending; both must exist. */
export interface EffectsRun {
  readonly first: number;
  readonly last: number;
  /** The balances that the genesis file gives: the genesis block has no list of its own. */
  readonly genesisBalances: readonly ChangedBalance[];
}

/** Signers whose keys are read together. */
const GROUP = 32;

const poolEventView = (event: PoolEvent) => ({
  pool_id: event.poolId,
  pool: event.pool,
  ordinal: event.ordinal,
  sequence: event.sequence,
  type: event.type,
  a_to_b: event.aToB,
  amount_a: String(event.amountA),
  amount_b: String(event.amountB),
  lp: String(event.lp),
  reserve_a: String(event.reserveA),
  reserve_b: String(event.reserveB),
  lp_supply: String(event.lpSupply),
});

/** The payload as everywhere, without the code of a contract: its receipt names the hash and the size. */
function payloadView({ transaction, receipt }: Entry): Readonly<Record<string, unknown>> {
  const { fields } = transaction;
  const view = kindOfTransaction(transaction).view(fields, receipt.failure === '' ? receipt.result : undefined);
  if (!('contract_wasm' in view)) return view;
  const { contract_wasm: _, ...rest } = view;
  return rest;
}

/** Ids of the collections that contracts have made; the other ones are in logs. */
const madeByContracts = ({ transaction, receipt: { failure, result } }: Entry): readonly string[] =>
  transaction.operation === contractCall.name && failure === '' ? (result as CallResult).collections : [];

/** Members that most transactions do not have are absent. */
function detailsOf(entry: Entry) {
  const { transaction, receipt } = entry;
  const { failure, result } = receipt;
  const kind = kindOfTransaction(transaction);
  const own = result === null ? undefined : kind.receipt?.(transaction.fields, result);
  const { contract_events: _, ...details } = own ?? {};
  const emitted = emittedIn(transaction, result, failure !== '');
  const made = madeByContracts(entry);
  const pools = failure === '' && result !== null ? (kind.poolEvents?.(result) ?? []) : [];
  return {
    ...(failure === '' ? {} : { failure }),
    ...(own ? { receipt: details } : {}),
    ...(emitted.length > 0
      ? { contract_events: emitted.map(({ contract, topic, data }) => ({ contract, topic, data })) }
      : {}),
    ...(made.length > 0 ? { collections: made } : {}),
    ...(pools.length > 0 ? { pool_events: pools.map(poolEventView) } : {}),
  };
}

/** @param event number of the transaction's own event; those that contracts emitted in it follow. */
function transactionEffects(entry: Entry, event: number) {
  const { transaction, receipt } = entry;
  const kind = kindOfTransaction(transaction);
  const { to, token, amount } = kind.event(transaction.fields);
  return {
    tx_id: binaryToHex(transaction.id),
    event,
    kind: transaction.operation,
    signer: addressOf(transaction.sender),
    nonce: receipt.nonce,
    fee_quanta: String(receipt.fee),
    status: outcomeOf(receipt),
    recipient: to ? addressOf(to.account) : null,
    token: amount === undefined && token === undefined ? null : shownSymbol(token ?? XRGE),
    amount: amount === undefined ? null : String(amount),
    payload: payloadView(entry),
    movements: movementViews(transaction, receipt),
    logs:
      receipt.failure === ''
        ? kind.logs(transaction, receipt.result).map(({ event: event_type, data }) => ({ event_type, data }))
        : [],
    ...detailsOf(entry),
  };
}

const balanceView = ({ account, token, units }: ChangedBalance): readonly [string, string, string] => [
  addressOf(account),
  shownSymbol(token),
  String(units),
];

async function balancesOf(reader: KeyReader, height: number, count: number): Promise<readonly ChangedBalance[]> {
  if (count === 0) return [];
  const bytes = await reader.getFrom('balances', heightKey(height));
  if (!bytes)
    throw new StoreError(
      'STORE_PRUNED',
      `the event log of this node has given up what block ${height} did to balances`,
    );
  return readBalanceList(bytes);
}

const headOf = ({ header, hash, fees }: StoredBlock, first: number, count: number) => ({
  height: header.height,
  hash,
  prev_hash: header.prev_hash,
  time: header.time,
  proposer: proposerAddressOf(header),
  tx_hash: header.tx_hash,
  state_root: header.state_root ?? null,
  parent_commit: header.parent_commit ?? null,
  fees_quanta: String(fees),
  first_event: first,
  events: count,
});

async function* addBlock(
  reader: KeyReader,
  contents: Contents,
  pieces: Pieces,
  height: number,
  genesisBalances: readonly ChangedBalance[],
): AsyncGenerator<Uint8Array> {
  const block = await knownBlock(reader, height);
  const range = await readEventRange(reader, height);
  const numbers = new EventNumbers(range);
  const balances = height === 0 ? genesisBalances : await balancesOf(reader, height, range.balances);
  const count = height === 0 ? 0 : lastOf(range) - range.first + 1;
  const head = JSON.stringify(headOf(block, range.first, count)).slice(0, -1);
  yield* pieces.add(() => `${head},"transactions":[`);
  let position = 0;
  for (const place of placesOf(height, block.transactionCount, (index) => index)) {
    if (position % GROUP === 0) await contents.loadKeys(place, GROUP);
    const comma = position === 0 ? '' : ',';
    const event = range.first + numbers.ofTransaction(position++);
    yield* pieces.add(async () => comma + JSON.stringify(transactionEffects(await contents.entry(place), event)));
  }
  yield* pieces.add(() => `],"balances":${JSON.stringify(balances.map(balanceView))}}`);
}

async function* effectsRun(
  reader: KeyReader,
  { first, last, genesisBalances }: EffectsRun,
  contents: Contents,
): AsyncGenerator<Uint8Array> {
  const pieces = new Pieces(contents.letGo);
  let leftOut: number | undefined;
  for (let height = first; height <= last; height++) {
    if (pieces.isFull) {
      leftOut = height;
      break;
    }
    if (height !== first) yield* pieces.add(() => ',');
    yield* addBlock(reader, contents, pieces, height, genesisBalances);
  }
  yield* pieces.add(() => (leftOut === undefined ? ']' : `],"next_height":${leftOut}`));
  yield* pieces.end();
}

/** JSON items and the closing bracket; then `next_height` as for `blocks`. */
export const blockEffects = (reader: KeyReader, args: unknown, memory: BlockMemory): AsyncIterable<Uint8Array> =>
  withContents(reader, (contents) => effectsRun(reader, args as EffectsRun, contents), memory);

/** The balances of a genesis file, each account and token once, in the order in which they first appear. */
export function genesisBalancesOf(
  allocations: readonly { readonly account: AccountId; readonly token: string; readonly amount: bigint }[],
): readonly ChangedBalance[] {
  const sums = new Map<string, ChangedBalance>();
  for (const { account, token, amount } of allocations) {
    const key = account + token;
    const units = (sums.get(key)?.units ?? 0n) + amount;
    sums.set(key, { account, token, units });
  }
  return [...sums.values()];
}
