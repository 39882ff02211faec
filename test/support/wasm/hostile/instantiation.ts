/** Modules that cost most before their first instruction: much of what an instance is made of. */

import { assemble } from '../encoder.js';
import { contract, type HostileModule } from './program.js';

type Builder = ReturnType<typeof contract>;

function shaped(name: string, shape: (module: Builder) => void, pages = 1): HostileModule {
  const module = contract(pages);
  shape(module);
  module.func({ exported: 'run0' }, assemble('nop'));
  return { name, wasm: module.finish() };
}

const times = (count: number, one: (at: number) => void): void => {
  for (let at = 0; at < count; at++) one(at);
};

const globals = (count: number) => (module: Builder) => times(count, (at) => module.global('i64', true, at));
const segments = (count: number) => (module: Builder) => times(count, (at) => module.data(at % 60_000, [at & 0xff]));
const exportsOf = (count: number) => (module: Builder) => {
  const target = module.nextFunction;
  times(count, (at) => module.exportItem(`method ${at}`, 'function', target));
};
const imports = (count: number) => (module: Builder) =>
  times(count, (at) => module.importFunction(`host ${at}`, [], []));
const table = (size: number) => (module: Builder) => module.table(size, size);
const elements = (count: number, each: number) => (module: Builder) => {
  module.table(1_000, 1_000);
  const members = Array<number>(each).fill(module.nextFunction);
  times(count, () => module.elements(0, members));
};
const oneSegment = (bytes: number) => (module: Builder) => module.data(0, Array<number>(bytes).fill(1));

/** Beyond a limit. */
export function overgrownModules(): HostileModule[] {
  return [
    shaped('100,000 globals', globals(100_000)),
    shaped('513 globals', globals(513)),
    shaped('a table of 10,000,000', table(10_000_000)),
    shaped('a table of 1,025', table(1_025)),
    shaped('10,000 data segments', segments(10_000)),
    shaped('10,000 element segments', elements(10_000, 1)),
    shaped('10 element segments of 1,000', elements(10, 1_000)),
    shaped('256 exports', exportsOf(256)),
    shaped('65 imports', imports(65)),
    shaped('33 pages', () => undefined, 33),
    shaped('65,536 pages', () => undefined, 65_536),
    shaped('1 MiB of data', oneSegment(1_048_576), 32),
    shaped('a data segment behind the memory', (module) => module.data(65_535, [1, 2])),
    shaped('an element segment behind the table', (module) => {
      module.table(1, 1);
      module.elements(1, [module.nextFunction]);
    }),
  ];
}

/** As much as the limits allow of each: an instance costs more fuel than it takes time. */
export function largestModules(): HostileModule[] {
  return [
    shaped('512 globals', globals(512)),
    shaped('a table of 1,024', table(1_024)),
    shaped('1,000 data segments', segments(1_000)),
    shaped('4 element segments of 1,000', elements(4, 1_000)),
    shaped('98 methods', exportsOf(98)),
    shaped('32 pages and 1 MB of data', oneSegment(1_000_000), 32),
  ];
}
