/** Which components are taken, and what is taken out of them. */

import { componentEmbed, componentNew, parse, print } from '@bytecodealliance/jco-transpile/wasm-tools';
import { beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { type ComponentCore, componentCore, isComponent } from '../../../../engine/vm/component/componentCore.js';
import { contractWit } from '../../../../ops/contract/component.js';
import { hostNames } from '../../../support/scriptedCore.js';
import { built, type SmallCore, smallCore } from '../../../support/smallCores.js';

/** A component that the tool makes of a world alone. */
const dummyOf = async (wit: string): Promise<Uint8Array> =>
  componentNew(await componentEmbed({ witSource: wit, dummy: true, world: 'contract', metadata: [] }), []);

const refusalOf = (component: Uint8Array): string => {
  const found = componentCore(component);
  return isRefusal(found) ? found.message : 'taken';
};

function taken(component: Uint8Array): ComponentCore {
  const found = componentCore(component);
  if (isRefusal(found)) throw new Error(found.message);
  return found;
}

const FULL: SmallCore = {
  imports: ['block-height', 'caller', 'log', 'storage-write', 'token-balance'],
  postReturn: '',
  initialize: '',
};

describe('the published world', () => {
  it('is the table of the engine', async () => {
    const { imports } = taken(await dummyOf(contractWit()));
    expect(imports.map(({ function: name }) => name)).toEqual(hostNames);
    expect(hostNames).toHaveLength(28);
  });

  /** Each a world that differs from the published one in one place. */
  const changes: readonly (readonly [string, RegExp | string, string, string])[] = [
    [
      'a parameter of another type',
      'transfer: func(to: string, amount: u64)',
      'transfer: func(to: string, amount: s64)',
      'does not have',
    ],
    ['a parameter of another name', 'log: func(line: string)', 'log: func(text: string)', 'function log is not as'],
    [
      'parameters in another order',
      'to: string, amount: u64)',
      'amount: u64, to: string)',
      'function transfer is not as',
    ],
    ['a parameter more', 'random: func()', 'random: func(seed: u64)', 'function random is not as'],
    ['another result', 'random: func() -> list<u8>', 'random: func() -> string', 'function random is not as'],
    ['no result', 'random: func() -> list<u8>', 'random: func()', 'function random is not as'],
    [
      'a list of something else',
      'sha256: func(data: list<u8>)',
      'sha256: func(data: list<u16>)',
      'a list of something else',
    ],
    ['a case of another name', 'max-reached', 'most-reached', 'type mint-refusal is not as'],
    ['a case more', 'not-owned,', 'not-owned, frozen,', 'type nft-transfer-refusal is not as'],
    ['a field of another type', 'bps: u16', 'bps: u32', 'type royalty is not as'],
    [
      'an option instead of a result',
      'result<list<u8>, result-refusal>',
      'option<list<u8>>',
      'function call-result is not as',
    ],
    ['another function', 'log: func', 'print: func', 'the host has no function print'],
    ['another version', 'contract@1.0.0', 'contract@1.1.0', 'it imports rouged:contract/host@1.1.0'],
    ['another export', 'export call:', 'export run:', 'it exports run'],
    ['an export more', 'export call:', 'export run: func();\n  export call:', 'it exports run'],
    ['another result of call', '-> result<string, string>', '-> result<string, u32>', 'call is not as'],
    ['another parameter of call', 'call: func(method: string,', 'call: func(name: string,', 'call is not as'],
    ['an import of a function', 'import host;', 'import host;\n  import now: func() -> u64;', 'it imports now'],
    [
      'a resource',
      'record royalty',
      'resource file { size: func() -> u64; }\n  open: func() -> file;\n  record royalty',
      'resources',
    ],
  ];

  it.each(changes)('refuses %s', async (_, before, after, sentence) => {
    const changed = contractWit().replace(before, after);
    expect(changed).not.toBe(contractWit());
    expect(refusalOf(await dummyOf(changed))).toContain(sentence);
  });
});

describe('what the tool makes of core modules', () => {
  const shapes: readonly (readonly [string, SmallCore])[] = [
    ['without imports', {}],
    ['with an import that needs no memory', { imports: ['block-height'] }],
    ['with imports that need memory', { imports: ['caller', 'log'] }],
    ['with an initializer alone', { initialize: '' }],
    ['with everything', FULL],
    ['with all functions', { imports: hostNames }],
  ];

  it.each(shapes)('takes a module %s byte for byte', async (_, shape) => {
    const core = await smallCore(shape);
    const component = await built(core);
    expect(isComponent(component)).toBe(true);
    expect(isComponent(core)).toBe(false);
    const found = taken(component);
    // The tool drops the description of the world from the module and adds who processed it, behind all of its own sections.
    expect(Buffer.from(found.core).subarray(0, core.length).equals(core)).toBe(true);
    expect(Buffer.from(component).indexOf(Buffer.from(found.core))).toBe(found.offset);
    expect(found.imports.map((each) => each.name)).toEqual(shape.imports ?? []);
    expect(found.initialize).toBe(shape.initialize === undefined ? undefined : '_initialize');
    expect(found.postReturn).toBe(shape.postReturn === undefined ? undefined : 'cabi_post_call');
    expect(() => new WebAssembly.Module(found.core)).not.toThrow();
  });

  it('refuses a module with a start function', async () => {
    const component = await built(await smallCore({ rest: '(func $begin) (start $begin)' }));
    expect(refusalOf(component)).toContain('export it as _initialize instead');
  });

  it('says what a plain module is not', async () => {
    expect(refusalOf(await smallCore({}))).toBe('Invalid component: it does not begin as a component does (at byte 0)');
  });
});

describe('components that were changed', () => {
  let component: Uint8Array;
  let text: string;

  beforeAll(async () => {
    component = await built(await smallCore(FULL));
    text = await print(component);
  });

  const changedText = async (before: RegExp | string, after: string): Promise<string> => {
    const changed = text.replace(before, after);
    expect(changed).not.toBe(text);
    return refusalOf(await parse(changed));
  };

  it('is the same when it is written and read again', async () => {
    expect(taken(await parse(text)).imports).toEqual(taken(component).imports);
  });

  const wirings: readonly (readonly [string, RegExp | string, string, string])[] = [
    [
      'an import bound to another function',
      /\(alias export \$rouged:contract\/host@1\.0\.0 "caller"/,
      '(alias export $rouged:contract/host@1.0.0 "log"',
      'is of another type',
    ],
    ['UTF-16', 'string-encoding=utf8', 'string-encoding=utf16', 'strings are UTF-8'],
    [
      'an option of concurrency',
      '(canon lower (func $block-height))',
      '(canon lower (func $block-height) async)',
      'an option',
    ],
    [
      'no post-return of its type',
      '(post-return $cabi_post_call)',
      '(post-return $cabi_realloc)',
      'not a function of the contract of its type',
    ],
    ['a nested component', '(core module $main', '(component $inner)\n  (core module $main', 'section 4 has no place'],
    ['a module more', '(core instance $main', '(core module $more)\n  (core instance $main', 'more core modules'],
    [
      'an import more',
      '(core module $main',
      '(import "wasi:cli/exit@0.2.0" (instance))\n  (core module $main',
      'it imports wasi:cli/exit@0.2.0',
    ],
    [
      'a stand-in that does something else',
      /local\.get 0\n\s+i32\.const 0/,
      'i32.const 7\n i32.const 0',
      'not a call through the table',
    ],
    [
      'a stand-in without a function',
      /\(elem \(;0;\) \(i32\.const 0\) func [0-9 ]+\)/,
      '(elem (i32.const 0) func 0)',
      'has no function',
    ],
    [
      'functions in other entries',
      /\(elem \(;0;\) \(i32\.const 0\) func 0 1/,
      '(elem (i32.const 0) func 1 0',
      'of another type',
    ],
    ['entries beyond the table', '(elem (;0;) (i32.const 0)', '(elem (i32.const 9)', 'has no entry'],
    [
      'an import of the table from elsewhere',
      '(import "shim" "$imports"',
      '(import "main" "$imports"',
      'nothing is given',
    ],
    [
      'no lowered memory',
      /\(canon lower \(func \$log\) \(memory \$memory\)/,
      '(canon lower (func $log)',
      'without a memory',
    ],
    [
      'no lifted allocator',
      /\(memory \$memory\) \(realloc \$cabi_realloc\) string-encoding=utf8 \(post-return/,
      '(memory $memory) string-encoding=utf8 (post-return',
      'without an allocator',
    ],
    ['two exports', /\n\)\s*$/, '\n (export "other" (func $call)))', 'it exports other'],
  ];

  it.each(wirings)('refuses %s', async (_, before, after, sentence) => {
    expect(await changedText(before, after)).toContain(sentence);
  });

  it('refuses a function under the name of another with the same type', async () => {
    const core = await smallCore({ imports: ['log', 'storage-delete'] });
    const swapped = (await print(await built(core)))
      .replace(/\(alias export (\S+) "log"/, '(alias export $1 "swapped"')
      .replace(/\(alias export (\S+) "storage-delete"/, '(alias export $1 "log"')
      .replace('"swapped"', '"storage-delete"');
    expect(refusalOf(await parse(swapped))).toContain('under another name');
  });

  it('takes names that are code, and hands none of them out', async () => {
    const code = "0'];process.exit(1)//";
    const named = text.replaceAll('(export "0" ', `(export "${code}" `).replace('"actual" "0"', `"actual" "${code}"`);
    const aliased = named.replace(/(alias core export \S+) "0"/, `$1 "${code}"`);
    const found = taken(await parse(aliased));
    expect(found).toEqual({ ...taken(component), core: found.core, offset: found.offset });
    expect(aliased.split(code)).toHaveLength(5);
  });

  it('refuses a name of more than 256 bytes', async () => {
    expect(await changedText('(with "shim"', `(with "${'s'.repeat(257)}"`)).toContain(
      'a name of 257 bytes, the limit is 256',
    );
  });

  it('refuses a module of stand-ins with a memory or an import', async () => {
    expect(await changedText('(table (;0;) 4 4 funcref)', '(table (;0;) 4 4 funcref) (memory 1)')).toContain(
      'a section 5',
    );
    expect(
      await changedText('(table (;0;) 4 4 funcref)', '(table (;0;) 4 4 funcref) (global i32 (i32.const 1))'),
    ).toContain('a section 6');
  });
});
