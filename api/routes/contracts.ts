/** Chapter Smart contracts of the specification: which contracts there are and what they told. What they keep is in
 *  `contractState.ts`, calls are in `contractCalls.ts`. */

import { XRGE } from '../../engine/base/amounts.js';
import { binaryToHex } from '../../engine/base/bytes.js';
import { PAGE } from '../../engine/base/limits.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { accountOfContract, addressOf, contractAddress } from '../../engine/crypto/address.js';
import { contractNotFound, contractOf } from '../../engine/ledger/contracts.js';
import { type Contract, contractKey, storageSizes } from '../../engine/ledger/contractTables.js';
import { balanceOf } from '../../engine/ledger/funds.js';
import { activityOf, contractSubject } from '../../engine/ledger/subjects.js';
import type { Node } from '../../engine/node.js';
import type { StateView } from '../../engine/state/overlay.js';
import { defineRoute } from '../context.js';
import { text, wholeNumber } from '../routing/parameters.js';
import { Type } from '../routing/schema.js';
import { Hash, Height, Milliseconds, Quanta } from '../schemas.js';
import { shownKey } from './nftRecords.js';
import { badCursor, jsonStream, NextCursor, pageCursor, pagedAnswer, pageLimit, pageOffset } from './parts.js';
import { atHeight, type Listed, listAt, pastRefusals, readAt, type Source } from './past.js';

const chapter = 'Smart contracts';

export const ContractAddress = text({
  mustBe: '40 hex characters',
  maxLength: 64,
  examples: ['0'.repeat(40)],
  description: 'Address of a contract: 40 hex characters',
});

const Key = Type.String({ description: 'Public key in hex, or the address where the chain has not seen the key' });

const ContractRecord = Type.Object(
  {
    address: Type.String({ description: '40 hex characters' }),
    account: Type.String({ description: 'The address of its balances' }),
    deployer: Key,
    deployer_address: Type.String(),
    code_hash: Hash,
    wasm_size: Type.Integer({ description: 'Bytes' }),
    created_at: Milliseconds,
    created_height: Height,
    balance_quanta: Quanta,
    storage_records: Type.Integer(),
    storage_bytes: Type.Integer({ description: 'Of keys and values' }),
    event_transactions: Type.Integer({ description: 'Transactions in which it emitted events' }),
  },
  { title: 'Contract' },
);

export const ContractEventRecord = Type.Object(
  {
    contract_addr: Type.String(),
    topic: Type.String(),
    data: Type.String(),
    block_height: Height,
    tx_hash: Hash,
  },
  { title: 'ContractEvent' },
);

export interface FoundContract {
  readonly address: string;
  readonly contract: Contract;
}

/** @param written text of a client. */
export function findContract({ state }: Pick<Source, 'state'>, written: string): FoundContract | Refusal {
  const address = contractAddress(written.trim());
  const contract = address === undefined ? undefined : contractOf(state, address);
  return address !== undefined && contract ? { address, contract } : contractNotFound(written.slice(0, 64));
}

/** What the state has of a contract. */
function factsOf(state: StateView, { address, contract }: FoundContract) {
  const account = accountOfContract(address);
  const { records, bytes } = state.get(storageSizes, contractKey(address)) ?? { records: 0, bytes: 0 };
  return {
    contract,
    shown: {
      address,
      account: addressOf(account),
      deployer_address: addressOf(contract.deployer),
      code_hash: binaryToHex(contract.codeHash),
      wasm_size: contract.codeBytes,
      created_at: contract.createdAt,
      created_height: contract.createdHeight,
      balance_quanta: String(balanceOf(state, account, XRGE)),
      storage_records: records,
      storage_bytes: bytes,
      event_transactions: activityOf(state, contractSubject(address)),
    },
  };
}

async function recordOf(node: Pick<Node, 'chain'>, { contract, shown }: ReturnType<typeof factsOf>) {
  const { address, account, ...rest } = shown;
  return { address, account, deployer: await shownKey(node, contract.deployer), ...rest };
}

const params = Type.Object({ addr: ContractAddress });
const Success = Type.Literal(true);

const one = defineRoute({
  method: 'GET',
  path: '/api/contract/:addr',
  chapter,
  summary: 'A contract: who deployed it, its code, its balance, how much it keeps',
  params,
  query: Type.Object(atHeight),
  refusals: pastRefusals,
  response: { 200: Type.Object({ success: Success, contract: ContractRecord }) },
  handler: async ({ node }, { params: { addr }, query: { height } }) => {
    const facts = await readAt(node, height, ({ state }) => {
      const found = findContract({ state }, addr);
      return isRefusal(found) ? found : factsOf(state, found);
    });
    return isRefusal(facts) ? facts : ({ success: true, contract: await recordOf(node, facts) } as const);
  },
});

const ValueTypes = Type.Array(Type.Enum(['i32', 'i64', 'f32', 'f64']));

const ContractInterfaceRecord = Type.Object(
  {
    success: Success,
    code_hash: Hash,
    component: Type.Boolean({ description: 'Whether the code was uploaded as a component' }),
    methods: Type.Array(Type.String(), {
      description: 'What a call may name; empty for a component, which decides itself what its methods are',
    }),
    imports: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Of the host function' }),
        parameters: ValueTypes,
        results: ValueTypes,
      }),
    ),
    memory_pages: Type.Object(
      { minimum: Type.Integer(), maximum: Type.Integer() },
      { description: 'Pages of 64 KiB that a call begins with, and the most that it can have' },
    ),
    wasm_size: Type.Integer({ description: 'Bytes' }),
  },
  { title: 'ContractInterface' },
);

const codeInterface = defineRoute({
  method: 'GET',
  path: '/api/contract/:addr/interface',
  chapter,
  summary: 'What the code of a contract offers and asks for: methods, host functions, memory',
  params,
  query: Type.Object(atHeight),
  refusals: [...pastRefusals, 'invalid_contract', 'busy'],
  response: { 200: ContractInterfaceRecord },
  handler: async ({ node }, { params: { addr }, query: { height } }) => {
    // Code never changes: a height only says whether the contract was there.
    const found = await readAt(node, height, (source) => findContract(source, addr));
    if (isRefusal(found)) return found;
    const described = await node.describe(found.address);
    if (isRefusal(described)) return described;
    const { codeHash, isComponent, methods, imports, memory, codeBytes } = described;
    return {
      success: true as const,
      code_hash: codeHash,
      component: isComponent,
      methods: [...methods],
      imports: imports.map(({ name, parameters, results }) => ({
        name,
        parameters: [...parameters],
        results: [...results],
      })),
      memory_pages: { ...memory },
      wasm_size: codeBytes,
    };
  },
});

interface ListQuery {
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: string;
}

async function pageOf({ chain, state, indexes: { contracts } }: Listed, { limit, offset, cursor }: ListQuery) {
  const total = contracts.size;
  const end = cursor === undefined ? total : Number(cursor);
  if (end > total) return badCursor();
  const addresses = contracts.newest(total - end + offset, limit);
  const found = addresses.flatMap((address) => {
    const contract = contractOf(state, address);
    return contract ? [factsOf(state, { address, contract })] : [];
  });
  const left = end - offset - addresses.length;
  return {
    success: true,
    contracts: await Promise.all(found.map((facts) => recordOf({ chain }, facts))),
    count: found.length,
    total,
    next_cursor: left > 0 && found.length > 0 ? String(left) : null,
  } as const;
}

const list = defineRoute({
  method: 'GET',
  path: '/api/contracts',
  chapter,
  summary: 'Contracts, newest first',
  query: Type.Object({
    limit: pageLimit(PAGE.contracts),
    offset: pageOffset,
    cursor: pageCursor('^\\d{1,15}$', '1'),
    ...atHeight,
  }),
  refusals: [...pastRefusals, 'busy'],
  response: {
    200: Type.Object({
      success: Success,
      contracts: Type.Array(ContractRecord),
      count: Type.Integer({ description: 'In this answer' }),
      total: Type.Integer(),
      next_cursor: NextCursor,
    }),
  },
  handler: async ({ node }, { query }) => {
    const source = await listAt(node, query.height, (listed) => listed);
    return isRefusal(source) ? source : pageOf(source, query);
  },
});

const EVENT_CURSOR = '^\\d{1,15}\\.\\d{1,7}$';

function placeOf(cursor: string | undefined, total: number): { ordinal: number; skip: number } | undefined | Refusal {
  if (cursor === undefined) return undefined;
  const [ordinal = 0, skip = 0] = cursor.split('.').map(Number);
  return ordinal < total ? { ordinal, skip } : badCursor();
}

const events = defineRoute({
  method: 'GET',
  path: '/api/contract/:addr/events',
  chapter,
  summary: 'Events of a contract, newest first',
  params,
  query: Type.Object({
    limit: pageLimit(PAGE.contractEvents),
    before: Type.Optional(
      wholeNumber({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        examples: [1],
        description: 'Only events of blocks below this height',
      }),
    ),
    tx: Type.Optional(
      text({
        mustBe: 'a transaction id of 64 hex characters',
        pattern: '^[0-9a-fA-F]{64}$',
        examples: ['0'.repeat(64)],
        description: 'Only those of this transaction',
      }),
    ),
    cursor: pageCursor(EVENT_CURSOR, '0.0'),
    ...atHeight,
  }),
  refusals: pastRefusals,
  response: {
    200: Type.Object({
      success: Success,
      events: Type.Array(ContractEventRecord),
      count: Type.Integer({ description: 'In this answer' }),
      next_cursor: NextCursor,
    }),
  },
  handler: async ({ node }, { params: { addr }, query: { limit, before, tx, cursor, height } }) => {
    const known = await readAt(node, height, ({ state }) => {
      const found = findContract({ state }, addr);
      if (isRefusal(found)) return found;
      return { address: found.address, total: activityOf(state, contractSubject(found.address)) };
    });
    if (isRefusal(known)) return known;
    const { address, total } = known;
    const end = Math.min(before ?? Infinity, (height ?? Infinity) + 1);
    const from = placeOf(cursor, total);
    if (isRefusal(from)) return from;
    const page = {
      contract: address,
      total,
      limit,
      ...(end !== Infinity && { before: end }),
      ...(tx !== undefined && { tx: tx.toLowerCase() }),
      ...(from && { from }),
    };
    return jsonStream(pagedAnswer({ success: true }, 'events', node.chain.contractEvents(page), {}));
  },
});

export const contractRoutes = [list, one, codeInterface, events];
