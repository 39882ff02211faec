/** The public answer for an exception contains nothing of its text, whatever the text is. */

import { expect, test } from 'vitest';
import { operatorText } from '../../../engine/base/problem.js';
import { StoreError, type StoreErrorCode } from '../../../engine/store/port.js';
import { problemOf } from '../../../engine/store/problems.js';
import { RecoveryError } from '../../../engine/store/recovery.js';

const SECRET = "EACCES: permission denied, open '/srv/secret/db' IO error: No such file";

const codes: Readonly<Record<StoreErrorCode, true>> = {
  STORE_OPEN_FAILED: true,
  STORE_IN_USE: true,
  STORE_LIBRARY_MISSING: true,
  STORE_FAILED: true,
  STORE_READ_FAILED: true,
  STORE_PRUNED: true,
  STORE_REOPENING: true,
  STORE_BUSY: true,
  STORE_CLOSED: true,
  STORE_DIED: true,
  QUERY_UNKNOWN: true,
  QUERY_FAILED: true,
  BACKUP_FAILED: true,
  JOURNAL_DAMAGED: true,
  JOURNAL_FAILED: true,
};

test('every kind of exception has a sentence of its own, and its text is for the operator', () => {
  const thrown: unknown[] = [
    ...(Object.keys(codes) as StoreErrorCode[]).map((code) => new StoreError(code, SECRET)),
    new RecoveryError(SECRET),
    new TypeError(SECRET),
    SECRET,
  ];
  for (const error of thrown) {
    const problem = problemOf(error);
    expect(problem.message).toMatch(/^[a-z][^/]{10,}$/);
    for (const word of SECRET.split(' ').filter((part) => part.length > 4)) expect(problem.message).not.toContain(word);
    expect([problem.detail, operatorText(problem)]).toEqual([SECRET, SECRET]);
  }
  expect(thrown).toHaveLength(18);
  expect(operatorText({ message: 'only this' })).toBe('only this');
});
