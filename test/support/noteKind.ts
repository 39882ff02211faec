/** A service kind for tests: a note with an index of its own, which fails when it is told to. */

import { keyOf } from '../../engine/services/keys.js';
import { defineServiceKind, type ServiceKind } from '../../engine/services/serviceKind.js';
import { setTable } from '../../engine/services/table.js';

/** What its hooks were called with. */
export const noteCalls = { erased: [] as string[], done: [] as string[], fails: false };

/** What its hooks have written, before they fail. Key: the record. */
export const marks = setTable(0xf0, 'test_marks');

const note = defineServiceKind<{ readonly text: string }>({
  name: 'test_note',
  route: '/test/note',
  chapter: 'Test',
  summary: 'A note',
  scope: 'public',
  members: [{ name: 'text', type: 'text', characters: 64, required: true, about: 'Any text' }],
  refusals: [],
  decode: (reader) => {
    const text = reader.requiredText('text', 64);
    return text === undefined ? undefined : { text };
  },
  answer: async () => ({}),
  async due(scene, id, action) {
    scene.put(marks, keyOf(id), true);
    if (noteCalls.fails) throw new Error('a bug in the kind');
    noteCalls.done.push(action);
  },
  async erased(scene, { id, fields }) {
    scene.put(marks, keyOf(id), true);
    if (noteCalls.fails) throw new Error('a bug in the kind');
    noteCalls.erased.push(fields.text);
  },
});

/** How many of its answers are made at a time, and the most that ever were. */
export const answering = { now: 0, most: 0 };

const slowRead = defineServiceKind<Record<string, never>>({
  name: 'test_read',
  route: '/test/read',
  chapter: 'Test',
  summary: 'A read',
  scope: 'read',
  members: [],
  refusals: [],
  decode: () => ({}),
  async answer(scene, { id }) {
    answering.most = Math.max(answering.most, ++answering.now);
    for (let reads = 0; reads < 8; reads++) await scene.get(marks, keyOf(id));
    answering.now--;
    return {};
  },
});

/** The note, a read, and a note that the retention leaves alone. */
export const noteKinds: readonly ServiceKind[] = [
  note,
  slowRead,
  { ...note, name: 'test_kept', outlivesRetention: true },
];
