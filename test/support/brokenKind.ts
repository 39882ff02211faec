/** A kind of transaction with a bug: one of its methods throws or returns what cannot be stored, for the transactions that a
 *  test names. Only in the test's own thread; workers run the intact kind. */

import type { AnyKind } from '../../engine/ledger/kind.js';
import { kindOf } from '../../engine/ledger/kinds/index.js';

type Method = 'apply' | 'admit' | 'outflow' | 'parties' | 'subjects' | 'reveals' | 'poolEvents' | 'event' | 'feeUnits';

/** What of it could be foreseen is foreseen no more: it has to be run.
 *  @param broken gets the method's arguments, and may call the intact method.
 *  @returns a function that restores the kind. */
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
  const { foresee } = kind;
  delete kind.foresee;
  return () => {
    if (foresee) kind.foresee = foresee;
    if (own) Object.defineProperty(kind, method, own);
    else delete kind[method as keyof AnyKind];
  };
}

/** Whether a method was called for a transaction of this amount, with the transaction or with its fields, however decoded. */
export const concerns = (args: readonly unknown[], amount: bigint): boolean =>
  args.some((argument) => {
    const { fields = argument } = (argument ?? {}) as { readonly fields?: unknown };
    return (fields as { readonly amount?: unknown } | null)?.amount === amount;
  });
