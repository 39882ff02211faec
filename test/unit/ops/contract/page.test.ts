/** The page for authors of contracts: its table of the ABI is that of the machine, its examples are the files, its numbers the limits. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONTRACT } from '../../../../engine/base/limits.js';
import { hostTable } from '../../../../engine/vm/host/index.js';
import { MAX_OUTPUT_BYTES } from '../../../../engine/vm/host/output.js';
import * as limits from '../../../../engine/vm/limits.js';
import { MAX_CALL_FUEL, nativePrices } from '../../../../engine/vm/prices.js';
import { program } from '../../../../ops/cli/program.js';
import { recordedTerminal, temporaryDirectory } from '../temporary.js';

const page = readFileSync('ops/contracts.md', 'utf8');
const bindings = readFileSync('ops/contract/bindings/contract.ts', 'utf8');

/** Digits in groups of three, as the page writes them. */
const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

test('each host function has its row, with a price of the table', () => {
  const rows = [...page.matchAll(/^\| `(host_\w+)` \|([^|]*)\|([^|]*)\| ([\d,]+)(?: \+ (\d+) a byte)? \|$/gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual(Object.keys(hostTable).sort());
  const prices = Object.values(nativePrices.host).map(({ base, perByte }) => `${grouped(base)} ${perByte}`);
  for (const [row, , , , base, perByte = '0'] of rows) {
    // Texts of a known length are charged by it or not at all.
    const known = [`${base} ${perByte}`, ...(base === '200' ? ['200 1'] : [])];
    expect(
      prices.some((price) => known.includes(price)),
      row,
    ).toBe(true);
  }
});

test('the bindings declare each host function with its shape', () => {
  const env = readFileSync('ops/contract/bindings/env.ts', 'utf8');
  const type = (name: string): string => (name === 'i64' ? 'i64' : 'i32');
  const declared = [...env.matchAll(/function (host_\w+)\(([\s\S]*?)\): (\w+);/g)].map(
    ([, name = '', inside = '', result = '']) => {
      const parameters = [...inside.matchAll(/: (\w+)/g)].map(([, each = '']) => type(each));
      return [name, parameters.join(), result === 'void' ? '' : type(result)];
    },
  );
  const table = Object.entries(hostTable).map(([name, { parameters, results }]) => [
    name,
    parameters.join(),
    results.join(),
  ]);
  expect(declared.sort()).toEqual(table.sort());
});

test('what the page says can be imported is there', () => {
  const [, rows = ''] = /\| for \| there is \|\n([\s\S]*?)\n\n/.exec(page) ?? [];
  const names = [...rows.matchAll(/`(\w+)[^`]*`/g)].map(([, name = '']) => name);
  const known = names.filter((name) => !['string', 'bool', 'Uint8Array', 'write', 'read'].includes(name));
  expect(known.length).toBeGreaterThan(50);
  for (const name of known) expect(bindings, name).toMatch(new RegExp(`\\b${name}\\b`));
});

test('each example has its row, and each row its file', () => {
  const [, rows = ''] = /\| example \| what it shows \|\n([\s\S]*?)\n\n/.exec(page) ?? [];
  const named = [...rows.matchAll(/`([\w-]+\.\w+)`/g)].map(([, name]) => name);
  expect(named.sort()).toEqual(readdirSync('ops/examples/contracts').sort());
});

test('its limits are those of the machine', () => {
  const numbers = [
    ...[limits.MAX_CODE_BYTES, MAX_CALL_FUEL, limits.MAX_PAGES, CONTRACT.keyBytes, CONTRACT.valueBytes],
    ...[CONTRACT.argsCharacters, MAX_OUTPUT_BYTES, CONTRACT.depth, limits.MAX_IMPORTS, limits.MAX_EXPORTS],
    ...[limits.MAX_GLOBALS, limits.MAX_TABLE, limits.MAX_BODY_BYTES, limits.MAX_LOCALS, limits.MAX_NESTING],
  ];
  const [, rows = ''] = /\| what \| limit \|\n([\s\S]*?)\n\n/.exec(page) ?? [];
  for (const number of numbers) expect(rows).toContain(grouped(number));
  const { base, import: each, export: one, page: pages, dataSegment, codeBytes } = nativePrices.instantiation;
  const instance = `${grouped(base)} + ${each} an import + ${one} an export + ${grouped(pages)} a page + ${dataSegment} a data segment`;
  expect(page).toContain(`${instance} + 1 for ${codeBytes} bytes of code`);
  const { grow, growPage, lostPage } = nativePrices;
  expect(lostPage).toBe(growPage);
  expect(page).toContain(`| \`memory.grow\` | ${grouped(grow)} + ${grouped(growPage)} a page; the first time`);
});

test('the contract that the page shows is the file that new writes', async () => {
  const terminal = recordedTerminal({ npm_lifecycle_event: 'rouged', INIT_CWD: temporaryDirectory() });
  expect(await program(['contract', 'new', 'lamp'], terminal)).toBe(0);
  const [, shown = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
  expect(shown).toBe(readFileSync(`${terminal.environment.INIT_CWD}/lamp/lamp.ts`, 'utf8'));
});

test('the table of the ledger names each member with its parameters', () => {
  const [, rows = ''] = /\| member \| what it does \|\n([\s\S]*?)\n\n/.exec(page) ?? [];
  for (const call of ['nftOwner(collection, id)', 'transferNft(collection, id, to)', 'fund(who, quanta)'])
    expect(rows).toContain(call);
});
