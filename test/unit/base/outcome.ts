/** What a test wants of a function that may refuse: the value, or the refusal's text. */

import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';

/** @throws the refusal's message when the value is one. */
export function accepted<T>(value: T | Refusal): T {
  if (isRefusal(value)) throw new Error(`refused: ${value.code}: ${value.message}`);
  return value as T;
}

/** @returns `code: message`. @throws when nothing was refused. */
export function refusedAs(value: unknown): string {
  if (!isRefusal(value)) throw new Error('expected a refusal');
  return `${value.code}: ${value.message}`;
}
