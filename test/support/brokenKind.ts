/** A kind of transaction with a bug: one of its methods throws, or gives what cannot be kept, for the transactions that a
 *  test names. In the test's own thread alone; what runs in workers is whole. */

import type { AnyKind } from '../../engine/ledger/kind.js';
import { kindOf } from '../../engine/ledger/kinds/index.js';

type Method = 'apply' | 'admit' | 'outflow' | 'parties' | 'subjects' | 'reveals' | 'poolEvents' | 'event' | 'feeUnits';

/** @param broken gets what the method was called with, and calls the whole one if it likes.
 *  @returns what mends the kind. */
export function breakKind(
  operation: string,
  method: Method,
  broken: (whole: (...args: never[]) => unknown, args: readonly unknown[]) => unknown,
): () => void {
  const kind = kindOf(operation) as { -readonly [K in keyof AnyKind]: AnyKind[K] };
  const own = Object.getOwnPropertyDescriptor(kind, method);
  const whole = ((kind[method] as ((...args: never[]) => unknown) | undefined) ?? (() => undefined)).bind(kind);
  Object.defineProperty(kind, method, {
    configurable: true,
    writable: true,
    value: (...args: never[]) => broken(whole, args),
  });
  return () => {
    if (own) Object.defineProperty(kind, method, own);
    else delete kind[method as keyof AnyKind];
  };
}

/** Whether a method was called for a transaction of this amount: with it or with its fields, read from whatever bytes. */
export const concerns = (args: readonly unknown[], amount: bigint): boolean =>
  args.some((argument) => {
    const { fields = argument } = (argument ?? {}) as { readonly fields?: unknown };
    return (fields as { readonly amount?: unknown } | null)?.amount === amount;
  });
