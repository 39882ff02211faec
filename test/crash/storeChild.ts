/** A process that commits numbered records, for the tests that kill it.
 *
 *  Arguments: what to do (a journal by its name), the data directory, the size of a memory table. Every acknowledged number goes to stdout as one
 *  line, written synchronously, before anything else is done. */

import { writeSync } from 'node:fs';
import { u64Bytes, utf8, utf8Text } from '../../engine/base/bytes.js';
import { type JournalName, StoreError } from '../../engine/store/port.js';
import { openStore } from '../../workers/store/openStore.js';
import { journalRecord, recordBatch, recordBody, recordSignatures } from './storeRecords.js';

const say = (line: string): void => {
  writeSync(1, `${line}\n`);
};

const [mode = '', directory = '', writeBufferBytes = '65536'] = process.argv.slice(2);

const isJournal = (word: string): word is JournalName => ['slot', 'votes', 'candidate'].includes(word);

/** Commits ahead of the last acknowledged one, so that some share a sync. */
const AHEAD = 3;

const store = await openStore({ directory, writeBufferBytes: Number(writeBufferBytes) });
say('open');

async function commit(i: number): Promise<void> {
  await store.commit({
    body: { key: u64Bytes(i), value: recordBody(i) },
    signatures: { key: u64Bytes(i), value: recordSignatures(i) },
    batch: recordBatch(i),
    hasPoolEvents: true,
  });
  say(String(i));
}

const tip = await store.get(utf8('tip'));
let next = tip ? Number(utf8Text(tip)) + 1 : 1;

if (mode === 'commits') {
  const open: Promise<void>[] = [];
  for (;;) {
    open.push(commit(next++));
    if (open.length >= AHEAD) await open.shift();
  }
} else if (mode === 'reopens') {
  // When the disk fails from some commit on, whole blocks may exist although their commits failed.
  for (;;) {
    try {
      await commit(next++);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      // A disk that fails during the reopening as well is tried again at once.
      while (
        !(await store.reopen().then(
          () => true,
          () => false,
        ))
      );
      const head = Number(utf8Text((await store.get(utf8('tip'))) ?? utf8('0')));
      say(String(head));
      next = head + 1;
    }
  }
} else if (mode === 'deletes') {
  // As a recovery does: the bodies above the tip are orphans.
  for (;;) {
    await store.deleteRange('bodies', u64Bytes(next), u64Bytes(Number.MAX_SAFE_INTEGER));
    await commit(next++);
  }
} else if (isJournal(mode)) {
  const read = await store.journalRead(mode);
  for (let i = read ? Number(utf8Text(read.subarray(0, 12))) + 1 : 1; ; i++) {
    await store.journalWrite(journalRecord(i), mode);
    say(String(i));
  }
} else if (mode === 'until-failure') {
  try {
    for (;;) await commit(next++);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    say(`failed ${error.code}`);
  }
  const later = await commit(next).catch((error: unknown) => (error instanceof StoreError ? error.code : 'other'));
  say(`later ${later}`);
  say(`tip ${utf8Text((await store.get(utf8('tip'))) ?? utf8('none'))}`);
  await store.close();
  say('closed');
} else if (mode !== 'hold') {
  throw new Error(`unknown mode ${mode}`);
}
