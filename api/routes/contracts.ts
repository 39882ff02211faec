/** Chapter Smart contracts of the specification: which contracts there are, what they keep, what they told. Calls are in
 *  `contractCalls.ts`. */

import { Type } from 'typebox';
import { XRGE } from '../../engine/base/amounts.js';
import { binaryToHex, fromHex, toHex, utf8Text } from '../../engine/base/bytes.js';
import { PAGE } from '../../engine/base/limits.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { accountOfContract, addressOf, contractAddress } from '../../engine/crypto/address.js';
import { contractNotFound, contractOf } from '../../engine/ledger/contracts.js';
import {
  type Contract,
  contractKey,
  contractStorage,
  storageKey,
  storageSizes,
} from '../../engine/ledger/contractTables.js';
import { balanceOf } from '../../engine/ledger/funds.js';
import { activityOf, contractSubject } from '../../engine/ledger/subjects.js';
import type { Node } from '../../engine/node.js';
import { stateKey } from '../../engine/state/table.js';
import { defineRoute } from '../context.js';
import { text, wholeNumber } from '../routing/parameters.js';
import { Hash, Height, Milliseconds, Quanta } from '../schemas.js';
import { shownKey } from './nftRecords.js';
import { badCursor, framed, jsonStream, NextCursor, pageCursor, pagedAnswer, pageLimit, pageOffset } from './parts.js';

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
export function findContract(node: Node, written: string): FoundContract | Refusal {
  const address = contractAddress(written.trim());
  const contract = address === undefined ? undefined : contractOf(node.state, address);
  return address !== undefined && contract ? { address, contract } : contractNotFound(written.slice(0, 64));
}

async function recordOf(node: Node, { address, contract }: FoundContract) {
  const { deployer, codeHash, codeBytes, createdAt, createdHeight } = contract;
  const { records, bytes } = node.state.get(storageSizes, contractKey(address)) ?? { records: 0, bytes: 0 };
  const account = accountOfContract(address);
  return {
    address,
    account: addressOf(account),
    deployer: await shownKey(node, deployer),
    deployer_address: addressOf(deployer),
    code_hash: binaryToHex(codeHash),
    wasm_size: codeBytes,
    created_at: createdAt,
    created_height: createdHeight,
    balance_quanta: String(balanceOf(node.state, account, XRGE)),
    storage_records: records,
    storage_bytes: bytes,
    event_transactions: activityOf(node.state, contractSubject(address)),
  };
}

const params = Type.Object({ addr: ContractAddress });
const Success = Type.Literal(true);

const one = defineRoute({
  method: 'GET',
  path: '/api/contract/:addr',
  chapter,
  summary: 'A contract: who deployed it, its code, its balance, how much it keeps',
  params,
  refusals: ['not_found'],
  response: { 200: Type.Object({ success: Success, contract: ContractRecord }) },
  handler: async ({ node }, { params: { addr } }) => {
    const found = findContract(node, addr);
    return isRefusal(found) ? found : ({ success: true, contract: await recordOf(node, found) } as const);
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
  refusals: ['not_found', 'invalid_contract', 'busy'],
  response: { 200: ContractInterfaceRecord },
  handler: async ({ node }, { params: { addr } }) => {
    const found = findContract(node, addr);
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

const list = defineRoute({
  method: 'GET',
  path: '/api/contracts',
  chapter,
  summary: 'Contracts, newest first',
  query: Type.Object({
    limit: pageLimit(PAGE.contracts),
    offset: pageOffset,
    cursor: pageCursor('^\\d{1,15}$', '1'),
  }),
  refusals: [],
  response: {
    200: Type.Object({
      success: Success,
      contracts: Type.Array(ContractRecord),
      count: Type.Integer({ description: 'In this answer' }),
      total: Type.Integer(),
      next_cursor: NextCursor,
    }),
  },
  handler: async ({ node }, { query: { limit, offset, cursor } }) => {
    const { contracts } = node.indexes;
    const total = contracts.size;
    const end = cursor === undefined ? total : Number(cursor);
    if (end > total) return badCursor();
    const addresses = contracts.newest(total - end + offset, limit);
    const found = addresses.flatMap((address) => {
      const contract = contractOf(node.state, address);
      return contract ? [{ address, contract }] : [];
    });
    const left = end - offset - addresses.length;
    return {
      success: true,
      contracts: await Promise.all(found.map((each) => recordOf(node, each))),
      count: found.length,
      total,
      next_cursor: left > 0 && found.length > 0 ? String(left) : null,
    } as const;
  },
});

/** The key as its bytes: hex when it is some, as its characters otherwise. */
const keyBytes = (written: string): Uint8Array => fromHex(written) ?? new Uint8Array(Buffer.from(written, 'utf8'));

function recordAt(node: Node, address: string, written: string) {
  const key = keyBytes(written);
  const value = node.state.get(contractStorage, storageKey(address, key));
  return {
    success: true,
    key: written,
    key_hex: toHex(key),
    state_key: toHex(stateKey(contractStorage, storageKey(address, key))),
    value: value === undefined ? null : toHex(value),
    valueUtf8: value === undefined ? null : utf8Text(value),
  } as const;
}

const state = defineRoute({
  method: 'GET',
  path: '/api/contract/:addr/state',
  chapter,
  summary: 'What a contract keeps: all of it in pages, or the value at one key',
  params,
  query: Type.Object({
    key: Type.Optional(
      text({
        mustBe: 'a key of a contract: hex, or its characters',
        maxLength: 1_024,
        examples: ['00'],
        description: 'Only this one',
      }),
    ),
    limit: pageLimit(PAGE.contractState),
    cursor: pageCursor('^([0-9a-f]{2}){1,257}$', '00'),
  }),
  refusals: ['not_found'],
  response: {
    200: Type.Union([
      Type.Object({
        success: Success,
        state: Type.Record(Type.String(), Type.String(), {
          description: 'Keys and values as text, in hex where they are not UTF-8',
        }),
        count: Type.Integer({ description: 'In this answer' }),
        total: Type.Integer(),
        next_cursor: NextCursor,
      }),
      Type.Object({
        success: Success,
        key: Type.String({ description: 'As it was asked for' }),
        key_hex: Type.String(),
        state_key: Type.String({ description: 'For GET /api/proof/key/:key' }),
        value: Type.Union([Type.String(), Type.Null()], { description: 'Hex; null: there is none' }),
        valueUtf8: Type.Union([Type.String(), Type.Null()]),
      }),
    ]),
  },
  handler: ({ node }, { params: { addr }, query: { key, limit, cursor } }) => {
    const found = findContract(node, addr);
    if (isRefusal(found)) return found;
    const { address } = found;
    if (key !== undefined) return recordAt(node, address, key);
    const total = node.state.get(storageSizes, contractKey(address))?.records ?? 0;
    const page = { contract: address, limit, ...(cursor !== undefined && { first: cursor }) };
    return jsonStream(framed('{"success":true,"state":{', node.chain.contractState(page), `,"total":${total}}`));
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
  }),
  refusals: ['not_found', 'pruned'],
  response: {
    200: Type.Object({
      success: Success,
      events: Type.Array(ContractEventRecord),
      count: Type.Integer({ description: 'In this answer' }),
      next_cursor: NextCursor,
    }),
  },
  handler: ({ node }, { params: { addr }, query: { limit, before, tx, cursor } }) => {
    const found = findContract(node, addr);
    if (isRefusal(found)) return found;
    const { address } = found;
    const total = activityOf(node.state, contractSubject(address));
    const from = placeOf(cursor, total);
    if (isRefusal(from)) return from;
    const page = {
      contract: address,
      total,
      limit,
      ...(before !== undefined && { before }),
      ...(tx !== undefined && { tx: tx.toLowerCase() }),
      ...(from && { from }),
    };
    return jsonStream(pagedAnswer({ success: true }, 'events', node.chain.contractEvents(page), {}));
  },
});

export const contractRoutes = [list, one, codeInterface, state, events];
