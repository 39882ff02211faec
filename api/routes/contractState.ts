/** Chapter Smart contracts of the specification: what a contract keeps, all of it in pages or the value at one key. */

import { fromHex, toHex, utf8Text } from '../../engine/base/bytes.js';
import { PAGE } from '../../engine/base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { contractKey, contractStorage, storageKey, storageSizes } from '../../engine/ledger/contractTables.js';
import type { Node } from '../../engine/node.js';
import type { StateView } from '../../engine/state/overlay.js';
import { stateKey } from '../../engine/state/table.js';
import { keyBytes, keyText } from '../../engine/store/contractRecords.js';
import { defineRoute } from '../context.js';
import type { Content } from '../routing/answer.js';
import { text } from '../routing/parameters.js';
import { Type } from '../routing/schema.js';
import { ContractAddress, findContract } from './contracts.js';
import { framed, jsonStream, NextCursor, pageCursor, pageLimit } from './parts.js';
import { atHeight, pastRefusals, readAt } from './past.js';

const Success = Type.Literal(true);

const Dump = Type.Object({
  success: Success,
  state: Type.Record(Type.String(), Type.String(), {
    description:
      'Keys and values as text. A key that is not UTF-8, or is hex itself, is in hex: `key` finds each as it is written here. A value that is not UTF-8, or is 0x and hex itself, is 0x and its hex',
  }),
  entries: Type.Array(Type.Object({ key_hex: Type.String(), value_hex: Type.String() }), {
    description: 'The same records exactly, in the order of their keys',
  }),
  count: Type.Integer({ description: 'In this answer' }),
  next_cursor: NextCursor,
  total: Type.Integer(),
});

const OneRecord = Type.Object({
  success: Success,
  key: Type.String({ description: 'As it was asked for; as `state` has it when that was by `key_hex`' }),
  key_hex: Type.String(),
  state_key: Type.String({ description: 'For GET /api/proof/key/:key' }),
  value: Type.Union([Type.String(), Type.Null()], { description: 'Hex; null: there is none' }),
  valueUtf8: Type.Union([Type.String(), Type.Null()]),
});

interface Query {
  readonly key?: string;
  readonly key_hex?: string;
  readonly limit: number;
  readonly cursor?: string;
  readonly height?: number;
}

/** The key that a query names, if any. */
function namedKey({ key, key_hex: hex }: Query): { readonly key: string; readonly bytes: Uint8Array } | undefined {
  if (key !== undefined) return { key, bytes: keyBytes(key) };
  const bytes = hex === undefined ? undefined : fromHex(hex);
  return bytes && { key: keyText(bytes), bytes };
}

function recordAt(state: StateView, address: string, { key, bytes }: { key: string; bytes: Uint8Array }) {
  const place = storageKey(address, bytes);
  const value = state.get(contractStorage, place);
  return {
    success: true,
    key,
    key_hex: toHex(bytes),
    state_key: toHex(stateKey(contractStorage, place)),
    value: value === undefined ? null : toHex(value),
    valueUtf8: value === undefined ? null : utf8Text(value),
  } as const;
}

async function pageOf(node: Node, written: string, { limit, cursor, height }: Query): Promise<Content | Refusal> {
  const known = await readAt(node, height, ({ state }) => {
    const found = findContract({ state }, written);
    if (isRefusal(found)) return found;
    return { address: found.address, total: state.get(storageSizes, contractKey(found.address))?.records ?? 0 };
  });
  if (isRefusal(known)) return known;
  // An archive has the tip's height too, and keeps it when the tip moves on before the page is read.
  const past = height !== undefined && node.chain.mode === 'archive' ? { height } : {};
  const page = { contract: known.address, limit, ...(cursor !== undefined && { first: cursor }), ...past };
  return jsonStream(framed('{"success":true,"state":{', node.chain.contractState(page), `,"total":${known.total}}`));
}

const state = defineRoute({
  method: 'GET',
  path: '/api/contract/:addr/state',
  chapter: 'Smart contracts',
  summary: 'What a contract keeps: all of it in pages, or the value at one key',
  params: Type.Object({ addr: ContractAddress }),
  query: Type.Object({
    key: Type.Optional(
      text({
        mustBe: 'a key of a contract: hex, or its characters',
        maxLength: 1_024,
        examples: ['00'],
        description: 'Only this one: hex when it is some, its characters otherwise',
      }),
    ),
    key_hex: Type.Optional(
      text({
        mustBe: 'a key of a contract in hex',
        maxLength: 1_024,
        pattern: '^([0-9a-fA-F]{2})*$',
        description: 'Only this one, in hex; not together with `key`',
      }),
    ),
    limit: pageLimit(PAGE.contractState),
    cursor: pageCursor('^([0-9a-f]{2}){1,257}$', '00'),
    ...atHeight,
  }),
  refusals: pastRefusals,
  response: { 200: Type.Union([Dump, OneRecord]) },
  handler: ({ node }, { params: { addr }, query }) => {
    if (query.key !== undefined && query.key_hex !== undefined)
      return refuse('malformed_parameter', 'name a record by key or by key_hex, not by both');
    const named = namedKey(query);
    if (!named) return pageOf(node, addr, query);
    return readAt(node, query.height, ({ state }) => {
      const found = findContract({ state }, addr);
      return isRefusal(found) ? found : recordAt(state, found.address, named);
    });
  },
});

export const contractStateRoutes = [state];
