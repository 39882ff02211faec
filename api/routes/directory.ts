/** Chapters Messenger, and Mail and names, of the specification: registering wallets and names, and finding them. Both are records of
 *  the chain. A request that registers or releases is answered when a block has decided it: before that nobody knows who was first. */

import { PAGE } from '../../engine/base/limits.js';
import { invariant, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { AccountId } from '../../engine/crypto/address.js';
import { largestRequest } from '../../engine/intake/envelope.js';
import { nameEntry, walletOwner } from '../../engine/ledger/directory.js';
import { namesByOwner, wallets } from '../../engine/ledger/directoryTables.js';
import type { AnyKind } from '../../engine/ledger/kind.js';
import { registerName } from '../../engine/ledger/kinds/registerName.js';
import { registerWallet } from '../../engine/ledger/kinds/registerWallet.js';
import { releaseName } from '../../engine/ledger/kinds/releaseName.js';
import type { StateView } from '../../engine/state/overlay.js';
import { type ApiContext, defineRoute } from '../context.js';
import { signedRefusals, signedRequest } from '../openapi/signedRequest.js';
import { text } from '../routing/parameters.js';
import { Type } from '../routing/schema.js';
import { Hash } from '../schemas.js';
import type { ServerRequest } from '../server/port.js';
import {
  NamedWallet,
  NameRecord,
  namedWallet,
  nameView,
  WalletRecord,
  WalletText,
  walletView,
} from './directoryRecords.js';
import { type Listing, listed, listLimit } from './lists.js';
import { badCursor, jsonStream, NextCursor, pageCursor, pagedAnswer, pageOffset } from './parts.js';
import { atHeight, type Listed, listAt, pastRefusals, readAt } from './past.js';

const Success = Type.Literal(true);
const written = { success: Success, txId: Hash };

interface Decided {
  readonly txId: string;
  readonly sender: AccountId;
  /** That the request names. */
  readonly name: string;
  /** Of its block, milliseconds. */
  readonly time: number;
}

/** Takes a signed request and waits for its block. No function is suspended that has the body or the transaction: many requests wait at
 *  a time, each for seconds. @param answer to one that a block has. */
function decided<T extends object>(
  { node, sourceOf, inclusions }: ApiContext,
  kind: AnyKind,
  { body, request }: { readonly body: Uint8Array; readonly request: ServerRequest },
  answer: (done: Decided) => T,
): Promise<(T & { readonly success: true; readonly txId: string }) | Refusal> {
  return node.submit(kind.name, body, sourceOf(request)).then((accepted) => {
    if (isRefusal(accepted)) return accepted;
    const { txId, transaction } = accepted;
    const { sender } = transaction;
    const { name = '' } = transaction.fields as { readonly name?: string };
    return inclusions.wait(txId, request).then((found) => {
      if (isRefusal(found)) return found;
      return { ...answer({ txId, sender, name, time: found.blockTime }), success: true, txId };
    });
  });
}

/** What the signed routes have in common. */
const signedRoute = (kind: AnyKind) => ({
  method: 'POST' as const,
  path: kind.route,
  chapter: kind.chapter,
  summary: kind.summary,
  body: 'raw' as const,
  bodyShape: signedRequest(kind),
  bodyLimit: largestRequest(kind.name),
  refusals: [...signedRefusals, 'expired' as const, 'replaced' as const, ...(kind.refusals ?? [])],
});

const walletRegistration = defineRoute({
  ...signedRoute(registerWallet),
  response: { 200: Type.Object({ ...written, wallet: WalletRecord }) },
  handler: (context, input) =>
    decided(context, registerWallet, input, ({ sender }) => {
      const wallet = walletView(context.node.state, sender);
      invariant(wallet, 'a registered wallet is never removed');
      return { wallet };
    }),
});

const nameRegistration = defineRoute({
  ...signedRoute(registerName),
  response: { 200: Type.Object({ ...written, entry: NameRecord }) },
  handler: (context, input) =>
    decided(context, registerName, input, ({ sender, name, time }) => {
      const wallet = context.node.state.get(wallets, sender);
      invariant(wallet, 'a registered wallet is never removed');
      // By the block that carried it: its owner may have released it since.
      return { entry: nameView(name, { registeredAt: time }, wallet) };
    }),
});

const nameRelease = defineRoute({
  ...signedRoute(releaseName),
  response: { 200: Type.Object({ ...written, name: Type.String() }) },
  handler: (context, input) => decided(context, releaseName, input, ({ name }) => ({ name })),
});

const walletListing = ({
  indexes,
  state,
}: Listed): Listing<{ number: number; account: AccountId }, number, unknown> => ({
  behind: (number = 0, offset, limit) => indexes.wallets.behind(number, offset, limit),
  placeOf: ({ number }) => number,
  cursorOf: String,
  views: async function* (places) {
    for (const { account } of places) yield walletView(state, account);
  },
  textOf: (view) => JSON.stringify(view),
  most: PAGE.wallets.max,
});

const walletList = defineRoute({
  method: 'GET',
  path: '/api/messenger/wallets',
  chapter: 'Messenger',
  summary: 'Discoverable wallets in the order of their first registrations',
  query: Type.Object({
    limit: listLimit(PAGE.wallets),
    offset: pageOffset,
    cursor: pageCursor('^\\d{1,15}$', '1'),
    ...atHeight,
  }),
  refusals: pastRefusals,
  response: {
    200: Type.Object({
      success: Success,
      wallets: Type.Array(WalletRecord),
      total: Type.Integer({ description: 'Of discoverable wallets' }),
      next_cursor: NextCursor,
    }),
  },
  handler: ({ node }, { query }) =>
    listAt(node, query.height, (source) => {
      const place = query.cursor === undefined ? undefined : Number(query.cursor);
      if (place === 0) return badCursor();
      const pieces = listed(walletListing(source), { ...query, place });
      const { size: total } = source.indexes.wallets;
      return jsonStream(pagedAnswer({ success: true }, 'wallets', pieces, { total }));
    }),
});

const noWallet = (): Refusal => refuse('not_found', 'Wallet not registered');

const oneWallet = defineRoute({
  method: 'GET',
  path: '/api/messenger/wallets/:wallet',
  chapter: 'Messenger',
  summary: 'One wallet, by its id, the address of its owner, or one of its keys; also when lists do not show it',
  params: Type.Object({ wallet: WalletText }),
  query: Type.Object(atHeight),
  refusals: pastRefusals,
  response: { 200: Type.Object({ success: Success, wallet: WalletRecord }) },
  handler: ({ node }, { params, query }) =>
    readAt(node, query.height, ({ state }) => {
      const owner = walletOwner(state, params.wallet);
      const wallet = owner && walletView(state, owner);
      return wallet ? { success: true as const, wallet } : noWallet();
    }),
});

function resolved(state: StateView, written: string) {
  const found = nameEntry(state, written);
  const wallet = found && state.get(wallets, found.entry.owner);
  if (!wallet) return refuse('not_found', 'Name not found');
  const { name, entry } = found;
  return { success: true as const, entry: nameView(name, entry, wallet), wallet: namedWallet(entry.owner, wallet) };
}

const resolve = defineRoute({
  method: 'GET',
  path: '/api/names/resolve/:name',
  chapter: 'Mail and names',
  summary: 'The wallet that has a name',
  params: Type.Object({
    name: text({ mustBe: 'a name', maxLength: 64, examples: ['alice'], description: 'In any case' }),
  }),
  query: Type.Object(atHeight),
  refusals: pastRefusals,
  response: { 200: Type.Object({ success: Success, entry: NameRecord, wallet: NamedWallet }) },
  handler: ({ node }, { params, query }) => readAt(node, query.height, ({ state }) => resolved(state, params.name)),
});

const reverse = defineRoute({
  method: 'GET',
  path: '/api/names/reverse/:walletId',
  chapter: 'Mail and names',
  summary: 'The name of a wallet; null when it has none',
  params: Type.Object({ walletId: WalletText }),
  query: Type.Object(atHeight),
  refusals: pastRefusals,
  response: { 200: Type.Object({ success: Success, name: Type.Union([Type.String(), Type.Null()]) }) },
  handler: ({ node }, { params, query }) =>
    readAt(node, query.height, ({ state }) => {
      const owner = walletOwner(state, params.walletId);
      return owner === undefined
        ? noWallet()
        : { success: true as const, name: state.get(namesByOwner, owner) ?? null };
    }),
});

export const directoryRoutes = [
  walletRegistration,
  walletList,
  oneWallet,
  nameRegistration,
  nameRelease,
  resolve,
  reverse,
];
