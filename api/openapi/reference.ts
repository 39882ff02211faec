/** The description of the API and its page as bytes, made by the build and served from memory.
 *
 *  In: descriptions of all routes, the version of the program. Out: two documents with their entity tags; a client that
 *  has the latest copy is answered 304. A start reads the files of the build, because to make both holds the main thread for
 *  150 ms; where there are none of this version, it makes them. */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { utf8 } from '../../engine/base/bytes.js';
import { Content } from '../routing/answer.js';
import type { RouteDescription } from '../routing/route.js';
import type { HeaderPair } from '../server/port.js';
import { openApiDocument } from './document.js';
import { contentSecurityPolicy, referencePage } from './page/page.js';

/** Caches keep it but revalidate before each use: an updated node shows its new reference at once. */
const CACHE_CONTROL: HeaderPair = ['Cache-Control', 'no-cache'];

/** Whether an If-None-Match header names this tag (RFC 9110, 13.1.2: compared weakly). */
const names = (header: string, tag: string): boolean =>
  header.split(',').some((given) => [tag, '*'].includes(given.trim().replace(/^W\//, '')));

export class StoredDocument {
  readonly #headers: readonly HeaderPair[];
  readonly tag: string;

  constructor(
    readonly bytes: Uint8Array,
    private readonly contentType: string,
    headers: readonly HeaderPair[] = [],
  ) {
    this.tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    this.#headers = [['ETag', this.tag], CACHE_CONTROL, ...headers];
  }

  /** @param ifNoneMatch the header of the request, '' when it has none. */
  answer(ifNoneMatch: string): Content {
    const known = ifNoneMatch !== '' && names(ifNoneMatch, this.tag);
    return new Content(this.contentType, known ? '' : this.bytes, known ? 304 : 200, this.#headers);
  }
}

export interface Reference {
  readonly openapi: StoredDocument;
  readonly page: StoredDocument;
}

const referenceOf = (openapi: Uint8Array, page: Uint8Array): Reference => ({
  openapi: new StoredDocument(openapi, 'application/json; charset=utf-8'),
  page: new StoredDocument(page, 'text/html; charset=utf-8', [
    ['Content-Security-Policy', contentSecurityPolicy],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
  ]),
});

export function createReference(routes: readonly RouteDescription[], version: string): Reference {
  const document = openApiDocument(routes, version);
  return referenceOf(utf8(JSON.stringify(document)), utf8(referencePage(document)));
}

/** Beside the built form of this file, also when it runs as TypeScript under the test runner. */
const BUILT = new URL(import.meta.url.endsWith('.ts') ? '../../dist/api/openapi/built/' : 'built/', import.meta.url);

/** The version is in the names: files of another build are not taken for this one's. */
const filesOf = (version: string) =>
  [new URL(`openapi-${version}.json`, BUILT), new URL(`page-${version}.html`, BUILT)] as const;

/** For the build. */
export function writeReference(routes: readonly RouteDescription[], version: string): void {
  const { openapi, page } = createReference(routes, version);
  const [openapiFile, pageFile] = filesOf(version);
  mkdirSync(BUILT, { recursive: true });
  writeFileSync(openapiFile, openapi.bytes);
  writeFileSync(pageFile, page.bytes);
}

/** That of the build, or a new one. */
export function readReference(routes: readonly RouteDescription[], version: string): Reference {
  const [openapi, page] = filesOf(version);
  if (!existsSync(openapi) || !existsSync(page)) return createReference(routes, version);
  return referenceOf(readFileSync(openapi), readFileSync(page));
}
