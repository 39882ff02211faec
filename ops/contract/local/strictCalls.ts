/** Methods that authors of tests call from JavaScript, where an argument too many would do nothing: `ledger.fund(alice, 5n, 'GOLD')`
 *  gave XRGE. */

type Method = (this: unknown, ...values: unknown[]) => unknown;

/** Lets methods refuse what they do not read. @param most greatest number of arguments, by method. */
export function refuseSurplus<T extends object>(
  type: { readonly name: string; readonly prototype: T },
  most: Readonly<Partial<Record<keyof T & string, number>>>,
): void {
  for (const [name, count] of Object.entries(most) as [keyof T & string, number][]) {
    const method = type.prototype[name] as Method;
    const strict: Method = function (...values) {
      if (values.length > count)
        throw new TypeError(`${name} takes ${count === 1 ? '1 argument' : `${count} arguments`}, not ${values.length}`);
      return method.apply(this, values);
    };
    Object.defineProperty(type.prototype, name, { value: strict, writable: true, configurable: true });
  }
}

/** @throws for a member that nobody reads. */
export function refuseUnknownMembers(what: string, given: object, known: readonly string[]): void {
  for (const name of Object.keys(given))
    if (!known.includes(name)) throw new TypeError(`${what} has no ${name}; it has ${known.join(' and ')}`);
}
