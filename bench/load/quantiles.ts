/** Quantiles of many values. In: values in any order. Out: nearest-rank quantiles, all zero for none. */

import type { Quantiles } from './result.js';

/** @param values sorted in place. */
export function quantilesOf(values: Float64Array): Quantiles {
  values.sort();
  const count = values.length;
  const rank = (share: number): number => values[Math.max(0, Math.ceil(share * count) - 1)] ?? 0;
  return { count, p50: rank(0.5), p95: rank(0.95), p99: rank(0.99), max: rank(1) };
}

/** A growing list of numbers, eight bytes each. */
export class NumberList {
  #values = new Float64Array(1_024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(2 * this.#length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  /** @returns a copy of the values from an index on. */
  from(index: number): Float64Array {
    return this.#values.slice(index, this.#length);
  }
}
