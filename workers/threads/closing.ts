/** Ends several things one after the other, whatever happens to each: when one of them throws, the others are still ended.
 *
 *  In: the parts by name, in the order in which they end. Out: the failures, in that order; empty when all is well. */

export interface ClosingPart {
  readonly name: string;
  readonly close: () => unknown;
}

export interface ClosingFailure {
  readonly name: string;
  readonly error: unknown;
}

export async function closeAll(parts: readonly ClosingPart[]): Promise<readonly ClosingFailure[]> {
  const failures: ClosingFailure[] = [];
  for (const { name, close } of parts) {
    try {
      await close();
    } catch (error) {
      failures.push({ name, error });
    }
  }
  return failures;
}

/** `closeAll`, for callers that can only rethrow the first failure. @throws the exception of the first part that failed. */
export async function closeEach(...parts: readonly (() => unknown)[]): Promise<void> {
  const [first] = await closeAll(parts.map((close) => ({ name: '', close })));
  if (first) throw first.error;
}
