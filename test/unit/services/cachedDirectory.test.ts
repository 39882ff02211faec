/** The directory that the services keep asks for a wallet once, and never gives what the chain has changed. */

import { expect, test } from 'vitest';
import {
  CachedDirectory,
  type DirectoryAnswer,
  type DirectorySource,
} from '../../../engine/services/cachedDirectory.js';
import { type Named, walletNamed } from '../../../engine/services/surroundings.js';
import { Signer } from '../../support/servicesDesk.js';

const ann = new Signer('ann');
const bob = new Signer('bob');

/** A chain that answers when it is told to, with what it had when it was asked. */
class Chain implements DirectorySource {
  height = 5;
  readonly registered = new Set<Signer>([ann]);
  readonly questions: (readonly string[])[] = [];
  readonly #held: (() => void)[] = [];
  isHeld = false;

  wallets(texts: readonly string[]): Promise<DirectoryAnswer> {
    return this.#answer(texts, (text) => this.#find(({ name }) => name === text));
  }

  walletsOf(accounts: readonly string[]): Promise<DirectoryAnswer> {
    return this.#answer(accounts, (account) => this.#find((signer) => signer.account === account));
  }

  release(): void {
    for (const held of this.#held.splice(0)) held();
  }

  #find(isIt: (signer: Signer) => boolean): Signer['wallet'] {
    return [...this.registered].find(isIt)?.wallet;
  }

  async #answer(keys: readonly string[], find: (key: string) => Signer['wallet']): Promise<DirectoryAnswer> {
    this.questions.push(keys);
    const answer = { height: this.height, wallets: keys.map(find) };
    if (this.isHeld)
      await new Promise<void>((resolve) => {
        this.#held.push(resolve);
      });
    return answer;
  }
}

const namesOf = (wallets: readonly Named[]): (string | undefined)[] =>
  wallets.map((wallet) => walletNamed(wallet)?.displayName);

test('asks once for each wallet, for all of a question together, also for those that are not there', async () => {
  const chain = new Chain();
  const directory = new CachedDirectory(chain);
  expect(namesOf(await directory.wallets(['ann', 'bob', 'ann']))).toEqual(['ann', undefined, 'ann']);
  expect(namesOf(await directory.wallets(['bob', 'ann']))).toEqual([undefined, 'ann']);
  expect(namesOf(await directory.walletsOf([ann.account]))).toEqual(['ann']);
  expect(await directory.wallets([])).toEqual([]);
  expect(chain.questions).toEqual([['ann', 'bob'], [ann.account]]);
  expect(directory.height).toBe(5);
});

test('two that ask at the same time share the question', async () => {
  const chain = new Chain();
  chain.isHeld = true;
  const directory = new CachedDirectory(chain);
  const both = [directory.wallets(['ann']), directory.wallets(['ann'])];
  chain.release();
  expect((await Promise.all(both)).map(namesOf)).toEqual([['ann'], ['ann']]);
  expect(chain.questions).toHaveLength(1);
});

test('what was asked before a change does not answer who asks behind it', async () => {
  const chain = new Chain();
  chain.isHeld = true;
  const directory = new CachedDirectory(chain);
  const before = directory.wallets(['bob']);
  chain.registered.add(bob);
  chain.height = 6;
  directory.changed();
  const behind = directory.wallets(['bob']);
  chain.release();
  expect([namesOf(await before), namesOf(await behind)]).toEqual([[undefined], ['bob']]);
  expect(namesOf(await directory.wallets(['bob']))).toEqual(['bob']);
  expect([chain.questions.length, directory.height]).toEqual([2, 6]);
});

test('a question that failed is asked again', async () => {
  const chain = new Chain();
  let fails = true;
  const directory = new CachedDirectory({
    wallets: (texts) => (fails ? Promise.reject(new Error('no chain')) : chain.wallets(texts)),
    walletsOf: (accounts) => chain.walletsOf(accounts),
  });
  await expect(directory.wallets(['ann'])).rejects.toThrow('no chain');
  fails = false;
  expect(namesOf(await directory.wallets(['ann']))).toEqual(['ann']);
});

test('keeps a bounded number, those used last', async () => {
  const chain = new Chain();
  const directory = new CachedDirectory(chain);
  const many = Array.from({ length: 3_000 }, (_, index) => `nobody ${index}`);
  expect(namesOf(await directory.wallets([...many, 'ann']))).toHaveLength(3_001);
  await directory.wallets(['ann', many[2_999] as string]);
  expect(chain.questions).toHaveLength(1);
  await directory.wallets([many[0] as string]);
  expect(chain.questions[1]).toEqual([many[0]]);
});
