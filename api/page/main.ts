/** The page: header, search, and the view that its address names. Addresses are `#/`, `#/block/<height>`,
 *  `#/tx/<id>`, `#/address/<address or key>`, `#/find/<hash>`, `#/search/<name>`, `#/tokens`, `#/token/<symbol>`, `#/pools`, `#/pool/<id>`,
 *  `#/nfts`, `#/collection/<id>`, `#/nft/<collection>/<number>`, `#/contracts`, `#/contract/<address>`, `#/network`, `#/bridge`, `#/wallet`, so that
 *  every view can be copied and sent. */

import { assetHref, nftHref } from './assets.js';
import type { BridgeConfig } from './bridgeAnswers.js';
import { contractHref } from './contracts.js';
import { part, setText } from './dom.js';
import { Feed } from './feed.js';
import { age, count, localTime } from './format.js';
import { hrefOf } from './parts.js';
import { type Query, readQuery } from './query.js';
import { readAny } from './reading.js';
import { AGAIN, nothing, type Place, sentence, type View } from './view.js';
import { AddressView } from './views/address.js';
import { BlockView } from './views/block.js';
import { BridgeView } from './views/bridge.js';
import { CollectionView } from './views/collection.js';
import { collectionsView } from './views/collections.js';
import { ContractView } from './views/contract.js';
import { contractsView } from './views/contracts.js';
import { FindView } from './views/find.js';
import { NetworkView } from './views/network.js';
import { NftView } from './views/nft.js';
import { Overview } from './views/overview.js';
import { PoolView } from './views/pool.js';
import { poolsView } from './views/pools.js';
import { SearchView } from './views/search.js';
import { TokenView } from './views/token.js';
import { tokensView } from './views/tokens.js';
import { TransactionView } from './views/transaction.js';
import { WalletView } from './views/wallet.js';

const VIEWS: Readonly<Record<string, (place: Place) => View>> = {
  block: (place) => new BlockView(place),
  tx: (place) => new TransactionView(place),
  address: (place) => new AddressView(place),
  find: (place) => new FindView(place),
  search: (place) => new SearchView(place),
  tokens: tokensView,
  token: (place) => new TokenView(place),
  pools: poolsView,
  pool: (place) => new PoolView(place),
  nfts: collectionsView,
  collection: (place) => new CollectionView(place),
  nft: (place) => new NftView(place),
  contracts: contractsView,
  contract: (place) => new ContractView(place),
  network: (place) => new NetworkView(place),
  bridge: (place) => new BridgeView(place),
  wallet: (place) => new WalletView(place),
};

/** Which entry of the navigation a view belongs to. */
const SECTIONS: Readonly<Record<string, string>> = {
  token: 'tokens',
  tokens: 'tokens',
  pool: 'pools',
  pools: 'pools',
  collection: 'nfts',
  nft: 'nfts',
  nfts: 'nfts',
  contract: 'contracts',
  contracts: 'contracts',
  network: 'network',
  bridge: 'bridge',
  wallet: 'wallet',
};

const content = part('content');
const notice = part('notice');
const query = part('query') as HTMLInputElement;

let view: View | undefined;
/** Whether the network has a bridge: it does not change. */
let hasBridge = false;
const feed: Feed = new Feed(draw);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Marks where the reader is in the navigation. */
function drawSections(kind: string): void {
  const current = Object.hasOwn(SECTIONS, kind) ? SECTIONS[kind] : 'chain';
  for (const link of part('sections').querySelectorAll('a'))
    if (link.dataset.section === current)
      link.setAttribute('aria-current', kind === current || kind === '' ? 'page' : 'true');
    else link.removeAttribute('aria-current');
}

function viewOf(hash: string): View {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
  const [kind = '', value = '', second = ''] = path.split('/');
  const page = Number(/(?:^|&)page=([1-9]\d{0,8})(?:&|$)/.exec(search)?.[1] ?? 1);
  const cursor = /(?:^|&)cursor=([^&]{1,1000})(?:&|$)/.exec(search)?.[1];
  drawSections(kind);
  if (kind === '') return new Overview(feed);
  const create = Object.hasOwn(VIEWS, kind) ? VIEWS[kind] : undefined;
  if (create)
    return create({
      feed,
      value: decoded(value),
      second: decoded(second),
      page,
      cursor: cursor === undefined ? undefined : decoded(cursor),
    });
  const element = nothing(
    'There is no such page',
    'The link may be cut off. The search finds blocks, transactions, addresses, contracts, tokens, pools and collections.',
  );
  return { title: 'Not found', element, ends: new AbortController() };
}

function show(next: View, moved: boolean): void {
  view?.ends.abort();
  view = next;
  content.replaceChildren(next.element);
  if (moved) {
    scrollTo(0, 0);
    content.focus({ preventScroll: true });
  }
  draw();
}

/** Shows in the header what is known about the node's health. */
function drawHealth(): void {
  const { health, isHealthFresh } = feed;
  const element = part('health');
  const good = health?.status === 'ok';
  element.className = `state ${health === undefined ? '' : !isHealthFresh ? 'warn' : good ? 'good' : 'bad'}`;
  const known = isHealthFresh
    ? good
      ? 'Healthy'
      : (health?.status ?? '')
    : `Stale, ${age(Date.now() - feed.healthAt)}`;
  setText(element, health === undefined ? '' : known);
  element.title = isHealthFresh ? '' : `The node last said how it is at ${localTime(feed.healthAt)}.`;
}

/** What is wrong, in a sentence: the connection first, then the node. */
function problemOf(): string {
  const { health, connection, connectionSince, pause } = feed;
  if (connection === 'lost') {
    const since = `${localTime(connectionSince)}, ${age(Date.now() - connectionSince)}`;
    return `No answer from the node since ${since}. What is shown is from then; the page goes on trying.`;
  }
  if (pause) return `${sentence(pause.message)} The page reads again at ${localTime(pause.until)}.`;
  return health && health.status !== 'ok' ? sentence(health.reason ?? 'The node gives no reason.') : '';
}

function drawNotice(): void {
  const problem = problemOf();
  notice.hidden = problem === '';
  notice.className = 'notice bad';
  setText(notice, problem);
}

function drawConnection(): void {
  const element = part('connection');
  const { connection } = feed;
  const texts = { connecting: 'Connecting', live: 'Live', polling: 'Polling', lost: 'Disconnected' } as const;
  const moods = { connecting: '', live: 'good', polling: 'warn', lost: 'bad' } as const;
  element.className = `state ${moods[connection]}`;
  setText(element, texts[connection]);
  const since = age(Date.now() - feed.connectionSince);
  const titles = {
    connecting: 'Connecting to the node.',
    live: 'Blocks arrive as they are made.',
    polling: 'The WebSocket is closed; the page asks every few seconds and connects again when it can.',
    lost: `The node stopped answering ${since}. What is shown is from then; the page goes on trying.`,
  } as const;
  element.title = titles[connection];
  document.body.classList.toggle('stale', connection === 'lost');
}

function draw(): void {
  const { stats, health } = feed;
  setText(part('node-name'), stats?.node_name ?? 'rouged');
  setText(part('chain-id'), stats?.chain_id ?? health?.chain_id ?? '');
  setText(part('node-address'), stats ? `Node ${stats.node_id}` : '');
  part('bridge-link').hidden = !hasBridge;
  part('wallet-link').hidden = feed.health?.local_network !== true;
  drawHealth();
  drawConnection();
  drawNotice();
  const height = feed.height === undefined ? '' : `${count(feed.height)} · `;
  document.title = `${view?.title === 'Overview' ? height : `${view?.title ?? ''} · `}${stats?.node_name ?? 'rouged'}`;
  view?.update?.();
}

function targetOf(found: Exclude<Query, { readonly kind: 'unknown' }>): string {
  if (found.kind === 'hash') return `#/find/${found.value}`;
  if (found.kind === 'name') return `#/search/${encodeURIComponent(found.value)}`;
  if (found.kind === 'contract') return contractHref(found.value);
  if (found.kind === 'nft') return nftHref(found.value, found.tokenId);
  if (found.kind === 'token' || found.kind === 'pool' || found.kind === 'collection')
    return assetHref(found.kind, found.value);
  return hrefOf(found.kind, found.value);
}

void readAny<BridgeConfig>('/api/bridge/config').then((reply) => {
  hasBridge = reply.ok && reply.value.networkHasBridge;
  draw();
});

part('search').addEventListener('submit', (event) => {
  event.preventDefault();
  const found = readQuery(query.value);
  if (found.kind === 'unknown') {
    show(
      { title: 'Search', element: nothing('This cannot be looked up', found.hint), ends: new AbortController() },
      false,
    );
    return;
  }
  const target = targetOf(found);
  if (target === location.hash) show(viewOf(target), false);
  else location.hash = target;
  query.blur();
});

part('skip').addEventListener('click', (event) => {
  event.preventDefault();
  content.focus();
});

addEventListener('keydown', (event) => {
  const typing = /^(?:INPUT|TEXTAREA|SELECT)$/.test((event.target as Element | null)?.tagName ?? '');
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  query.focus();
});

content.addEventListener(AGAIN, () => show(viewOf(location.hash), false));
addEventListener('hashchange', () => show(viewOf(location.hash), true));
show(viewOf(location.hash), false);
feed.start();
