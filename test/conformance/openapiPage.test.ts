/** The reference page: it contains everything in the document, every link on it resolves, it loads nothing from
 *  elsewhere, and no text becomes markup. */

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../api/openapi/document.js';
import { operationIdOf, templateOf } from '../../api/openapi/operations.js';
import { contentSecurityPolicy, referencePage } from '../../api/openapi/page/page.js';
import { serverFrames, topics } from '../../api/openapi/webSocket.js';
import { routes } from '../../api/routes/index.js';
import { refusalCodes } from '../../engine/base/refusal.js';

const descriptions = routes.map(({ description }) => description);
const document = openApiDocument(descriptions, '1.2.3');
const page = referencePage(document);

const all = (pattern: RegExp, text = page): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

test('every operation, shape, code, topic and frame has its place', () => {
  const ids = all(/ id="([^"]+)"/g);
  expect(new Set(ids).size).toBe(ids.length);
  for (const route of descriptions) {
    expect(ids).toContain(operationIdOf(route));
    expect(page).toContain(`<a href="#${operationIdOf(route)}">${templateOf(route.path)}</a>`);
  }
  expect(all(/(<article id="(?:get|post|put|patch|delete))/g)).toHaveLength(descriptions.length);
  expect(all(/(<pre class="command">curl)/g)).toHaveLength(descriptions.length);
  for (const name of Object.keys(document.components.schemas)) expect(ids).toContain(`shape-${name}`);
  for (const code of refusalCodes) expect(page).toContain(`<code>${code}</code>`);
  for (const { topic } of topics)
    expect(page).toContain(`<code>${topic.replace('<', '&lt;').replace('>', '&gt;')}</code>`);
  for (const name of Object.keys(serverFrames)) expect(page).toContain(`<span class="path">${name}</span>`);
});

test('every link leads to a place on the page or to the document', () => {
  const ids = new Set(all(/ id="([^"]+)"/g));
  const links = all(/ href="([^"]+)"/g);
  const outside = links.filter((link) => !link.startsWith('#'));
  expect(outside.sort()).toEqual(['/api/openapi.json', 'data:,']);
  expect(links.filter((link) => link.startsWith('#') && !ids.has(link.slice(1)))).toEqual([]);
  expect(links.length).toBeGreaterThan(80);
});

test('the policy allows the style and the script of the page, and the page needs nothing else', () => {
  const hashes = ['style', 'script'].map((name) => {
    const [inside, ...others] = all(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'));
    expect(others).toEqual([]);
    return `${name}-src 'sha256-${createHash('sha256').update(String(inside)).digest('base64')}'`;
  });
  for (const hash of hashes) expect(contentSecurityPolicy).toContain(hash);
  expect(contentSecurityPolicy).not.toMatch(/unsafe|https?:|\*/);
  expect(contentSecurityPolicy).toContain("default-src 'none'");
  expect(page).not.toMatch(/ (?:src|style|on\w+)=/);
  expect(page).not.toMatch(/@import|url\(|innerHTML|eval\(/);
});

test('text from elsewhere stays text', () => {
  const hostile = `<img src=x onerror="alert(1)"> & '</script>' \`<b>\``;
  const [first] = descriptions;
  if (!first) throw new Error('the table is empty');
  const made = referencePage(openApiDocument([{ ...first, summary: hostile, chapter: hostile }], hostile));
  expect(made).not.toContain('<img');
  expect(made).not.toContain('<b>');
  expect(all(/(<\/script>)/g, made)).toHaveLength(1);
  expect(made).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;&lt;/script&gt;&#39;');
});
