/** What a failed `assert` and an uncaught `throw` do: the message and its place go to the log, then the call fails. */

import { host_log } from './env';

export function abortCall(message: string | null, file: string | null, line: u32, column: u32): void {
  const said = message === null ? 'the contract stopped' : message;
  const place = file === null ? '' : ` at ${file}:${line.toString()}:${column.toString()}`;
  const text = String.UTF8.encode(said + place);
  host_log(changetype<usize>(text), text.byteLength);
  unreachable();
}
