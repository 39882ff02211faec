/** How code ends before its end. The words are V8's, so that both can be compared; the last two are the machine's own. */
export type TrapKind =
  | 'unreachable'
  | 'divide by zero'
  | 'divide result unrepresentable'
  | 'remainder by zero'
  | 'memory access out of bounds'
  | 'float unrepresentable in integer range'
  | 'null function or function signature mismatch'
  | 'table index is out of bounds'
  | 'out of fuel'
  | 'stack overflow';

export class Trap extends Error {
  constructor(readonly kind: TrapKind) {
    super(kind);
  }
}
