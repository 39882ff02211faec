/** The record that an entry of a log is about. */

import { serviceKindOf } from '../kinds/index.js';
import { type LogEntry, recordKey } from '../record.js';
import { recordKindOf } from '../serviceKind.js';

/** Its key. A kind of another version keeps its records under its own name. */
export function recordOfEntry({ id, kind: name }: Pick<LogEntry, 'id' | 'kind'>): Uint8Array {
  const kind = serviceKindOf(name);
  return recordKey(id, kind ? recordKindOf(kind) : name);
}
