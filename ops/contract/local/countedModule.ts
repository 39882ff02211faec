/** The metered module with a counter behind each charge of fuel: how often every stretch of code ran. Fuel is the same, because the
 *  counters are put in after metering. */

import { joinBytes, utf8 } from '../../../engine/base/bytes.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { parseModule } from '../../../engine/vm/binary/parse.js';
import type { ParsedModule } from '../../../engine/vm/binary/parsedModule.js';
import { BinaryWriter } from '../../../engine/vm/binary/writer.js';
import { Additions } from '../../../engine/vm/meter/additions.js';
import { checkFunction } from '../../../engine/vm/meter/checkFunction.js';
import type { CopiedCode } from '../../../engine/vm/meter/copiedCode.js';
import { change, type FunctionPlan } from '../../../engine/vm/meter/functionPlan.js';
import { prepareContract, uploadedCore } from '../../../engine/vm/prepareContract.js';
import type { Prices } from '../../../engine/vm/prices.js';
import { readU32, type Section, section, sectionsOf, u32Bytes } from '../wasmSections.js';

const EXPORTS = 7;
const GLOBALS = 6;
const CODE = 10;
const HEADER_BYTES = 8;
/** A mutable i32 that begins at 0. */
const COUNTER = Uint8Array.of(0x7f, 1, 0x41, 0, 0x0b);
const GLOBAL_KIND = 3;
const COUNTER_NAME = 'count:';

/** A stretch of code that runs as a whole: a function's, a loop's, one arm of an if. */
export interface Site {
  /** Index in the module's space of functions. */
  readonly function: number;
  /** In the uploaded code. */
  readonly offset: number;
  /** What it costs each time. */
  readonly fuel: number;
  /** Whether it begins the function. */
  readonly isFunction: boolean;
}

export interface CountedModule {
  readonly module: WebAssembly.Module;
  readonly sites: readonly Site[];
  /** From the module that is only metered. */
  readonly copied: readonly CopiedCode[];
}

/** Names of the exported counters, by site. */
export const counterName = (site: number): string => `${COUNTER_NAME}${site}`;

/** Offsets of the uploaded code at which the sites of a function begin, in the order in which they are charged. */
function siteOffsets(plan: FunctionPlan): { readonly site: number; readonly offset: number }[] {
  const inside = plan.starts.flatMap((offset, at) =>
    plan.kinds[at] === change.charge ? [{ site: plan.values[at] as number, offset }] : [],
  );
  return [{ site: 0, offset: plan.codeStart }, ...inside];
}

class Counting {
  readonly sites: Site[] = [];
  copied: readonly CopiedCode[] = [];
  readonly #additions: Additions;

  constructor(
    private readonly module: ParsedModule,
    private readonly plans: readonly FunctionPlan[],
    private readonly metered: Uint8Array,
    /** Where the module begins in what was uploaded. */
    private readonly offset: number,
  ) {
    this.#additions = new Additions(module, plans);
  }

  /** Index of a site's counter: behind the globals that metering has added. */
  #global = (site: number): Uint8Array => u32Bytes(this.module.globals.length + 3 + site);

  #count(site: number): Uint8Array {
    const global = this.#global(site);
    return joinBytes([Uint8Array.of(0x23), global, Uint8Array.of(0x41, 1, 0x6a, 0x24), global]);
  }

  #charge(fuel: number): Uint8Array {
    const out = new BinaryWriter();
    this.#additions.writeCharge(out, fuel);
    return out.written();
  }

  /** A body with its counters: each charge is found behind the one before it. @param copied gets what moves, relative to both bodies. */
  #body(body: Uint8Array, index: number, copied: CopiedCode[]): Uint8Array {
    const plan = this.plans[index];
    if (!plan) return body;
    let to = 0;
    const code = Buffer.from(body.buffer, body.byteOffset, body.length);
    const parts: Uint8Array[] = [];
    let from = 0;
    for (const { site, offset } of siteOffsets(plan)) {
      const fuel = plan.sites[site] as number;
      const charge = this.#charge(fuel);
      const end = code.indexOf(charge, from) + charge.length;
      const count = this.#count(this.sites.length);
      parts.push(body.subarray(from, end), count);
      copied.push({ to, from, bytes: end - from });
      to += end - from + count.length;
      const place = { function: this.module.imports.length + index, offset: this.offset + offset };
      this.sites.push({ ...place, fuel, isFunction: site === 0 });
      from = end;
    }
    copied.push({ to, from, bytes: body.length - from });
    return joinBytes([...parts, body.subarray(from)]);
  }

  #code({ contents }: Section): Uint8Array {
    const [count, first] = readU32(this.metered, contents);
    const parts: Uint8Array[] = [u32Bytes(count)];
    let at = first;
    const moved: CopiedCode[] = [];
    let to = u32Bytes(count).length;
    for (let index = 0; index < count; index++) {
      const [size, start] = readU32(this.metered, at);
      const copied: CopiedCode[] = [];
      const body = this.#body(this.metered.subarray(start, start + size), index, copied);
      const length = u32Bytes(body.length);
      to += length.length;
      moved.push(...copied.map((one) => ({ ...one, to: to + one.to, from: start + one.from })));
      parts.push(length, body);
      to += body.length;
      at = start + size;
    }
    const code = joinBytes(parts);
    const written = section(CODE, code);
    this.copied = moved;
    this.#moveCopied(written.length - code.length);
    return written;
  }

  /** What was written before the code is known. */
  #moveCopied(bytes: number): void {
    this.copied = this.copied.map((one) => ({ ...one, to: one.to + bytes }));
  }

  #appended({ id, contents, end }: Section, entries: readonly Uint8Array[]): Uint8Array {
    const [count, first] = readU32(this.metered, contents);
    return section(id, joinBytes([u32Bytes(count + entries.length), this.metered.subarray(first, end), ...entries]));
  }

  #exported(site: number): Uint8Array {
    const name = utf8(counterName(site));
    return joinBytes([u32Bytes(name.length), name, Uint8Array.of(GLOBAL_KIND), this.#global(site)]);
  }

  write(): Uint8Array {
    const sections = sectionsOf(this.metered);
    const code = sections.find(({ id }) => id === CODE);
    // The code first: it says how many counters there are.
    const counted = code ? this.#code(code) : new Uint8Array();
    const written = sections.map((one) => {
      if (one.id === CODE) return counted;
      if (one.id === GLOBALS)
        return this.#appended(
          one,
          this.sites.map(() => COUNTER),
        );
      if (one.id === EXPORTS)
        return this.#appended(
          one,
          this.sites.map((_, site) => this.#exported(site)),
        );
      return this.metered.subarray(one.start, one.end);
    });
    const before = written.slice(0, written.indexOf(counted)).reduce((sum, { length }) => sum + length, HEADER_BYTES);
    this.#moveCopied(before);
    return joinBytes([this.metered.subarray(0, HEADER_BYTES), ...written]);
  }
}

/** @param wasm as it would be uploaded. */
export function countedModule(wasm: Uint8Array, prices: Prices): CountedModule | Refusal {
  const prepared = prepareContract(wasm, prices);
  if (isRefusal(prepared)) return prepared;
  const uploaded = uploadedCore(wasm);
  if (isRefusal(uploaded)) return uploaded;
  const module = parseModule(uploaded.core);
  const plans = module.bodies.map((_, index) => checkFunction(module, index, prices));
  const counting = new Counting(module, plans, prepared.metered, uploaded.offset);
  const counted = counting.write();
  return { module: new WebAssembly.Module(counted), sites: counting.sites, copied: counting.copied };
}
