/** Writes the module that runs: the uploaded one with fuel, a bound of the stack, canonical NaN, and a memory that the host gives.
 *
 *  Each function becomes: enter, charge its first site, a block with the old code, leave. The block is where the function's own label
 *  was, so no branch changes; `return` becomes a branch to it. Sections without a change are copied. */

import { F32, F64, op } from '../binary/instructions.js';
import type { Limits, ParsedModule } from '../binary/parsedModule.js';
import { BinaryWriter } from '../binary/writer.js';
import type { DataPlace } from '../contractModule.js';
import { GROWTH_SLACK_BYTES, MAX_GROWTH, MAX_PAGES } from '../limits.js';
import { bound } from '../moduleFault.js';
import type { Prices } from '../prices.js';
import { Additions, added } from './additions.js';
import type { CopiedCode } from './copiedCode.js';
import { change, type FunctionPlan } from './functionPlan.js';

const MAGIC = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const FUNCTION = 0;
const MEMORY = 2;
const GLOBAL = 3;
const DATA = 11;
const I32_TYPE = 0x7f;
const CANONICAL_F32 = [op.f32Const, 0x00, 0x00, 0xc0, 0x7f];
const CANONICAL_F64 = [op.f64Const, 0, 0, 0, 0, 0, 0, 0xf8, 0x7f];

export interface Rewritten {
  /** The module that runs. */
  readonly metered: Uint8Array<ArrayBuffer>;
  /** Where the uploaded code is in it. */
  readonly copied: readonly CopiedCode[];
  readonly data: readonly DataPlace[];
}

class Rewriter {
  readonly #out = new BinaryWriter();
  readonly #section = new BinaryWriter();
  readonly #body = new BinaryWriter();
  readonly #additions: Additions;
  /** Relative to the body, until its place is known. */
  #copied: CopiedCode[] = [];
  readonly #allCopied: CopiedCode[] = [];

  constructor(
    private readonly module: ParsedModule,
    private readonly plans: readonly FunctionPlan[],
    private readonly memory: Limits | undefined,
    private readonly mostBytes: number,
    prices: Prices,
  ) {
    const { growPage, lostPage } = prices;
    const growth = memory && { ...memory, maximum: memory.maximum ?? MAX_PAGES, growPage, lostPage };
    this.#additions = new Additions(module, plans, growth);
  }

  rewrite(): Rewritten {
    // The code comes first: it says which types it needs.
    const code = this.#code();
    const out = this.#out;
    out.bytes(MAGIC);
    const { types, helpers } = this.#additions;
    this.#appended(1, types.length, () => {
      for (const [parameters, results] of types) this.#type(parameters, results);
    });
    this.#appended(2, this.memory ? 1 : 0, () => this.#memoryImport());
    this.#appended(3, helpers.length, () => {
      for (const { type } of helpers) this.#section.u32(type);
    });
    this.#appended(4, 0, () => undefined);
    this.#appended(6, 3, () => {
      for (let global = 0; global < 3; global++) this.#section.bytes([I32_TYPE, 1, op.i32Const, 0, op.end]);
    });
    this.#exports();
    this.#appended(9, 0, () => undefined);
    const codeStart = this.#writeSection(10, code);
    const dataStart = this.#appended(DATA, 0, () => undefined);
    const copied = this.#allCopied.map((one) => ({ ...one, to: one.to + codeStart }));
    this.#checkGrowth(out.length);
    return { metered: out.written(), copied, data: this.#data(dataStart) };
  }

  #checkGrowth(bytes: number): void {
    bound('bytes of the module with metering', bytes, this.mostBytes, 0);
  }

  /** @returns the offset of the section's contents. */
  #writeSection(id: number, contents: Uint8Array): number {
    const out = this.#out;
    out.byte(id);
    out.u32(contents.length);
    const start = out.length;
    out.bytes(contents);
    return start;
  }

  /** Where the data segments are now. @param start of their section's entries. */
  #data(start: number): readonly DataPlace[] {
    const moved = start - (this.module.sections.get(DATA)?.span.start ?? 0);
    return this.module.data.map(({ offset, bytes }) => ({
      ...{ offset, start: bytes.start + moved, end: bytes.end + moved },
    }));
  }

  /** A section of the module with entries behind its own. @returns the offset of its entries; 0 without them. */
  #appended(id: number, more: number, write: () => void): number {
    const { sections, bytes } = this.module;
    const own = sections.get(id);
    if (!own && more === 0) return 0;
    const section = this.#section;
    section.clear();
    section.u32((own?.count ?? 0) + more);
    const before = section.length;
    if (own) section.copy(bytes, own.span.start, own.span.end);
    write();
    return this.#writeSection(id, section.view()) + before;
  }

  #type(parameters: readonly number[], results: readonly number[]): void {
    const section = this.#section;
    section.byte(0x60);
    section.u32(parameters.length);
    section.bytes(parameters);
    section.u32(results.length);
    section.bytes(results);
  }

  #memoryImport(): void {
    const { memory } = this;
    const section = this.#section;
    if (!memory) return;
    section.name(added.module);
    section.name(added.memory);
    section.bytes([MEMORY, 1]);
    section.u32(memory.minimum);
    // The host's memories all have one maximum; the module's own is kept by what grows it.
    section.u32(MAX_PAGES);
  }

  #exports(): void {
    const { start } = this.module;
    const { fuel, status, stack, reset } = this.#additions;
    const more = [
      [added.fuel, GLOBAL, fuel],
      [added.status, GLOBAL, status],
      [added.stack, GLOBAL, stack],
      ...(start === undefined ? [] : [[added.start, FUNCTION, start] as const]),
      ...(reset === undefined ? [] : [[added.reset, FUNCTION, reset] as const]),
    ] as const;
    this.#appended(7, more.length, () => {
      for (const [name, kind, index] of more) {
        this.#section.name(name);
        this.#section.byte(kind);
        this.#section.u32(index);
      }
    });
  }

  #code(): Uint8Array {
    const { plans, module } = this;
    const code = new BinaryWriter(2 * module.bytes.length);
    const { helpers } = this.#additions;
    code.u32(plans.length + helpers.length);
    for (const [index, plan] of plans.entries()) {
      this.#function(code, plan, index);
      // Here and not at the end: code of 1 MiB could be written as 15 first.
      this.#checkGrowth(code.length);
    }
    for (const helper of helpers) {
      this.#body.clear();
      helper.write(this.#body);
      this.#writeBody(code);
    }
    return code.view();
  }

  #writeBody(code: BinaryWriter): void {
    code.u32(this.#body.length);
    for (const one of this.#copied) this.#allCopied.push({ ...one, to: one.to + code.length });
    this.#copied = [];
    code.bytes(this.#body.view());
  }

  #function(code: BinaryWriter, plan: FunctionPlan, index: number): void {
    const body = this.#body;
    const additions = this.#additions;
    body.clear();
    // Fuel and stack that end at the entry end at the first instruction, not in the function before.
    this.#copied.push({ to: 0, from: plan.codeStart, bytes: 1 });
    body.u32(plan.localGroups + (plan.usesF32 ? 1 : 0) + (plan.usesF64 ? 1 : 0));
    body.copy(this.module.bytes, plan.localsStart, plan.codeStart);
    if (plan.usesF32) body.bytes([1, F32]);
    if (plan.usesF64) body.bytes([1, F64]);
    additions.writeEnter(body, plan.frameUnits);
    additions.writeCharge(body, plan.sites[0] as number);
    body.byte(op.block);
    this.#blockType(this.module.types[this.module.bodies[index]?.type as number]?.results ?? []);
    this.#changedCode(plan);
    body.byte(op.end);
    additions.writeLeave(body, plan.frameUnits);
    body.byte(op.end);
    this.#writeBody(code);
  }

  #blockType(results: readonly number[]): void {
    if (results.length === 0) this.#body.byte(0x40);
    else if (results.length === 1) this.#body.byte(results[0] as number);
    else this.#body.i32(this.#additions.typeOf([], results));
  }

  #changedCode(plan: FunctionPlan): void {
    let from = plan.codeStart;
    plan.starts.forEach((start, at) => {
      this.#copyCode(from, start);
      // What takes the place of an instruction traps where that one stood.
      if (plan.ends[at] !== start) this.#copied.push({ to: this.#body.length, from: start, bytes: 1 });
      this.#change(plan, plan.kinds[at] as number, plan.values[at] as number);
      from = plan.ends[at] as number;
    });
    this.#copyCode(from, plan.codeEnd);
  }

  #copyCode(from: number, end: number): void {
    if (end <= from) return;
    this.#copied.push({ to: this.#body.length, from, bytes: end - from });
    this.#body.copy(this.module.bytes, from, end);
  }

  #change(plan: FunctionPlan, kind: number, value: number): void {
    const body = this.#body;
    const { grow, copy, fill } = this.#additions;
    switch (kind) {
      case change.charge:
        this.#additions.writeCharge(body, plan.sites[value] as number);
        break;
      case change.canonical:
        this.#canonical(plan, value);
        break;
      case change.return:
        body.byte(op.br);
        body.u32(value);
        break;
      default:
        body.byte(op.call);
        body.u32((kind === change.grow ? grow : kind === change.copy ? copy : fill) as number);
    }
  }

  /** A NaN that arithmetic made gets the bits of the canonical one: which ones it has differs between compilers. */
  #canonical(plan: FunctionPlan, type: number): void {
    const body = this.#body;
    const local = plan.parameters + plan.locals + (type === F64 && plan.usesF32 ? 1 : 0);
    const get = (operation: number): void => {
      body.byte(operation);
      body.u32(local);
    };
    get(op.localTee);
    body.bytes(type === F32 ? CANONICAL_F32 : CANONICAL_F64);
    get(op.localGet);
    get(op.localGet);
    body.bytes([type === F32 ? op.f32Eq : op.f64Eq, op.select]);
  }
}

/** @param plans of the module's own functions, in their order. @param memory pages that the module begins with, and the most that it may grow to.
 *  @throws ModuleFault when it grew too much. */
export const rewrite = (
  module: ParsedModule,
  plans: readonly FunctionPlan[],
  memory: Limits | undefined,
  prices: Prices,
): Rewritten =>
  new Rewriter(module, plans, memory, MAX_GROWTH * module.bytes.length + GROWTH_SLACK_BYTES, prices).rewrite();
