/** The reference page: the document as one HTML file without other resources.
 *
 *  In: the OpenAPI document. Out: one page, and its Content-Security-Policy. The policy names style and
 *  script by their hashes, so that injected code does not run. */

import { createHash } from 'node:crypto';
import { type RefusalCode, refusalCodes, refusalStatus } from '../../../engine/base/refusal.js';
import type { OpenApiDocument } from '../document.js';
import { guide, type Section } from '../guide.js';
import type { Operation } from '../operations.js';
import { refusalMeaning } from '../refusals.js';
import { clientFrames, STREAM_PATH, serverFrames, streamNotes, streamTag, topics } from '../webSocket.js';
import { type Html, html, NOTHING, prose, trusted } from './html.js';
import { operationArticle } from './operation.js';
import { anchorOfShape, shapeTable } from './schemas.js';
import { script } from './script.js';
import { style } from './style.js';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Entry {
  readonly anchor: string;
  readonly label: Html;
  readonly words: string;
}

interface NamedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const operationsOf = (document: OpenApiDocument): readonly NamedOperation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

const anchorOfChapter = (chapter: string): string => `chapter-${chapter.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;

const navGroup = (title: string, entries: readonly Entry[]): Html =>
  html`<section><h2>${title}</h2><ul>${entries.map(
    ({ anchor, label, words }) => html`<li data-words="${words.toLowerCase()}"><a href="#${anchor}">${label}</a></li>`,
  )}</ul></section>`;

const plainEntry = (anchor: string, title: string): Entry => ({ anchor, label: html`${title}`, words: title });

const methodBadge = (method: string): Html => html`<span class="method ${method}">${method.toUpperCase()}</span>`;

function navigation(chapters: readonly string[], operations: readonly NamedOperation[]): Html {
  const start = [
    ...guide.map(({ id, title }) => plainEntry(id, title)),
    plainEntry('codes', 'Codes of failures'),
    plainEntry('websocket', streamTag),
    plainEntry('shapes', 'Shapes'),
  ];
  const groups = chapters.map((chapter) =>
    navGroup(
      chapter,
      operations
        .filter(({ operation }) => operation.tags.includes(chapter))
        .map(({ method, path, operation }) => ({
          anchor: operation.operationId,
          label: html`${methodBadge(method)}<span class="path">${path.replace(/^\/api/, '')}</span>`,
          words: `${method} ${path} ${operation.summary}`,
        })),
    ),
  );
  return html`<nav aria-label="Contents">${navGroup('Start', start)}${groups}</nav>`;
}

const guideSection = ({ id, title, paragraphs, sample, checks }: Section): Html =>
  html`<section id="${id}"><h2>${title}</h2>${paragraphs.map((text) => html`<p>${prose(text)}</p>`)}${
    sample === undefined ? NOTHING : html`<pre>${sample}</pre>`
  }${
    checks === undefined
      ? NOTHING
      : html`<ol class="checks">${checks.map(
          ({ what, codes }) =>
            html`<li>${prose(what)} <span class="codes">${codes.map((code) => html`<code>${code}</code> `)}</span></li>`,
        )}</ol>`
  }</section>`;

const codeRow = (code: RefusalCode): Html =>
  html`<tr><td><span class="status">${refusalStatus[code]}</span></td><td class="code"><code>${code}</code></td><td>${refusalMeaning[code]}</td></tr>`;

const codesSection = (): Html =>
  html`<section id="codes"><h2>Codes of failures</h2><div class="scroll"><table><thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead><tbody>${[
    ...refusalCodes,
  ]
    .sort((a, b) => refusalStatus[a] - refusalStatus[b])
    .map(codeRow)}</tbody></table></div></section>`;

function streamSection(document: OpenApiDocument): Html {
  const { client, server } = document['x-websocket'] as Readonly<Record<string, Readonly<Record<string, object>>>>;
  const frames = (from: string, known: object, schemas: Readonly<Record<string, object>> = {}): readonly Html[] =>
    Object.keys(known).map((name) => {
      const schema = { ...schemas[name] } as Readonly<Record<string, unknown>>;
      return html`<article><h3><span class="method">${from}</span><span class="path">${name}</span></h3><p>${prose(
        `${String(schema.description ?? '')}.`,
      )}</p>${shapeTable(schema)}</article>`;
    });
  return html`<section id="websocket"><h2>${streamTag} <code>${STREAM_PATH}</code></h2>${streamNotes.map(
    (note) => html`<p>${prose(note)}</p>`,
  )}<div class="scroll"><table><thead><tr><th>Topic</th><th>What comes</th></tr></thead><tbody>${topics.map(
    ({ topic, about }) => html`<tr><td><code>${topic}</code></td><td>${about}</td></tr>`,
  )}</tbody></table></div><h3>Frames</h3>${frames('client', clientFrames, client)}${frames('node', serverFrames, server)}</section>`;
}

const shapesSection = (document: OpenApiDocument): Html =>
  html`<section id="shapes"><h2>Shapes</h2>${Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      html`<article id="${anchorOfShape(name)}"><h3><span class="path">${name}</span></h3>${
        typeof schema.description === 'string' ? html`<p>${prose(`${schema.description}.`)}</p>` : NOTHING
      }${shapeTable(schema)}</article>`,
  )}</section>`;

/** @returns the whole page. */
export function referencePage(document: OpenApiDocument): string {
  const operations = operationsOf(document);
  const chapters = document.tags.map(({ name }) => name).filter((name) => name !== streamTag);
  const sections = chapters.map(
    (chapter) =>
      html`<section id="${anchorOfChapter(chapter)}"><h2>${chapter}</h2>${operations
        .filter(({ operation }) => operation.tags.includes(chapter))
        .map(({ method, path, operation }) => operationArticle(document, method, path, operation))}</section>`,
  );
  const { title, version, summary } = document.info;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} API reference</title><meta name="description" content="${summary}"><link rel="icon" href="data:,"><style>${trusted(style)}</style></head>
<body><div class="layout"><aside class="side"><div class="brand">${title} <small>${version}</small></div>
<input class="filter hidden" type="search" placeholder="Filter endpoints" aria-label="Filter endpoints">${navigation(chapters, operations)}</aside>
<main><h1>API reference</h1><p class="lead">${summary}. ${operations.length} endpoints and one event stream; <a href="/api/openapi.json">as OpenAPI ${document.openapi}</a> for programs.</p>
${guide.map(guideSection)}${codesSection()}${sections}${streamSection(document)}${shapesSection(document)}</main></div>
<script>${trusted(script)}</script></body></html>
`.text;
}
