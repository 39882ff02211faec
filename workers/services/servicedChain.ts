/** The chain that the services are beside: its directory, balances, transfers, and the key of the node.
 *
 *  In: questions of the thread. Out: answers as of the tip. Of all accounts the bytes are copied between two blocks, so that they are of one
 *  height, in steps between which the main thread does other work; the thread of the services makes something of them. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { XRGE } from '../../engine/base/amounts.js';
import { joinBytes } from '../../engine/base/bytes.js';
import { invariant, type Refusal } from '../../engine/base/refusal.js';
import { ACCOUNT_BYTES, type AccountId, accountBytes, resolveAccount } from '../../engine/crypto/address.js';
import { contractAccounts } from '../../engine/ledger/contractTables.js';
import { accounts } from '../../engine/ledger/tables.js';
import type { Node } from '../../engine/node.js';
import type { DirectoryAnswer } from '../../engine/services/cachedDirectory.js';
import type { ChainForServices } from '../../engine/services/chainForServices.js';
import type { Balances, FinalTransfer } from '../../engine/services/host.js';
import type { HeightTime } from '../../engine/services/replication/blockTimes.js';
import type { Named } from '../../engine/services/surroundings.js';
import type { ServicesHost } from './openServices.js';

/** Contracts that are listed before blocks and requests get their turn: a millisecond. */
const CONTRACTS_AT_ONCE = 4_096;

/** Steps of a copy, 64 KB each, before blocks and requests get their turn: half a millisecond. */
const STEPS_AT_ONCE = 16;

/** A block every 400 ms leaves time for a million accounts. Where blocks are faster, the copy is made at once after so many tries. */
const SLICED_TRIES = 3;

export class ServicedChain implements ServicesHost {
  readonly #chain: ChainForServices;

  constructor(private readonly node: Pick<Node, 'state' | 'chain' | 'forServices'>) {
    this.#chain = node.forServices;
  }

  wallets(texts: readonly string[]): DirectoryAnswer<Named> {
    return { height: this.node.chain.tip.height, wallets: this.#chain.wallets(texts) };
  }

  walletsOf(accounts: readonly AccountId[]): DirectoryAnswer {
    return { height: this.node.chain.tip.height, wallets: this.#chain.walletsOf(accounts) };
  }

  sign(message: Uint8Array): Promise<Uint8Array | Refusal> {
    return this.#chain.sign(message);
  }

  blockTimes(heights: readonly number[]): Promise<readonly HeightTime[]> {
    return this.#chain.blockTimes(heights);
  }

  forward(home: AccountId, service: string, body: Uint8Array): Promise<Uint8Array | Refusal> {
    return this.#chain.forward(home, service, body);
  }

  async balance(account: AccountId): Promise<bigint> {
    return this.node.state.get(accounts, account)?.balance ?? 0n;
  }

  async balances(): Promise<Balances> {
    let copied: Omit<Balances, 'contracts'> | undefined;
    for (let tries = 0; tries < SLICED_TRIES && !copied; tries++) copied = await this.#copy(STEPS_AT_ONCE);
    copied ??= await this.#copy(Number.POSITIVE_INFINITY);
    invariant(copied, 'a copy that nothing interrupts is of one height');
    // After the copy: whatever is a contract in it is listed.
    return { ...copied, contracts: await this.#contracts() };
  }

  /** @param steps of the copy in one turn of the main thread. @returns undefined when a block came in between. */
  async #copy(steps: number): Promise<Omit<Balances, 'contracts'> | undefined> {
    const { state, chain } = this.node;
    const { height } = chain.tip;
    const copying = state.packedCopy(accounts, ACCOUNT_BYTES);
    for (let done = 1; copying; done++) {
      const { done: isEnd, value } = copying.next();
      if (isEnd) return { height, accounts: value };
      if (done % steps !== 0) continue;
      await nextTurn();
      if (chain.tip.height !== height) return undefined;
    }
    return { height, accounts: undefined };
  }

  /** A contract that is made meanwhile does no harm: no key ever had its account. */
  async #contracts(): Promise<Uint8Array> {
    const found: Uint8Array[] = [];
    for (const [account] of this.node.state.entries(contractAccounts)) {
      found.push(accountBytes(account as AccountId));
      if (found.length % CONTRACTS_AT_ONCE === 0) await nextTurn();
    }
    return joinBytes(found);
  }

  async transfer(id: string): Promise<FinalTransfer | undefined> {
    const found = await this.node.chain.transaction(id);
    if (found?.tx.tx_type !== 'transfer') return undefined;
    const moved = found.movements.find(({ reason }) => reason === 'transfer');
    if (!moved || !('token' in moved) || moved.token !== XRGE) return undefined;
    const [from, to] = [moved.from, moved.to].map((address) => resolveAccount(address ?? '')?.account);
    const quanta = moved.amount_quanta;
    if (from === undefined || to === undefined || quanta === undefined) return undefined;
    return { from, to, amount: BigInt(quanta) };
  }
}
