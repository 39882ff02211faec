/** What the documentation for operators names exists: commands, flags, paths, metrics, alerts, codes, files. A runbook is read when
 *  nobody has time to find out that it is wrong. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { routes } from '../../../api/routes/index.js';
import { legacyRoutes } from '../../../api/routes/legacy.js';
import { suspendedRoutes } from '../../../api/routes/suspended.js';
import { refusalCodes } from '../../../engine/base/refusal.js';
import { program } from '../../../ops/cli/program.js';
import { optionTable } from '../../../ops/config/schema.js';
import { EDGE_PATHS } from '../../../ops/edge/edgeServer.js';
import { edgeMetrics } from '../../../ops/edge/measures.js';
import { healthCodes } from '../../../ops/health/checks.js';
import { indexerMetrics } from '../../../ops/index/measures.js';
import { alerts } from '../../../ops/metrics/alerts.js';
import { runbooks } from '../../../ops/metrics/definition.js';
import { metricTable } from '../../../ops/metrics/table.js';
import { publisherMetrics } from '../../../ops/publish/measures.js';
import { relayerMetrics } from '../../../ops/relayer/measures.js';
import { recordedTerminal } from './temporary.js';

/** Pages for those who write clients: they name members of answers, which the reference of the API checks. */
const FOR_CLIENTS = new Set(['ops/api.md', 'ops/client.md', 'ops/contracts.md']);

const RUNBOOKS = readdirSync('ops/runbooks').map((name) => `ops/runbooks/${name}`);
const PAGES = readdirSync('ops')
  .filter((name) => name.endsWith('.md'))
  .map((name) => `ops/${name}`);
const DOCUMENTS = [...PAGES, ...RUNBOOKS];

const read = (path: string): string => readFileSync(path, 'utf8');

const INDEX_PAGE = 'ops/index.md';

/** Names of tables, columns, views and functions of the index. */
const indexNames = readdirSync('ops/index/migrations').flatMap(
  (name) => read(`ops/index/migrations/${name}`).match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [],
);

/** Lines of the shell blocks of a document. */
const commandLines = (text: string): readonly string[] =>
  [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].flatMap(([, block = '']) =>
    block
      .split('\n')
      .map((line) => line.replace(/ +#.*$/, '').trim())
      .filter((line) => line !== ''),
  );

/** Every `rouged ...` that a document shows, in blocks and in sentences. */
const invocations = (text: string): readonly string[] => [
  ...commandLines(text).filter((line) => /^rouged [a-z]/.test(line)),
  ...[...text.matchAll(/`(rouged [^`]*)`/g)].map(([, words = '']) => words),
];

async function helpOf(...words: readonly string[]): Promise<string> {
  const terminal = recordedTerminal();
  const code = await program(words, terminal);
  expect(code, `${words.join(' ')}: ${terminal.written.err}`).toBe(0);
  return terminal.written.out;
}

const flagsIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?<![\w-])--([a-z][a-z-]*[a-z])/g)].map(([, flag = '']) => flag);

/** Paths of a row of a table: a whole one, or what comes behind the last whole one, or in the place of its last one or two parts. */
function pathsIn(row: string): ReadonlySet<string> {
  const paths = new Set<string>();
  let whole = '';
  for (const [, path = ''] of row.matchAll(/`(?:[A-Z]+ )?(\/[^`\s]*)`/g)) {
    if (/^\/(api|docs|metrics)\b/.test(path)) whole = path;
    const ends = [
      path,
      ...['', '/[^/]+', '(?:/[^/]+){2}'].map((end) => whole.replace(new RegExp(`${end}$`), '') + path),
    ];
    for (const found of path === whole ? [path] : ends) paths.add(found);
  }
  return paths;
}

test('the page for those who write clients has every route in the row of its chapter', () => {
  const old = new Set<unknown>([...legacyRoutes, ...suspendedRoutes]);
  const rows = new Map(
    [...read('ops/api.md').matchAll(/^\| ([^|]+) \| (.*) \|$/gm)].map(([, chapter = '', row = '']) => [
      chapter,
      pathsIn(row),
    ]),
  );
  const current = routes.filter((route) => !old.has(route)).map(({ description }) => description);
  const missing = current.filter(({ chapter, path }) => !rows.get(chapter)?.has(path));
  expect(missing.map(({ chapter, method, path }) => `${chapter}: ${method} ${path}`)).toEqual([]);
  expect(current.length).toBeGreaterThan(100);
});

test('every runbook is here, with its four parts', () => {
  expect(RUNBOOKS.length).toBe(runbooks.length);
  for (const name of runbooks) {
    const headings = [...read(`ops/runbooks/${name}.md`).matchAll(/^## (\S+)/gm)].map(([, word]) => word);
    expect(headings, name).toEqual(expect.arrayContaining(['Symptoms', 'Checks', 'Actions', 'Afterwards']));
  }
});

describe.each(DOCUMENTS)('%s', (path) => {
  const text = read(path);

  test('its commands exist, with their actions and flags', async () => {
    const known = await helpOf('--help');
    for (const words of invocations(text)) {
      const [, command = '', ...rest] = words.split(' ');
      expect(new RegExp(`^ {2}${command} `, 'm').test(known), words).toBe(true);
      let [name, help] = [command, await helpOf('help', command)];
      for (let group = rest[0]; group !== undefined && help.includes(`rouged ${name} ${group} ...`); group = rest[0]) {
        rest.shift();
        name += ` ${group}`;
        help = await helpOf(...name.split(' '), '--help');
      }
      const [action = ''] = rest;
      if (help.includes(`rouged ${name} `) && /^[a-z][a-z-]*$/.test(action))
        expect(help, words).toMatch(new RegExp(`rouged ${name} (?:${action}|<)`));
      for (const flag of flagsIn(words)) expect(help, words).toContain(`--${flag}`);
    }
  });

  test('its options of the node exist', () => {
    const shown = [...text.matchAll(/`--([a-z-]+)(?: [^`]*)?`/g)].map(([, flag = '']) => flag);
    for (const flag of shown) expect(Object.keys(optionTable), flag).toContain(flag);
  });

  test('its paths of the API exist', () => {
    const shapeOf = (path: string): string => path.replaceAll(/[:<][\w ]+>?/g, ':');
    const paths = new Set([
      '/api/ws',
      ...Object.values(EDGE_PATHS),
      ...routes.map(({ description }) => shapeOf(description.path)),
    ]);
    const asked = [...text.matchAll(/(?<![\w.])(\/(?:api|metrics)(?:[\w/:-]|\.json|<[\w ]+>)*)/g)].map(
      ([, one = '']) => one,
    );
    for (const one of asked) expect(paths, one).toContain(shapeOf(one));
  });

  test('its metrics, alerts and codes exist', () => {
    const tables = [...metricTable, ...relayerMetrics, ...publisherMetrics, ...edgeMetrics, ...indexerMetrics];
    const metrics = tables.map(({ name }) => name);
    const named = [...text.matchAll(/`((?:rouged|process|nodejs)_[a-z_]*[a-z])\b/g)].map(([, name = '']) => name);
    for (const name of named) expect(metrics).toContain(name);
    if (FOR_CLIENTS.has(path)) return;
    const alertNames = alerts.map(({ name }) => name);
    for (const [name] of text.matchAll(/\bRouged[A-Z]\w+/g)) expect(alertNames).toContain(name);
    const own = path === INDEX_PAGE ? indexNames : [];
    const codes = [...own, ...healthCodes, ...refusalCodes, ...metricTable.flatMap(({ labels = [] }) => labels)];
    const files = /^(?:node_modules|rouged)/;
    for (const [, code = ''] of text.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g))
      if (!files.test(code) && !metrics.includes(code)) expect([...codes, 'chain_id'], code).toContain(code);
  });

  test('its links lead somewhere', () => {
    for (const [, target = ''] of text.matchAll(/\]\(([^)#]+)\)/g))
      expect(existsSync(join(dirname(path), target)), target).toBe(true);
  });
});

test('documentation and tables name each other: no alert and no health code is left without its page', () => {
  const books = runbooks.map((name) => read(`ops/runbooks/${name}.md`)).join('\n');
  for (const { name } of alerts) expect(books, name).toContain(`\`${name}\``);
  const guide = read('ops/README.md');
  for (const code of healthCodes) expect(guide, code).toContain(`| \`${code}\` |`);
  expect(alerts.length * healthCodes.length).toBeGreaterThan(100);
});

test('the guides list every message of the log', () => {
  // Those of the other programs are in their own.
  const guide = ['ops/README.md', 'ops/bridge.md', 'ops/beyond.md', INDEX_PAGE].map(read).join('\n');
  const files = ['engine', 'workers', 'api', 'ops'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(room, name)),
  );
  const messages = files.flatMap((file) =>
    [...read(file).matchAll(/\blog\??\.(debug|info|warn|error)\([^;]*?, '([^']+)'\)/g)].map(
      ([, level = '', message = '']) => ({ level, message }),
    ),
  );
  expect(messages.length).toBeGreaterThan(15);
  for (const { level, message } of messages)
    expect(guide, message).toMatch(new RegExp(`^\\| ${level} \\|.*\`${message.replaceAll(/[.?]/g, '\\$&')}\``, 'm'));
});
