/** Malformed requests that do not happen by accident, made for a route from its own description.
 *
 *  In: the description of a route, a random source. Out: the bytes of one request, and whether they are HTTP at all: if not,
 *  the connection may be closed without an answer. */

import type { RouteDescription } from '../../api/routing/route.js';
import { utf8 } from '../../engine/base/bytes.js';
import type { SeededRandom } from '../support/random.js';
import type { SigningActor } from '../support/transactions.js';
import { damaged, parameterText, rearranged, strangeJson } from './values.js';

export interface Input {
  /** For the message of a failure. */
  readonly about: string;
  readonly method: string;
  readonly pieces: readonly Uint8Array[];
  /** Not HTTP, or more of it than a server has to read. */
  readonly malformed: boolean;
}

interface Parts {
  method: string;
  path: string;
  query: string;
  headers: string[];
  body: Uint8Array | undefined;
  chunked: boolean;
  malformed: boolean;
}

type Change = (parts: Parts, random: SeededRandom, route: RouteDescription, known: SigningActor) => void;

/** Changes of one request. */
const MAX_CHANGES = 2;

/** Most headers that one change adds to a request which must be answered: twice as many, and its own six or fewer, stay
 *  below the 50 at which the native server closes the connection unanswered. */
const ANSWERED_HEADERS = 20;

/** For a URL: mostly escaped correctly; a lone surrogate becomes its invalid UTF-8 bytes. */
const encoded = (text: string, random: SeededRandom): string =>
  random.chance(70)
    ? encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '')) + (/\p{Surrogate}/u.test(text) ? '%ed%a0%80' : '')
    : text.replaceAll(/[^!-~]|[?#]/g, '_');

const wrongTypes = [
  'text/plain',
  'application/jsonp',
  'multipart/form-data; boundary=x',
  '',
  'application/json;',
  '*/*',
  'a'.repeat(900),
];

const changePath: Change = (parts, random) => {
  const { path } = parts;
  parts.path = random.pick([
    () => `${path}/`,
    () => `/${path}`,
    () => path.toUpperCase(),
    () => `/${path.slice(1).replaceAll('/', '%2f')}`,
    () => path.replace('/api', '/api/../api/.'),
    () => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    () => `${path};a=b`,
    () => `${path}%00`,
    () => `${path}%`,
    () => `${path}${'/a'.repeat(random.between(1, 400))}`,
    () => `${path}${'a'.repeat(random.between(1, 2_000))}`,
    () => `${path}/__proto__`,
    () => '/constructor/prototype',
  ])();
};

const changeQuery: Change = (parts, random, route, known) => {
  const names = [...Object.keys(route.query?.properties ?? {}), '__proto__', 'constructor', '', 'x'];
  const pairs = Array.from({ length: random.between(1, 6) }, () => {
    const name = random.pick(names);
    const value = encoded(parameterText(random, known), random).slice(0, 500);
    return random.chance(20) ? `${name}=1&${name}=2` : random.chance(10) ? name : `${name}=${value}`;
  });
  parts.query = random.chance(5) ? 'a=b&'.repeat(600) : pairs.join('&');
};

const changeParameters: Change = (parts, random, route, known) => {
  parts.path = route.path.replaceAll(/:\w+/g, () => encoded(parameterText(random, known), random) || 'x');
};

const changeHeaders: Change = (parts, random) => {
  parts.headers.push(
    ...random.pick([
      () =>
        Array.from(
          { length: random.between(1, ANSWERED_HEADERS) },
          (_, index) => `x-${index}: ${'v'.repeat(random.below(60))}`,
        ),
      () => [`if-none-match: ${random.pick(['*', '"', 'W/', '"a", "b"', '\u00ff', 'x'.repeat(900)])}`],
      () => [`origin: ${random.pick(['null', 'https://rougechain.io', 'http://[', 'x'.repeat(900)])}`],
      () => ['accept-encoding: gzip, br;q=1.0, *;q=0', 'range: bytes=0-0,-1', 'expect: nothing'],
      () => [`x-forwarded-for: ${random.pick(['::1', '1.2.3.4, 5.6.7.8', '999.1.1.1', ', ,', 'x'.repeat(900)])}`],
      () => ['constructor: 1', 'proto: 1', `x-api-key: ${'k'.repeat(500)}`, 'cookie: a=b; c'],
    ])(),
  );
};

const floodHeaders: Change = (parts, random) => {
  parts.malformed = true;
  parts.headers.push(
    ...random.pick([
      () => Array.from({ length: random.between(100, 3_000) }, (_, index) => `x-${index}: ${index}`),
      () => [`x-long: ${'v'.repeat(random.between(20_000, 200_000))}`],
      () => ['no colon', ': no name', 'x : space before the colon', ' folded'],
      () => ['content-length: 5', 'content-length: 6'],
      () => ['content-length: -1'],
      () => ['content-length: 1e3'],
      () => ['x-zero: a\u0000b'],
      () => ['if-none-match: \u0001'],
      // A name that RFC 9110 allows; the native server only accepts letters, digits and hyphens.
      () => ['__proto__: 1'],
      () => ['transfer-encoding: chunked', 'content-length: 3'],
      () => ['upgrade: websocket', 'connection: upgrade', 'sec-websocket-key: x', 'sec-websocket-version: 13'],
    ])(),
  );
};

const breakRequestLine: Change = (parts, random) => {
  parts.malformed = true;
  parts.path = random.pick([
    () => `${parts.path}\u0000`,
    () => `${parts.path} ${parts.path}`,
    () => `${parts.path}\u00ff\u00fe`,
    () => `http://node${parts.path}`,
    () => '*',
    () => '',
    () => `${parts.path}?${'a'.repeat(random.between(20_000, 120_000))}`,
    () => `${parts.path}${'/%2e%2e'.repeat(random.between(1_000, 9_000))}`,
  ])();
};

const METHODS = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'POST', 'GET'];

const changeMethod: Change = (parts, random) => {
  parts.malformed ||= random.chance(25);
  parts.method = random.pick(parts.malformed ? ['get', '__proto__', 'M'.repeat(30), 'G\tT', ''] : METHODS);
};

const changeBody: Change = (parts, random) => {
  const text = Buffer.from(parts.body ?? []).toString('utf8');
  parts.body = random.pick([
    () => utf8(rearranged(text, random)),
    () => utf8(rearranged(rearranged(text, random), random)),
    () => damaged(utf8(text), random),
    () => utf8(random.pick(strangeJson)),
    () => utf8(`${'['.repeat(random.between(1, 100_000))}`),
    () => utf8(`${'{"a":'.repeat(random.between(1, 200))}`),
    () => Buffer.from(Array.from({ length: random.between(0, 300) }, () => random.below(256))),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8(text)]),
    () => Buffer.concat([utf8(text.slice(0, -1)), Buffer.from([0xc0, 0xaf, 0xff]), utf8('}')]),
  ])();
};

const changeType: Change = (parts, random) => {
  parts.headers = parts.headers.filter((header) => !header.startsWith('content-type'));
  parts.headers.push(`content-type: ${random.pick(wrongTypes)}`);
};

const sendChunked: Change = (parts) => {
  parts.chunked = true;
};

const breakChunks: Change = (parts) => {
  parts.chunked = true;
  parts.malformed = true;
};

const breakHttp: Change = (parts, random, route, known) =>
  random.pick([floodHeaders, breakRequestLine])(parts, random, route, known);

const ofAll: readonly Change[] = [changePath, changeQuery, changeHeaders, changeMethod, breakHttp];

function changesFor(route: RouteDescription): readonly Change[] {
  return [
    ...ofAll,
    ...(route.params ? [changeParameters, changeParameters, changeParameters] : []),
    ...(route.query ? [changeQuery, changeQuery] : []),
    ...(route.body === undefined
      ? []
      : [changeBody, changeBody, changeBody, changeBody, changeType, sendChunked, breakChunks]),
  ];
}

/** The body in random chunks; a broken one has an invalid length. */
function chunks(body: Uint8Array, random: SeededRandom, broken: boolean): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < body.length; ) {
    const piece = body.subarray(at, at + random.between(1, 4_000));
    at += piece.length;
    const length =
      broken && random.chance(30) ? random.pick(['zz', '-1', 'ffffffffffffffffff', '']) : piece.length.toString(16);
    pieces.push(Buffer.concat([Buffer.from(`${length}\r\n`), piece, Buffer.from('\r\n')]));
  }
  return [...pieces, Buffer.from('0\r\n\r\n')];
}

function bytesOf(parts: Parts, random: SeededRandom): readonly Uint8Array[] {
  const { method, path, query, headers, body, chunked, malformed } = parts;
  const framing = body === undefined ? [] : [chunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`];
  const target = query === '' ? path : `${path}?${query}`;
  const head = [`${method} ${target} HTTP/1.1`, 'host: localhost', ...headers, ...framing, '', ''].join('\r\n');
  const sent = body === undefined ? [] : chunked ? chunks(body, random, malformed) : [body];
  return [Buffer.from(head, 'latin1'), ...sent];
}

/** @param path of the route with parameters that exist. @param body one that the route accepts. */
export function makeInput(
  route: RouteDescription,
  path: string,
  body: string | undefined,
  random: SeededRandom,
  known: SigningActor,
): Input {
  const parts: Parts = {
    method: route.method,
    path,
    query: '',
    headers: body === undefined ? [] : ['content-type: application/json'],
    body: body === undefined ? undefined : utf8(body),
    chunked: false,
    malformed: false,
  };
  const changes = changesFor(route);
  for (let left = random.between(1, MAX_CHANGES); left > 0; left--) random.pick(changes)(parts, random, route, known);
  const pieces = bytesOf(parts, random);
  return {
    about: Buffer.concat(pieces).subarray(0, 400).toString('latin1'),
    method: parts.method,
    pieces,
    malformed: parts.malformed,
  };
}
