/** Work that was put off to a time: messages that destroy themselves, what is erased after its retention. */

import { utf8Text } from '../base/bytes.js';
import { keyOf } from './keys.js';
import { serviceKindOf } from './kinds/index.js';
import { dueActions } from './record.js';
import type { Scene } from './scene.js';
import type { Surroundings } from './surroundings.js';

/** Does what is due. @returns how many were done; `most` when there may be more. */
export async function doDue(scene: Scene, around: Surroundings, most: number): Promise<number> {
  const found = await scene.range(dueActions, keyOf(), { limit: most });
  let done = 0;
  for (const { key, value } of found) {
    const time = Number(new DataView(key.buffer, key.byteOffset).getBigUint64(0));
    if (time > around.now) break;
    const [kind, action] = utf8Text(value).split(' ') as [string, string];
    scene.delete(dueActions, key);
    await serviceKindOf(kind)?.due?.(scene, key.slice(8), action, around);
    done++;
  }
  return done;
}
