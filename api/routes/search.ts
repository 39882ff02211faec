/** Finding tokens, pools and collections by name, contracts by their address. Where there is an index of the history, also by any part of a name, NFTs
 *  by the beginning of theirs, transactions and blocks by that of their hash. */

import { PAGE } from '../../engine/base/limits.js';
import { invariant, isRefusal } from '../../engine/base/refusal.js';
import { addressOf, contractAddress } from '../../engine/crypto/address.js';
import { contractOf } from '../../engine/ledger/contracts.js';
import { deepPoolsOf } from '../../engine/ledger/deepPools.js';
import { collections, collectionTexts } from '../../engine/ledger/nftTables.js';
import { idOfPair, readPoolId } from '../../engine/ledger/poolIds.js';
import { pools } from '../../engine/ledger/poolTables.js';
import { builtInToken, shownSymbol } from '../../engine/ledger/tokens.js';
import { tokens } from '../../engine/ledger/tokenTables.js';
import type { Node } from '../../engine/node.js';
import { defineRoute } from '../context.js';
import type { HistoryHits, HistoryIndex, Indexed } from '../historyIndex.js';
import { text } from '../routing/parameters.js';
import { Type } from '../routing/schema.js';
import { Hash, Height, Milliseconds } from '../schemas.js';
import { pageLimit } from './parts.js';

/** A name has at most 100. */
const SEARCH_CHARACTERS = 100;

const tokenHit = (node: Node, symbol: string) => ({
  symbol: shownSymbol(symbol),
  name: builtInToken(symbol)?.name ?? node.state.get(tokens, symbol)?.name ?? symbol,
});

function collectionHit(node: Node, id: string) {
  const collection = node.state.get(collections, id);
  const texts = node.state.get(collectionTexts, id);
  invariant(collection && texts, 'the index of names is not that of the state');
  return { collection_id: id, symbol: collection.symbol, name: texts.name };
}

/** The pool that a text names, and the deep pools of the tokens that were found. */
function poolHits(node: Node, written: string, symbols: readonly string[], limit: number) {
  const named = readPoolId(written.replace(/\s*[/ ]\s*/, '-'))?.pair;
  const ids = new Set(named ? [idOfPair(named)] : []);
  for (const symbol of symbols) for (const { poolId } of deepPoolsOf(node.state, symbol)) ids.add(poolId);
  return [...ids].slice(0, limit).flatMap((id) => {
    const pool = node.state.get(pools, id);
    return pool ? [{ pool_id: id, token_a: shownSymbol(pool.tokenA), token_b: shownSymbol(pool.tokenB) }] : [];
  });
}

/** The contract that a text names. */
function contractHits(node: Node, written: string) {
  const address = contractAddress(written);
  const contract = address === undefined ? undefined : contractOf(node.state, address);
  return address !== undefined && contract
    ? [{ address, deployer_address: addressOf(contract.deployer), created_height: contract.createdHeight }]
    : [];
}

const NO_HITS: HistoryHits = { tokens: [], collections: [], nfts: [], transactions: [], blocks: [] };

/** An index that is away takes nothing from what the node knows by itself. */
async function historyHits(
  history: HistoryIndex | undefined,
  text: string,
  limit: number,
): Promise<Indexed<HistoryHits> | undefined> {
  const found = text === '' ? undefined : await history?.search(text, limit);
  return isRefusal(found) ? undefined : found;
}

/** What the node has found, and behind it what is only in the index. */
function both<Hit>(own: readonly Hit[], indexed: readonly Hit[], idOf: (hit: Hit) => string, limit: number): Hit[] {
  const known = new Set(own.map(idOf));
  return [...own, ...indexed.filter((hit) => !known.has(idOf(hit)))].slice(0, limit);
}

const search = defineRoute({
  method: 'GET',
  path: '/api/search',
  chapter: 'Search',
  summary:
    'Tokens and collections with a symbol or a word of their name that begins with a text, pools of such tokens, and the contract whose address it is. Where there is an index of the history: with the text anywhere in their names, NFTs whose name begins with it, transactions and blocks whose hash does',
  query: Type.Object({
    q: text({
      mustBe: `1 to ${SEARCH_CHARACTERS} characters`,
      pattern: `^[\\s\\S]{1,${SEARCH_CHARACTERS}}$`,
      examples: ['XRGE'],
    }),
    limit: pageLimit(PAGE.search),
  }),
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      tokens: Type.Array(Type.Object({ symbol: Type.String(), name: Type.String() })),
      collections: Type.Array(
        Type.Object({ collection_id: Type.String(), symbol: Type.String(), name: Type.String() }),
      ),
      pools: Type.Array(Type.Object({ pool_id: Type.String(), token_a: Type.String(), token_b: Type.String() })),
      contracts: Type.Array(
        Type.Object({ address: Type.String(), deployer_address: Type.String(), created_height: Height }),
      ),
      nfts: Type.Array(Type.Object({ collection_id: Type.String(), token_id: Type.Integer(), name: Type.String() })),
      transactions: Type.Array(
        Type.Object({
          txId: Hash,
          kind: Type.String(),
          status: Type.String(),
          blockHeight: Height,
          blockTime: Milliseconds,
        }),
      ),
      blocks: Type.Array(Type.Object({ height: Height, hash: Hash, time: Milliseconds })),
      indexed_height: Type.Union([Height, Type.Null()], {
        description: 'Of the index of the history; null where there is none, or it cannot be read',
      }),
    }),
  },
  handler: async ({ node, history }, { query: { q, limit } }) => {
    const indexed = await historyHits(history, q.trim(), limit);
    const { tokens, collections, nfts, transactions, blocks } = indexed?.rows ?? NO_HITS;
    const found = node.indexes.names.find(q, limit);
    const symbols = found.flatMap((named) => (named.kind === 'token' ? [named.symbol] : []));
    return {
      success: true as const,
      tokens: both(
        symbols.map((symbol) => tokenHit(node, symbol)),
        tokens,
        ({ symbol }) => symbol,
        limit,
      ),
      collections: both(
        found.flatMap((named) => (named.kind === 'collection' ? [collectionHit(node, named.id)] : [])),
        collections,
        ({ collection_id }) => collection_id,
        limit,
      ),
      pools: poolHits(node, q.trim(), symbols, limit),
      contracts: contractHits(node, q.trim()),
      nfts: [...nfts],
      transactions: [...transactions],
      blocks: [...blocks],
      indexed_height: indexed?.height ?? null,
    };
  },
});

export const searchRoutes = [search];
