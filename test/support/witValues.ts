/** Random values of the types of the world, and scripts that pass them to a function of the host. */

import type { WitField, WitType, WitValue } from '../../engine/vm/component/witType.js';
import { type HostFunctionName, hostFunctions } from '../../engine/vm/component/world.js';
import type { SeededRandom } from './random.js';
import { addressPlaces, script } from './scriptedCore.js';

/** Ranges of code points with one to four bytes in UTF-8, without surrogates and without the byte order mark, which jco drops. */
const RANGES = [
  [0x00, 0x7f],
  [0x80, 0x7ff],
  [0x800, 0xd7ff],
  [0xe000, 0xfefe],
  [0x1_0000, 0x10_ffff],
] as const;

export function randomText(random: SeededRandom): string {
  const length = random.chance(20) ? 0 : random.chance(3) ? random.below(8_000) : random.below(40);
  let text = '';
  for (let at = 0; at < length; at++) {
    const [low, high] = random.pick(RANGES);
    text += String.fromCodePoint(random.between(low, high));
  }
  return text;
}

const randomBytes = (random: SeededRandom): Uint8Array =>
  random.bytes(random.chance(20) ? 0 : random.chance(3) ? random.below(60_000) : random.below(100));

/** Often at the ends of the range. */
const randomNumber = (random: SeededRandom, bits: number): number =>
  random.chance(30) ? random.pick([0, 1, 2 ** bits - 1, 2 ** (bits - 1)]) : random.below(2 ** bits);

const randomU64 = (random: SeededRandom): bigint =>
  random.chance(40) ? random.pick([0n, 1n, 2n ** 64n - 1n, 2n ** 63n, 2n ** 32n]) : random.bigBelow(2n ** 64n);

const BITS = { u8: 8, u16: 16, u32: 32 } as const;

export function randomValue(type: WitType | undefined, random: SeededRandom): WitValue {
  if (type === undefined) return undefined;
  switch (type.kind) {
    case 'bool':
      return random.chance(50);
    case 'u64':
      return randomU64(random);
    case 'string':
      return randomText(random);
    case 'bytes':
      return randomBytes(random);
    case 'option':
      return random.chance(50) ? randomValue(type.of, random) : undefined;
    case 'result':
      return random.chance(50) ? { ok: randomValue(type.ok, random) } : { error: randomValue(type.error, random) };
    case 'enum':
      return random.pick(type.names);
    case 'record':
      return Object.fromEntries(type.fields.map((field) => [field.name, randomValue(field.type, random)]));
    default:
      return randomNumber(random, BITS[type.kind]);
  }
}

/** The script of one call: what the core module passes to the host, and what `call` returns. */
export class Script {
  readonly bytes: Uint8Array;
  readonly #parts: Uint8Array[] = [];
  #bytes: number = script.blob;
  readonly #flat: bigint[] = [];

  constructor(
    readonly name: HostFunctionName,
    readonly values: { readonly [name: string]: WitValue },
    readonly answer: { readonly ok: string } | { readonly error: string },
    random: SeededRandom,
  ) {
    const { parameters }: { parameters: readonly WitField[] } = hostFunctions[name];
    for (const parameter of parameters) this.#add(parameter.type, values[parameter.name], random);
    this.bytes = this.#encoded();
  }

  /** @returns the offset of bytes in the script. */
  #place(bytes: Uint8Array): bigint {
    const at = this.#bytes;
    this.#parts.push(bytes);
    this.#bytes += bytes.length;
    return BigInt(at);
  }

  #add(type: WitType, value: WitValue, random: SeededRandom): void {
    if (type.kind === 'option') {
      this.#flat.push(value === undefined ? 0n : 1n);
      // What stands in the places of an absent value must not matter.
      if (value === undefined) this.#flat.push(...addressPlaces(type.of).map(() => random.bigBelow(2n ** 64n)));
      else this.#add(type.of, value, random);
      return;
    }
    if (type.kind === 'string' || type.kind === 'bytes') {
      const bytes = typeof value === 'string' ? Buffer.from(value, 'utf8') : (value as Uint8Array);
      this.#flat.push(this.#place(bytes), BigInt(bytes.length));
    } else this.#flat.push(BigInt(value as number | bigint));
  }

  #encoded(): Uint8Array {
    const text = Buffer.from('ok' in this.answer ? this.answer.ok : this.answer.error, 'utf8');
    const at = this.#place(text);
    const bytes = Buffer.alloc(this.#bytes);
    for (const [place, value] of this.#flat.entries()) bytes.writeBigUInt64LE(value, script.value(place));
    bytes.writeUInt8('ok' in this.answer ? 0 : 1, script.answer);
    bytes.writeUInt32LE(Number(at), script.answer + 4);
    bytes.writeUInt32LE(text.length, script.answer + 8);
    let to: number = script.blob;
    for (const part of this.#parts) {
      bytes.set(part, to);
      to += part.length;
    }
    return new Uint8Array(bytes);
  }
}
