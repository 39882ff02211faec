/** All entries of a range, read in parts: for ranges whose length has no useful bound. */

import type { Found, SceneReader } from './scene.js';
import type { ServiceTable } from './table.js';

/** Entries of one part. */
const AT_ONCE = 64;

/** @param reverse from the greatest key down. */
export async function* entriesOf<V>(
  scene: SceneReader,
  table: ServiceTable<V>,
  prefix: Uint8Array,
  { reverse = false, behind: from }: { readonly reverse?: boolean; readonly behind?: Uint8Array | undefined } = {},
): AsyncGenerator<Found<V>> {
  let behind = from;
  for (;;) {
    const found = await scene.range(table, prefix, { reverse, limit: AT_ONCE, behind });
    yield* found;
    if (found.length < AT_ONCE) return;
    behind = found.at(-1)?.key;
  }
}
