/** Reads the code of one function once: checks its types (core specification 1.0, appendix A.3), counts its fuel and plans how it is
 *  rewritten.
 *
 *  Fuel is charged at sites: the function's entry, each loop header, each branch of an `if`. An instruction adds its price to the
 *  innermost site that is open where it stands, also behind the `end` of a block in which a branch may have left. Code that cannot
 *  be reached costs nothing. The details are those of wasmi 0.31, so that its fuel comes out. */

import {
  ANY,
  accesses,
  F32,
  F64,
  featureOf,
  I32,
  I64,
  makesNan,
  numeric,
  op,
  prefixed,
  saturating,
} from '../binary/instructions.js';
import type { FunctionType, ParsedModule } from '../binary/parsedModule.js';
import { BinaryReader } from '../binary/reader.js';
import { MAX_BRANCH_TABLE, MAX_LOCALS, MAX_NESTING } from '../limits.js';
import { bound, fault } from '../moduleFault.js';
import type { Prices } from '../prices.js';
import { change, FunctionPlan } from './functionPlan.js';
import { extraCodeOf, SATURATING_CODE } from './machineCode.js';

/** Values for one fuel, where a call makes locals or a branch keeps values. */
const VALUES_PER_FUEL = 8;
/** A conditional, a loop: what the compilers took for each, beside a block. */
const HEAVY_CONTROL = 3;

interface Frame {
  readonly opcode: number;
  readonly parameters: readonly number[];
  readonly results: readonly number[];
  /** Operand values below the frame's own. */
  readonly height: number;
  /** Whether the code before it could be reached. */
  readonly isEntered: boolean;
  isReachable: boolean;
  /** Behind a branch in this very frame: operands that are missing are whatever is asked for. Not in a frame that begins there. */
  isPolymorphic: boolean;
  /** The site that instructions in it add to. */
  site: number;
}

const NO_TYPES: readonly number[] = [];
const typeNames: Readonly<Record<number, string>> = {
  [I32]: 'i32',
  [I64]: 'i64',
  [F32]: 'f32',
  [F64]: 'f64',
  [ANY]: 'any',
};

class FunctionReader {
  readonly plan = new FunctionPlan();
  readonly #locals: number[] = [];
  readonly #operands: number[] = [];
  readonly #frames: Frame[] = [];
  #frame: Frame;
  /** Offset of the instruction that is being read. */
  #at = 0;
  readonly #access: number;

  constructor(
    private readonly module: ParsedModule,
    private readonly type: FunctionType,
    private readonly reader: BinaryReader,
    private readonly prices: Prices,
  ) {
    const { memory } = module;
    this.#access = memory && (memory.maximum ?? Number.POSITIVE_INFINITY) > prices.smallMemory ? prices.farAccess : 1;
    this.#readLocals();
    const { plan } = this;
    const site = plan.site(1 + Math.floor((plan.parameters + plan.locals) / VALUES_PER_FUEL));
    this.#frame = {
      opcode: op.block,
      parameters: NO_TYPES,
      results: type.results,
      height: 0,
      isEntered: true,
      isReachable: true,
      isPolymorphic: false,
      site,
    };
    this.#frames.push(this.#frame);
  }

  #readLocals(): void {
    const { reader, plan, type } = this;
    this.#locals.push(...type.parameters);
    plan.parameters = type.parameters.length;
    plan.returned = type.results.length;
    plan.moved = plan.parameters + plan.returned;
    const start = reader.at;
    const groups = reader.u32();
    bound('groups of locals', groups, MAX_LOCALS, start);
    plan.localGroups = groups;
    plan.localsStart = reader.at;
    for (let group = 0; group < groups; group++) {
      const count = reader.u32();
      bound('parameters and locals', this.#locals.length + count, MAX_LOCALS, start);
      const local = this.#valueType();
      for (let index = 0; index < count; index++) this.#locals.push(local);
    }
    plan.locals = this.#locals.length - plan.parameters;
    plan.codeStart = reader.at;
  }

  #valueType(): number {
    const type = this.reader.byte();
    if (type !== I32 && type !== I64 && type !== F32 && type !== F64)
      fault(`value type 0x${type.toString(16)} is not allowed: only i32, i64, f32 and f64 are`, this.reader.at - 1);
    return type;
  }

  read(): FunctionPlan {
    const { reader, plan } = this;
    while (this.#frames.length > 0) {
      if (reader.isAtEnd) fault('the code ends without its last end', reader.at);
      this.#at = reader.at;
      this.#instruction(reader.byte());
    }
    if (!reader.isAtEnd) fault('there is code behind the last end', reader.at);
    plan.codeEnd = reader.at - 1;
    return plan;
  }

  // Operands

  #push(type: number): void {
    const height = this.#operands.push(type);
    if (height > this.plan.height) this.plan.height = height;
  }

  #pushAll(types: readonly number[]): void {
    for (const type of types) this.#push(type);
  }

  #pop(expected = ANY): number {
    const frame = this.#frame;
    if (this.#operands.length === frame.height) {
      if (!frame.isPolymorphic) fault('an operand is missing', this.#at);
      return expected;
    }
    const type = this.#operands.pop() as number;
    if (expected !== ANY && type !== expected && type !== ANY)
      fault(`expected ${typeNames[expected]}, found ${typeNames[type]}`, this.#at);
    return type === ANY ? expected : type;
  }

  #popAll(types: readonly number[]): void {
    for (let index = types.length - 1; index >= 0; index--) this.#pop(types[index]);
  }

  // Fuel

  #charge(fuel: number): void {
    if (this.#frame.isReachable) this.#addTo(this.#frame.site, fuel);
  }

  #addTo(site: number, fuel: number): void {
    const { sites } = this.plan;
    sites[site] = (sites[site] as number) + fuel;
  }

  /** Begins a site at the next instruction. */
  #openSite(): number {
    const { plan, reader } = this;
    const site = plan.site(1);
    plan.add(reader.at, reader.at, change.charge, site);
    return site;
  }

  /** What a branch costs beside its price: a fuel for every 8 values that it moves because it drops others below them.
   *  @param below operand values under the branch's own operands. */
  #kept(frame: Frame): number {
    const types = frame.opcode === op.loop ? frame.parameters : frame.results;
    const isReturn = frame === this.#frames[0];
    const dropped = this.#operands.length - types.length - frame.height + (isReturn ? this.#locals.length : 0);
    return dropped > 0 ? Math.floor(types.length / VALUES_PER_FUEL) : 0;
  }

  // Frames

  #open(opcode: number, parameters: readonly number[], results: readonly number[]): void {
    bound('nested blocks', this.#frames.length, MAX_NESTING, this.#at);
    const { isReachable, site } = this.#frame;
    const height = this.#operands.length;
    this.#frame = {
      opcode,
      parameters,
      results,
      height,
      isEntered: isReachable,
      isReachable,
      isPolymorphic: false,
      site,
    };
    if (isReachable && opcode !== op.block) this.#frame.site = this.#openSite();
    this.#frames.push(this.#frame);
    this.#pushAll(parameters);
  }

  /** Checks that the frame's results are there and nothing else, and takes it away. */
  #close(): Frame {
    const frame = this.#frame;
    this.#popAll(frame.results);
    if (this.#operands.length !== frame.height) fault('values are left behind at the end of a block', this.#at);
    this.#frames.pop();
    return frame;
  }

  #label(index: number): Frame {
    const frame = this.#frames[this.#frames.length - 1 - index];
    return frame ?? fault(`there is no label ${index}`, this.#at);
  }

  #labelTypes = (frame: Frame): readonly number[] => (frame.opcode === op.loop ? frame.parameters : frame.results);

  #leave(): void {
    this.#operands.length = this.#frame.height;
    this.#frame.isReachable = false;
    this.#frame.isPolymorphic = true;
  }

  #blockType(): FunctionType {
    const { reader } = this;
    const start = reader.at;
    const first = reader.bytes[start] as number;
    if (first === 0x40) {
      reader.byte();
      return { parameters: NO_TYPES, results: NO_TYPES };
    }
    if (first >= 0x40 && first < 0x80) return { parameters: NO_TYPES, results: [this.#valueType()] };
    const index = reader.signed(33);
    return this.module.types[index] ?? fault(`there is no type ${index}`, start);
  }

  // Instructions

  #instruction(code: number): void {
    const shape = numeric[code];
    if (shape) {
      const isReinterpret = code >= op.firstReinterpret && code <= op.lastReinterpret;
      this.#charge(isReinterpret ? this.prices.reinterpret : 1);
      this.#popAll(shape.operands);
      this.#push(shape.result);
      this.plan.results++;
      this.plan.extraCode += extraCodeOf(code);
      if (makesNan[code]) this.#canonical(shape.result);
      return;
    }
    if (code >= op.firstLoad && code <= op.lastStore) this.#memoryAccess(code);
    else if (code <= op.return) this.#control(code);
    else if (code >= op.localGet && code <= op.globalSet) this.#variable(code);
    else if (code >= op.i32Const && code <= op.f64Const) this.#constant(code);
    else this.#other(code);
  }

  #canonical(type: number): void {
    if (!this.#frame.isReachable) return;
    if (type === F32) this.plan.usesF32 = true;
    else this.plan.usesF64 = true;
    this.plan.add(this.reader.at, this.reader.at, change.canonical, type);
  }

  #memoryAccess(code: number): void {
    const { reader } = this;
    this.#needMemory();
    const { type, alignment } = accesses[code - op.firstLoad] as (typeof accesses)[number];
    if (reader.u32() > alignment) fault('the alignment is above that of the type', this.#at);
    reader.u32();
    this.#charge(this.#access);
    if (code <= op.lastLoad) {
      this.#pop(I32);
      this.#push(type);
      this.plan.results++;
      return;
    }
    this.#pop(type);
    this.#pop(I32);
  }

  #needMemory(): void {
    if (!this.module.memory) fault('there is no memory', this.#at);
  }

  #constant(code: number): void {
    const { reader } = this;
    this.#charge(1);
    if (code === op.i32Const) reader.skipSigned(32);
    else if (code === op.i64Const) reader.skipSigned(64);
    else reader.skip(code === op.f32Const ? 4 : 8);
    this.#push([I32, I64, F32, F64][code - op.i32Const] as number);
  }

  #variable(code: number): void {
    const index = this.reader.u32();
    this.#charge(1);
    if (code >= op.globalGet) {
      const global = this.module.globals[index] ?? fault(`there is no global ${index}`, this.#at);
      if (code === op.globalGet) {
        this.#push(global.type);
        this.plan.results++;
        return;
      }
      if (!global.isMutable) fault(`global ${index} is constant`, this.#at);
      this.#pop(global.type);
      return;
    }
    const type = this.#locals[index] ?? fault(`there is no local ${index}`, this.#at);
    if (code !== op.localGet) this.#pop(type);
    if (code !== op.localSet) this.#push(type);
  }

  #other(code: number): void {
    switch (code) {
      case op.call:
        this.#call(this.module.functions[this.reader.u32()] ?? fault('there is no such function', this.#at));
        break;
      case op.callIndirect:
        this.#callIndirect();
        break;
      case op.drop:
        this.#charge(1);
        this.#pop();
        break;
      case op.select:
        this.#select();
        break;
      case op.memorySize:
      case op.memoryGrow:
        this.#memorySize(code);
        break;
      case op.prefix:
        this.#prefixed(this.reader.u32());
        break;
      default:
        fault(`instruction 0x${code.toString(16)} is not allowed: ${featureOf(code)}`, this.#at);
    }
  }

  #call(typeIndex: number): void {
    const { parameters, results } = this.module.types[typeIndex] as FunctionType;
    const { plan } = this;
    const values = parameters.length + results.length;
    plan.moved += 1 + values;
    plan.outgoing = Math.max(plan.outgoing, values);
    this.#charge(1);
    this.#popAll(parameters);
    this.#pushAll(results);
  }

  #callIndirect(): void {
    const { reader, module } = this;
    const typeIndex = reader.u32();
    if (!module.types[typeIndex]) fault(`there is no type ${typeIndex}`, this.#at);
    // Compilers write the index with room for a later one.
    if (reader.u32() !== 0) fault('only the first table may be called', this.#at);
    if (!module.table) fault('there is no table', this.#at);
    this.#pop(I32);
    this.#call(typeIndex);
  }

  #select(): void {
    this.#charge(1);
    this.#pop(I32);
    const second = this.#pop();
    const first = this.#pop(second);
    this.#push(first);
    this.plan.results++;
  }

  #memorySize(code: number): void {
    const { reader, plan } = this;
    this.#needMemory();
    if (reader.byte() !== 0) fault('only the one memory is there', this.#at);
    plan.results++;
    if (code === op.memorySize) {
      this.#charge(1);
      this.#push(I32);
      return;
    }
    this.#charge(this.prices.grow);
    this.#pop(I32);
    this.#push(I32);
    plan.usesGrow = true;
    plan.add(this.#at, reader.at, change.grow);
  }

  #prefixed(code: number): void {
    const { reader, plan } = this;
    const shape = saturating[code];
    if (shape) {
      this.#charge(1);
      this.#popAll(shape.operands);
      this.#push(shape.result);
      plan.results++;
      plan.extraCode += SATURATING_CODE;
      return;
    }
    if (code !== prefixed.memoryCopy && code !== prefixed.memoryFill)
      fault(`instruction 0xfc ${code} is not allowed: only memory.copy and memory.fill are`, this.#at);
    this.#needMemory();
    const isCopy = code === prefixed.memoryCopy;
    if (reader.byte() !== 0 || (isCopy && reader.byte() !== 0)) fault('only the one memory is there', this.#at);
    this.#charge(this.prices.bulk);
    for (let operand = 0; operand < 3; operand++) this.#pop(I32);
    if (isCopy) plan.usesCopy = true;
    else plan.usesFill = true;
    plan.add(this.#at, reader.at, isCopy ? change.copy : change.fill);
  }

  #control(code: number): void {
    switch (code) {
      case op.unreachable:
        this.#charge(1);
        this.#leave();
        break;
      case op.nop:
        break;
      case op.block:
      case op.loop:
      case op.if:
        this.#begin(code);
        break;
      case op.else:
        this.#else();
        break;
      case op.end:
        this.#end();
        break;
      case op.br:
        this.#branch();
        break;
      case op.brIf:
        this.#branchIf();
        break;
      case op.brTable:
        this.#branchTable();
        break;
      case op.return:
        this.#return();
        break;
      default:
        fault(`instruction 0x${code.toString(16)} is not allowed: ${featureOf(code)}`, this.#at);
    }
  }

  #begin(code: number): void {
    const { parameters, results } = this.#blockType();
    this.plan.controls += code === op.block ? 1 : HEAVY_CONTROL;
    this.plan.moved += parameters.length + results.length;
    if (code === op.if) {
      this.#charge(1);
      this.#pop(I32);
    }
    this.#popAll(parameters);
    this.#open(code, parameters, results);
  }

  #else(): void {
    const { opcode, isReachable } = this.#frame;
    if (opcode !== op.if) fault('an else without its if', this.#at);
    const { parameters, results, height, isEntered } = this.#close();
    const around = this.#frames[this.#frames.length - 1] as Frame;
    // The then-part jumps over the else-part; the reference has this jump paid around the `if`.
    if (isReachable) this.#addTo(around.site, 1);
    this.#frame = {
      opcode: op.else,
      parameters,
      results,
      height,
      isEntered,
      isReachable: isEntered,
      isPolymorphic: false,
      site: around.site,
    };
    if (isEntered) this.#frame.site = this.#openSite();
    this.#frames.push(this.#frame);
    this.#pushAll(parameters);
  }

  #end(): void {
    const { opcode } = this.#frame;
    const isLast = this.#frames.length === 1;
    if (isLast) {
      // The results are taken by this end: its price depends on what lies below them.
      if (this.#frame.isReachable) this.#charge(1 + this.#kept(this.#frame));
    }
    const frame = this.#close();
    if (opcode === op.if && !sameTypes(frame.parameters, frame.results))
      fault('an if without an else must not change the stack', this.#at);
    if (isLast) return;
    this.#frame = this.#frames[this.#frames.length - 1] as Frame;
    this.#pushAll(frame.results);
  }

  /** A way to a label, with what it carries. */
  #weighBranch(values: number): void {
    this.plan.controls++;
    this.plan.moved += 1 + values;
  }

  #branch(): void {
    const target = this.#label(this.reader.u32());
    const types = this.#labelTypes(target);
    this.#weighBranch(types.length);
    this.#charge(1 + this.#kept(target));
    this.#popAll(types);
    this.#leave();
  }

  #branchIf(): void {
    const target = this.#label(this.reader.u32());
    const types = this.#labelTypes(target);
    this.#weighBranch(types.length);
    this.#pop(I32);
    this.#charge(target === this.#frames[0] ? this.prices.branchToFunction : 1 + this.#kept(target));
    this.#popAll(types);
    this.#pushAll(types);
  }

  #branchTable(): void {
    const { reader } = this;
    const count = reader.u32();
    bound('targets of a br_table', count, MAX_BRANCH_TABLE, this.#at);
    this.#pop(I32);
    let kept = 0;
    let arity = -1;
    for (let index = 0; index <= count; index++) {
      const target = this.#label(reader.u32());
      const types = this.#labelTypes(target);
      if (arity >= 0 && types.length !== arity) fault('the targets of a br_table take different values', this.#at);
      arity = types.length;
      this.#weighBranch(arity);
      kept = Math.max(kept, this.#kept(target));
      this.#checkTop(types);
    }
    this.#charge(1 + kept);
    this.#leave();
  }

  /** That the operands on top have these types; leaves them. Where the stack holds any, it is not narrowed. */
  #checkTop(types: readonly number[]): void {
    const before = this.#operands.slice(Math.max(this.#frame.height, this.#operands.length - types.length));
    this.#popAll(types);
    this.#operands.push(...before);
  }

  #return(): void {
    const target = this.#frames[0] as Frame;
    this.#weighBranch(target.results.length);
    this.#charge(1 + this.#kept(target));
    if (this.#frame.isReachable) this.plan.add(this.#at, this.reader.at, change.return, this.#frames.length - 1);
    this.#popAll(target.results);
    this.#leave();
  }
}

const sameTypes = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((type, index) => type === other[index]);

/** @param index among the module's own functions. @throws ModuleFault */
export function checkFunction(module: ParsedModule, index: number, prices: Prices): FunctionPlan {
  const { type, span } = module.bodies[index] as ParsedModule['bodies'][number];
  const reader = new BinaryReader(module.bytes, span.start, span.end);
  return new FunctionReader(module, module.types[type] as FunctionType, reader, prices).read();
}
