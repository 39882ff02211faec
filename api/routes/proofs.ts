/** Proofs of state: what the state holds at a key, provable against the state root of the tip's header.
 *  `engine/state/proofVerifier.ts` checks them; the package exports it as `rouged/proof`. */

import { XRGE } from '../../engine/base/amounts.js';
import { fromHex, toHex, utf8Text } from '../../engine/base/bytes.js';
import { PAGE } from '../../engine/base/limits.js';
import { isRefusal, refuse } from '../../engine/base/refusal.js';
import { accounts, tokenBalanceKey, tokenBalances } from '../../engine/ledger/tables.js';
import type { Node } from '../../engine/node.js';
import { stateKey } from '../../engine/state/table.js';
import { defineRoute } from '../context.js';
import { text, wholeNumber } from '../routing/parameters.js';
import { Type } from '../routing/schema.js';
import { AccountText, Hash, Height, TokenSymbol } from '../schemas.js';
import { framed, jsonStream, pageLimit, readAccount } from './parts.js';
import { atHeight, pastHeight, pastRefusals } from './past.js';

const chapter = 'Proofs';

/** Longest state key: table, address and key of a record that a contract keeps are 277 bytes. */
const MAX_KEY_BYTES = 277;

const Proof = Type.Object(
  {
    success: Type.Literal(true),
    chain_id: Type.String(),
    height: Height,
    block_hash: Type.String({ description: 'Hash of the block of that height' }),
    header: Type.String({ description: 'The header as it is hashed and signed; it names the state root' }),
    state_root: Hash,
    key: Type.String({ description: 'Table number and key of the record, hex' }),
    value: Type.Union([Type.String(), Type.Null()], { description: 'Bytes of the record, hex; null: there is none' }),
    siblings: Type.Array(Hash, { description: 'Hashes beside the way from the root down to the key' }),
    other: Type.Union([Type.Object({ key_hash: Hash, value_hash: Hash }), Type.Null()], {
      description: 'Where the key has no record: hashes of the record that lies in its place, if one does',
    }),
  },
  { title: 'StateProof' },
);

async function proofAnswer(node: Node, key: Uint8Array, height: number | undefined) {
  const past = pastHeight(node, height);
  if (isRefusal(past)) return past;
  const proven = await (past === undefined ? node.proofs.prove(key) : node.proofs.proveAt(key, past));
  if (isRefusal(proven)) return proven;
  const { proof, block } = proven;
  const { other } = proof;
  return {
    success: true as const,
    chain_id: block.header.chain_id,
    height: block.header.height,
    block_hash: block.hash,
    header: utf8Text(block.headerBytes),
    state_root: toHex(proof.root),
    key: toHex(key),
    value: proof.value === undefined ? null : toHex(proof.value),
    siblings: proof.siblings.map(toHex),
    other: other ? { key_hash: toHex(other.keyHash), value_hash: toHex(other.valueHash) } : null,
  };
}

const account = defineRoute({
  method: 'GET',
  path: '/api/proof/account/:account',
  chapter,
  summary: 'Proof of an account: its balance in quanta (16 bytes), nonce (8) and number of transactions (8)',
  params: Type.Object({ account: AccountText }),
  query: Type.Object(atHeight),
  response: { 200: Proof },
  refusals: ['malformed_parameter', 'busy', ...pastRefusals],
  handler: ({ node }, { params, query }) => {
    const named = readAccount(params.account);
    return isRefusal(named) ? named : proofAnswer(node, stateKey(accounts, named.account), query.height);
  },
});

const token = defineRoute({
  method: 'GET',
  path: '/api/proof/token/:account/:symbol',
  chapter,
  summary: 'Proof of a token balance: base units (16 bytes)',
  params: Type.Object({ account: AccountText, symbol: TokenSymbol }),
  query: Type.Object(atHeight),
  response: { 200: Proof },
  refusals: ['malformed_parameter', 'busy', ...pastRefusals],
  handler: ({ node }, { params, query }) => {
    const named = readAccount(params.account);
    if (isRefusal(named)) return named;
    // The tokens' table has no entry for XRGE, and its absence would look like a balance of zero.
    if (params.symbol.toUpperCase() === XRGE)
      return refuse('malformed_parameter', 'XRGE stands in the account record: use /api/proof/account/:account');
    return proofAnswer(
      node,
      stateKey(tokenBalances, tokenBalanceKey(named.account, params.symbol.toUpperCase())),
      query.height,
    );
  },
});

const anyKey = defineRoute({
  method: 'GET',
  path: '/api/proof/key/:key',
  chapter,
  summary: 'Proof of any key of the state',
  params: Type.Object({
    key: text({
      mustBe: `a table number and a key in hex, ${MAX_KEY_BYTES} bytes at most`,
      pattern: `^([0-9a-fA-F]{2}){1,${MAX_KEY_BYTES}}$`,
      examples: ['01'],
    }),
  }),
  query: Type.Object(atHeight),
  response: { 200: Proof },
  refusals: ['malformed_parameter', 'busy', ...pastRefusals],
  handler: ({ node }, { params, query }) => {
    const key = fromHex(params.key);
    return key ? proofAnswer(node, key, query.height) : refuse('malformed_parameter', 'key must be hex');
  },
});

const SetChange = Type.Object(
  {
    height: Height,
    block_hash: Hash,
    header: Type.String({ description: 'The header as it is hashed and signed; it names the state root' }),
    proposer_signature: Type.String({ description: 'Hex; the block hash covers it' }),
    state_root: Hash,
    key: Type.String({ description: 'Key of the record of the active set, hex' }),
    value: Type.String({ description: 'For each member its account (32 bytes) and stake (16), greatest stake first' }),
    siblings: Type.Array(Hash, { description: 'Hashes beside the way from the root down to the key' }),
    other: Type.Null(),
  },
  { title: 'SetChange' },
);

const sets = defineRoute({
  method: 'GET',
  path: '/api/proof/sets',
  chapter,
  summary:
    'Every change of the active set with its proof, oldest first: the set of a record proposes and votes from the block after on. GET /api/finality/:height has the votes that make that block final',
  query: Type.Object({
    from_height: Type.Optional(
      wholeNumber({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Only blocks from this height on' }),
    ),
    limit: pageLimit(PAGE.setChanges),
  }),
  refusals: ['pruned'],
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      sets: Type.Array(SetChange),
      next_height: Type.Optional(
        Type.Integer({ description: 'Height of the next change; absent when the answer has the last one' }),
      ),
    }),
  },
  handler: ({ node }, { query }) => {
    const last = node.chain.tip.height;
    const items = node.chain.setChanges({ from: query.from_height ?? 0, last, limit: query.limit });
    return jsonStream(framed('{"success":true,"sets":[', items, '}'));
  },
});

export const proofRoutes = [account, token, anyKey, sets];
