/** The generated part of the client is that of the tables, and what the client loads is nothing of the server. */

import { readFileSync } from 'node:fs';
import { type TSchema, Type } from 'typebox';
import { expect, test } from 'vitest';
import { operations, Routes } from '../../../../api/client/generated/routes.js';
import { generatedFiles } from '../../../../api/generator/files.js';
import { hasMethod, methodNames } from '../../../../api/generator/names.js';
import { unitOf } from '../../../../api/generator/operations.js';
import { exactPaths, TypeWriter } from '../../../../api/generator/types.js';
import { routes } from '../../../../api/routes/index.js';
import { Quanta, Units } from '../../../../api/schemas.js';
import { kinds } from '../../../../engine/ledger/kinds/index.js';

test('the files are those of the tables: npm run client:generate', () => {
  const files = Object.entries(generatedFiles());
  expect(files.map(([path]) => path)).toHaveLength(3);
  for (const [path, text] of files) expect(readFileSync(path, 'utf8'), path).toBe(text);
});

test('every route that a program asks has a method, every kind an operation', () => {
  const methods = Object.getOwnPropertyNames(Routes.prototype).filter((name) => name !== 'constructor');
  const living = routes.filter(({ description }) => hasMethod(description));
  expect(methods).toHaveLength(living.length);
  expect(living.length).toBeGreaterThan(70);
  expect(Object.keys(operations)).toEqual(kinds.map(({ name }) => name));
  for (const kind of kinds)
    for (const { name, type } of kind.members) {
      const isAmount = type === 'amount' || type === 'xrge' || type === 'units';
      expect(unitOf(kind.name, name, type) !== undefined, `${kind.name}.${name}`).toBe(isAmount);
    }
});

const route = (method: 'GET' | 'POST', path: string) => ({ method, path, summary: '', chapter: '', response: {} });

test('names follow from the paths', () => {
  const paths = [
    '/api/finality/:height',
    '/api/finality',
    '/api/tx/:hash/receipt',
    '/api/nft/token/:collection_id/:token_id',
  ];
  const names = methodNames(paths.map((path) => route('GET', path)));
  expect(paths.map((path) => names.get(`GET ${path}`))).toEqual([
    'getFinalityByHeight',
    'getFinality',
    'getTxReceipt',
    'getNftToken',
  ]);
  const two = [route('GET', '/api/a/:b'), route('GET', '/api/a/:b/:c'), route('GET', '/api/a/:d/:c')];
  expect(() => methodNames(two)).toThrow('two methods of the client would be called');
});

test('an amount of a token that nothing names stops the generator', () => {
  expect(() => unitOf('transfer', 'another', 'amount')).toThrow('say of which token transfer.another is');
  expect(() => unitOf('transfer', 'amount', 'text')).toThrow('say of which token transfer.amount is');
});

test('exact amounts are found wherever they are', () => {
  const schema = Type.Object({
    fee_quanta: Quanta,
    list: Type.Array(Type.Object({ max_units: Type.Optional(Units), name: Type.String() })),
    fees_quanta: Type.Record(Type.String(), Quanta),
    maybe: Type.Union([Type.Object({ price_quanta: Type.Union([Quanta, Type.Null()]) }), Type.Null()]),
    open: Type.Record(Type.String(), Type.Unknown()),
  });
  expect(exactPaths(schema)).toEqual(['fee_quanta', 'list.*.max_units', 'fees_quanta.*', 'maybe.price_quanta']);
  const type = new TypeWriter().typeOf(schema);
  expect(type).toContain('readonly fee_quanta: bigint;');
  expect(type).toContain('readonly max_units?: bigint;');
  expect(type).toContain('readonly fees_quanta: { readonly [name: string]: bigint };');
  expect(type).toContain('readonly open: { readonly [name: string]: unknown };');
});

test('a schema without a type of its own stops the generator', () => {
  expect(() => new TypeWriter().typeOf({ type: 'bigint' } as unknown as TSchema)).toThrow(
    'no TypeScript for the schema',
  );
});
