/** What somebody turns on and off about a thing: likes, follows, reposts.
 *
 *  A record does not say which of the two it means: it is on when the number of its author's records is odd. A count does not depend
 *  on the order in which records come, nor does the place in lists, which is the latest of the times that the author signed. */

import { utf8 } from '../../../base/bytes.js';
import { type AccountId, accountBytes } from '../../../crypto/address.js';
import { keyOf } from '../../keys.js';
import type { Scene, SceneReader } from '../../scene.js';
import type { MergedRecord } from '../../serviceKind.js';
import { bytesTable, jsonTable, setTable } from '../../table.js';
import { isNew } from '../../tally.js';
import { type Counted, countKey, counts } from './counts.js';

interface Mark {
  readonly records: number;
  /** The latest signed time, milliseconds. */
  readonly at: number;
}

const NO_MARK: Mark = { records: 0, at: 0 };

/** Key: number of the toggle, author, target. */
const marks = jsonTable<Mark>(0x31, 'toggles');
/** What an author has on. Key: number of the toggle, author, time, target; value: the text that names the target. */
export const togglesByAuthor = bytesTable(0x32, 'toggles_by_author');
/** Who has it on. Key: number of the toggle, target, time, author. */
export const togglesByTarget = setTable(0x33, 'toggles_by_target');

const isOdd = ({ records }: Mark): boolean => records % 2 === 1;

export interface ToggleOptions {
  /** Databases keep it: it never changes its meaning. */
  readonly number: number;
  readonly perTarget: Counted;
  /** Counted and listed by author and by target too; absent where nobody reads that. */
  readonly perAuthor?: Counted;
}

/** The author or the target at the end of a key of a list. */
const END_BYTES = 32;

export const endOf = (key: Uint8Array): Uint8Array => key.slice(-END_BYTES);

export class Toggle {
  readonly #number: Uint8Array;

  constructor(private readonly options: ToggleOptions) {
    this.#number = Uint8Array.of(options.number);
  }

  /** @param target 32 bytes. @param text names it; empty when the bytes do. */
  async merge(scene: Scene, record: MergedRecord<unknown>, target: Uint8Array, text = ''): Promise<void> {
    if (!isNew(record)) return;
    const key = this.#key(record.sender, target);
    const mark = (await scene.get(marks, key)) ?? NO_MARK;
    const next = { records: mark.records + 1, at: Math.max(mark.at, record.timestamp) };
    scene.put(marks, key, next);
    const { perTarget, perAuthor } = this.options;
    const change = isOdd(next) ? 1 : -1;
    await counts.add(scene, countKey(perTarget, target), change);
    if (!perAuthor) return;
    const author = accountBytes(record.sender);
    await counts.add(scene, countKey(perAuthor, author), change);
    if (isOdd(next)) {
      scene.put(togglesByAuthor, keyOf(this.#number, author, next.at, target), utf8(text));
      scene.put(togglesByTarget, keyOf(this.#number, target, next.at, author), true);
    } else {
      scene.delete(togglesByAuthor, keyOf(this.#number, author, mark.at, target));
      scene.delete(togglesByTarget, keyOf(this.#number, target, mark.at, author));
    }
  }

  async isOn(scene: SceneReader, author: AccountId, target: Uint8Array): Promise<boolean> {
    return isOdd((await scene.get(marks, this.#key(author, target))) ?? NO_MARK);
  }

  /** Whether the author has signed any record about the target. */
  async isMarked(scene: SceneReader, author: AccountId, target: Uint8Array): Promise<boolean> {
    return (await scene.get(marks, this.#key(author, target))) !== undefined;
  }

  /** How many have it on. */
  ofTarget(scene: SceneReader, target: Uint8Array): Promise<number> {
    return counts.read(scene, countKey(this.options.perTarget, target));
  }

  authorPrefix(author: AccountId): Uint8Array {
    return keyOf(this.#number, accountBytes(author));
  }

  targetPrefix(target: Uint8Array): Uint8Array {
    return keyOf(this.#number, target);
  }

  #key(author: AccountId, target: Uint8Array): Uint8Array {
    return keyOf(this.#number, accountBytes(author), target);
  }
}

export const likes = new Toggle({ number: 1, perTarget: 'likesOfTrack', perAuthor: 'likesOfUser' });
export const follows = new Toggle({ number: 2, perTarget: 'followersOf', perAuthor: 'followedBy' });
export const reposts = new Toggle({ number: 3, perTarget: 'repostsOfPost' });
