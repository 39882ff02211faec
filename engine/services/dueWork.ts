/** Work that was put off to a time: messages that destroy themselves, what is erased after its retention. */

import { utf8Text } from '../base/bytes.js';
import { keyOf } from './keys.js';
import { serviceKindOf } from './kinds/index.js';
import { dueActions } from './record.js';
import { dueAt } from './records.js';
import type { Scene } from './scene.js';
import type { Surroundings } from './surroundings.js';

/** Told of an exception in the work of a kind: a bug, which must not stop the work behind it. */
export type OnFault = (error: unknown, what: string) => void;

/** Work that has failed is tried again after so long: an hour, so that a bug costs little until it is repaired. */
const AGAIN_MS = 3_600_000;

const TIME_BYTES = 8;

/** Does what is due. @returns how many were done; `most` when there may be more. */
export async function doDue(scene: Scene, around: Surroundings, most: number, onFault: OnFault): Promise<number> {
  const found = await scene.range(dueActions, keyOf(), { limit: most });
  let done = 0;
  for (const { key, value } of found) {
    const time = Number(new DataView(key.buffer, key.byteOffset).getBigUint64(0));
    if (time > around.now) break;
    const [kind, action] = utf8Text(value).split(' ') as [string, string];
    const id = key.slice(TIME_BYTES, key.length - value.length);
    scene.delete(dueActions, key);
    try {
      await scene.undoable(
        async () => serviceKindOf(kind)?.due?.(scene, id, action, around),
        () => true,
      );
    } catch (error) {
      onFault(error, `${action} of ${kind}`);
      dueAt(scene, around.now + AGAIN_MS, id, kind, action);
    }
    done++;
  }
  return done;
}
