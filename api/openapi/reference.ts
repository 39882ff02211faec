/** The description of the API and its page as bytes, made once at start and served from memory.
 *
 *  In: descriptions of all routes, the version of the program. Out: two documents with their entity tags; a client that
 *  has the latest copy is answered 304. */

import { createHash } from 'node:crypto';
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

export function createReference(routes: readonly RouteDescription[], version: string): Reference {
  const document = openApiDocument(routes, version);
  return {
    openapi: new StoredDocument(utf8(JSON.stringify(document)), 'application/json; charset=utf-8'),
    page: new StoredDocument(utf8(referencePage(document)), 'text/html; charset=utf-8', [
      ['Content-Security-Policy', contentSecurityPolicy],
      ['X-Content-Type-Options', 'nosniff'],
      ['Referrer-Policy', 'no-referrer'],
    ]),
  };
}
