/** The node's own page: static files that were built beside this code, read once when the API opens.
 *
 *  In: `GET /` and the files that it names. Out: their bytes. The files are under a path that contains the hash of all of
 *  them, so a browser keeps them for good and only revalidates the page itself, mostly with the answer 304.
 *  The page gets the node's data through the API; none of it is ever written into these bytes. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { ApiContext } from '../context.js';
import { defineRoute } from '../context.js';
import { Content } from '../routing/answer.js';
import type { Route } from '../routing/route.js';
import { Type } from '../routing/schema.js';
import type { HeaderPair } from '../server/port.js';

/** Where the built page is, also when this file runs as TypeScript under the test runner. */
const BUILT = new URL(import.meta.url.endsWith('.ts') ? '../../dist/api/page/' : '../page/', import.meta.url);

/** Placeholder in `index.html` for the path of the files, which is known only after hashing them. */
const PLACEHOLDER = '/page/_/';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Only this node's own files and data, no embedding in a frame, no form to another host. Pictures of NFTs may come from other
 *  hosts when the reader asks for them. `ws:` is for browsers in which
 *  'self' does not cover a WebSocket; it includes wss: (Content Security Policy 3, scheme-part match). */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "connect-src 'self' ws:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const SECURITY: readonly HeaderPair[] = [
  ['Content-Security-Policy', CONTENT_SECURITY_POLICY],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
];

const REVALIDATED: HeaderPair = ['Cache-Control', 'no-cache'];
const KEPT: HeaderPair = ['Cache-Control', 'public, max-age=31536000, immutable'];

const chapter = 'Page';
const response = { 200: Type.String() };

interface Asset {
  /** Below the built page's folder, with forward slashes. */
  readonly path: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** @throws Error when the page has not been built. */
function readAssets(): readonly Asset[] {
  const paths = readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  return paths.sort().flatMap((path) => {
    const type = TYPES[path.split('.').at(-1) ?? ''];
    return type === undefined ? [] : [{ path, type, bytes: readFileSync(new URL(path, BUILT)) }];
  });
}

const hashOf = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 16);
};

function assetRoute({ type, bytes }: Asset, path: string): Route<ApiContext> {
  const content = new Content(type, bytes, 200, [KEPT, ...SECURITY]);
  const summary = 'A file of the page';
  const handler = (): Content => content;
  return defineRoute({ method: 'GET', path, chapter, summary, counts: 'free', hasNoHeight: true, response, handler });
}

function indexRoute(html: string): Route<ApiContext> {
  const tag = `"${hashOf(html)}"`;
  const headers: readonly HeaderPair[] = [['ETag', tag], REVALIDATED, ...SECURITY];
  const type = 'text/html; charset=utf-8';
  const page = new Content(type, html, 200, headers);
  const unchanged = new Content(type, '', 304, headers);
  const known = (tags: string): boolean => tags.split(',').some((text) => text.trim().replace(/^W\//, '') === tag);
  return defineRoute({
    method: 'GET',
    path: '/',
    chapter,
    summary: 'What the node does, for a browser',
    counts: 'page',
    hasNoHeight: true,
    response,
    handler: (_, { request }) => (known(request.header('if-none-match')) ? unchanged : page),
  });
}

/** @throws Error when the page has not been built. */
export function pageRoutes(): readonly Route<ApiContext>[] {
  const assets = readAssets();
  const folder = `/page/${hashOf(...assets.flatMap(({ path, bytes }) => [path, bytes]))}/`;
  const html = readFileSync(new URL('index.html', BUILT), 'utf8').replaceAll(PLACEHOLDER, folder);
  return [indexRoute(html), ...assets.map((asset) => assetRoute(asset, folder + asset.path))];
}
