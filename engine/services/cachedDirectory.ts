/** The chain's directory as the thread of the services keeps it: each wallet is asked for once until the directory changes.
 *
 *  In: questions of requests. Out: what the main thread has answered. It says when the directory changes on the channel on which it
 *  answers and hands requests over, so no request finds what is older than itself. */

import type { AccountId } from '../crypto/address.js';
import type { Directory, DirectoryWallet, Named } from './surroundings.js';

type Owned = DirectoryWallet | undefined;

/** Wallets in the order of the question. */
export interface DirectoryAnswer<Found = Owned> {
  /** The tip as of which they are. */
  readonly height: number;
  readonly wallets: readonly Found[];
}

export interface DirectorySource {
  wallets(texts: readonly string[]): Promise<DirectoryAnswer<Named>>;
  walletsOf(accounts: readonly AccountId[]): Promise<DirectoryAnswer>;
}

/** Of either way to ask. A wallet takes 6 KB: two keys in hex. */
const MOST_KEPT = 2_048;

class Kept<K extends string, Found> {
  #found = new Map<K, Promise<Found>>();

  constructor(private readonly ask: (keys: readonly K[]) => Promise<readonly Found[]>) {}

  get(keys: readonly K[]): Promise<readonly Found[]> {
    const missing = [...new Set(keys)].filter((key) => !this.#found.has(key));
    if (missing.length > 0) this.#fetch(missing);
    const answers = Promise.all(keys.map((key) => this.#use(key))) as Promise<readonly Found[]>;
    for (const key of this.#found.keys()) {
      if (this.#found.size <= MOST_KEPT) break;
      this.#found.delete(key);
    }
    return answers;
  }

  clear(): void {
    this.#found = new Map();
  }

  #fetch(keys: readonly K[]): void {
    const found = this.#found;
    const answers = this.ask(keys);
    for (const [at, key] of keys.entries()) {
      const one = answers.then((wallets) => wallets[at] as Found);
      found.set(key, one);
      one.catch(() => found.get(key) === one && found.delete(key));
    }
  }

  /** Used last, dropped last. */
  #use(key: K): Promise<Found> | undefined {
    const one = this.#found.get(key);
    this.#found.delete(key);
    if (one) this.#found.set(key, one);
    return one;
  }
}

export class CachedDirectory implements Directory {
  #height = 0;
  readonly #byText: Kept<string, Named>;
  readonly #byAccount: Kept<AccountId, Owned>;

  constructor(source: DirectorySource) {
    this.#byText = new Kept(async (texts) => this.#taken(await source.wallets(texts)));
    this.#byAccount = new Kept(async (accounts) => this.#taken(await source.walletsOf(accounts)));
  }

  /** A node at this height has every wallet that was found here. */
  get height(): number {
    return this.#height;
  }

  wallets(texts: readonly string[]): Promise<readonly Named[]> {
    return this.#byText.get(texts);
  }

  walletsOf(accounts: readonly AccountId[]): Promise<readonly Owned[]> {
    return this.#byAccount.get(accounts);
  }

  /** The directory has changed. */
  changed(): void {
    this.#byText.clear();
    this.#byAccount.clear();
  }

  #taken<Found>({ height, wallets }: DirectoryAnswer<Found>): readonly Found[] {
    this.#height = Math.max(this.#height, height);
    return wallets;
  }
}
