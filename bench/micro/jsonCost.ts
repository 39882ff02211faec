/** Bench of exact JSON: the cost of a byte of the worst texts compared with a byte of an ordinary one.
 *
 *  In: texts at the limits of a signed text, each as bytes. A text is read from its bytes, compared with itself and
 *  written canonically, as for a request with a payload beside its signed bytes. All figures are of one run; the ratio is the hard
 *  text's time for a byte over the ordinary one's, and the promise is JSON_COST_FACTOR. */

import { decodeUtf8, utf8 } from '../../engine/base/bytes.js';
import { canonicalJson, jsonEqual, parseJson } from '../../engine/base/json.js';
import { JSON_COST_FACTOR, SIGNED_JSON } from '../../engine/base/limits.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { type BenchDefinition, besideFigure, figureOf, ratioAtMost } from '../figures.js';
import { hardShapes, plainShape, refusedShapes } from '../jsonShapes.js';
import { timed } from '../measure.js';

/** The longest text whose values may be as short as three characters each. */
export const DENSE_CHARACTERS = 3 * SIGNED_JSON.values;

const ROUNDS = 9;

/** @returns whether the text is accepted. */
export function readText(bytes: Uint8Array): boolean {
  const text = decodeUtf8(bytes);
  const value = text === undefined ? undefined : parseJson(text, SIGNED_JSON);
  if (value === undefined || isRefusal(value)) return false;
  return jsonEqual(value, value) && utf8(canonicalJson(value)).length > 0;
}

export interface TextCost {
  readonly name: string;
  readonly taken: boolean;
  /** Nanoseconds per byte, one for each round. */
  readonly nanoseconds: readonly number[];
}

/** Shapes take turns, so that a burst of other work affects all of them alike. The first is the ordinary text. */
export function measureShapes(length: number, rounds: number): readonly [TextCost, ...TextCost[]] {
  const shapes = Object.entries({ 'an ordinary text': plainShape, ...hardShapes, ...refusedShapes });
  const texts = shapes.map(([name, shape]) => ({ name, bytes: utf8(shape(length)), nanoseconds: [] as number[] }));
  const taken = texts.map(({ bytes }) => readText(bytes));
  for (let round = 0; round < rounds; round++)
    for (const { bytes, nanoseconds } of texts)
      nanoseconds.push((timed(() => readText(bytes)).milliseconds * 1e6) / bytes.length);
  const costs = texts.map(({ name, nanoseconds }, index) => ({ name, taken: taken[index] === true, nanoseconds }));
  return costs as unknown as readonly [TextCost, ...TextCost[]];
}

export const jsonCost: BenchDefinition = {
  name: 'json-cost',
  about: 'the worst texts beside an ordinary one: time for a byte to parse, compare and write canonically',
  run({ quick }) {
    const rounds = quick ? 2 : ROUNDS;
    const [plain, ...others] = measureShapes(quick ? 8_192 : DENSE_CHARACTERS, rounds);
    const figures = others.map(({ name, taken, nanoseconds }) => {
      const figure = besideFigure(`${taken ? '' : 'refused: '}${name}`, nanoseconds, plain.nanoseconds, 'ns');
      return ratioAtMost(figure, JSON_COST_FACTOR);
    });
    return Promise.resolve([figureOf('an ordinary text, for a byte', plain.nanoseconds, 'ns'), ...figures]);
  },
};
