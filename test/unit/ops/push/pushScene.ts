/** Push delivery between a registry in memory and a provider that is a real server, in virtual time. */

import { onTestFinished } from 'vitest';
import type { Timers } from '../../../../engine/base/ports.js';
import type { AccountId } from '../../../../engine/crypto/address.js';
import { PushDelivery, type PushOptions } from '../../../../ops/push/delivery.js';
import type { PushEvent, PushRegistry, PushToken } from '../../../../ops/push/port.js';
import { REQUEST_LIMIT_MS } from '../../../../ops/push/providerDoor.js';
import { LogBook } from '../../../support/engineNode.js';
import { SeededRandom } from '../../../support/random.js';
import { actor } from '../../../support/transactions.js';
import { VirtualTime } from '../../../support/virtualTime.js';
import { PushProvider } from './pushProvider.js';

export const wallet = (name: string): AccountId => actor(`push: ${name}`).account;
export const expoToken = (name: string): string => `ExponentPushToken[${name}]`;

/** Names of so many wallets. */
export const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `w${index}`);

export const mailTo = (account: AccountId, id = 'm1'): PushEvent => ({ account, kind: 'mail', data: { id } });

export class MemoryRegistry implements PushRegistry {
  readonly all: PushToken[] = [];
  readonly removed: string[] = [];
  /** Accounts of each look-up. */
  readonly lookUps: number[] = [];
  isBroken = false;

  /** A device for a wallet of that name, with a token of that name. @returns the wallet. */
  register(name: string, token = expoToken(name), platform = 'expo'): AccountId {
    const account = wallet(name);
    this.all.push({ account, token, platform });
    return account;
  }

  async tokensOf(accounts: readonly AccountId[]): Promise<readonly PushToken[]> {
    this.lookUps.push(accounts.length);
    if (this.isBroken) throw new Error('the registry is broken');
    const asked = new Set(accounts);
    return this.all.filter(({ account }) => asked.has(account));
  }

  async gone(account: AccountId, token: string): Promise<void> {
    if (this.isBroken) throw new Error('the registry is broken');
    this.removed.push(token);
    const at = this.all.findIndex((one) => one.account === account && one.token === token);
    if (at >= 0) this.all.splice(at, 1);
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class PushScene {
  readonly time = new VirtualTime(1_700_000_000_000);
  /** Requests whose answer has not been read: each has its limit of time. */
  #underWay = 0;
  readonly timers: Timers = this.#watched(this.time.process());
  readonly registry = new MemoryRegistry();
  readonly log = new LogBook();
  readonly delivery: PushDelivery;

  private constructor(
    readonly provider: PushProvider,
    options: Partial<PushOptions>,
    seed: number,
  ) {
    const { registry, timers, log, time } = this;
    const endpoints = new Map([['expo', provider.endpoint]]);
    const random = new SeededRandom(seed);
    this.delivery = new PushDelivery({ registry, clock: time.clock, timers, random, log }, { endpoints, ...options });
  }

  static async open(options: Partial<PushOptions> = {}, seed = 1): Promise<PushScene> {
    const scene = new PushScene(await PushProvider.start(), options, seed);
    scene.delivery.start();
    onTestFinished(() => scene.delivery.close());
    return scene;
  }

  #watched(timers: Timers): Timers {
    return {
      after: (milliseconds, call) => {
        if (milliseconds !== REQUEST_LIMIT_MS) return timers.after(milliseconds, call);
        this.#underWay++;
        const cancel = timers.after(milliseconds, call);
        return () => {
          this.#underWay--;
          cancel();
        };
      },
    };
  }

  /** Until so many requests were made and answered. */
  answered(count: number): Promise<void> {
    return this.until(() => this.provider.asked.length >= count && this.#underWay === 0);
  }

  get measures() {
    return this.delivery.measures;
  }

  /** Lets the sockets work, while the clock stands still, until something holds. A test that waits for ever ends with its limit. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await turn();
  }

  /** Until so many requests have failed. */
  failed(count: number): Promise<void> {
    return this.until(() => Object.values(this.measures.requests).reduce((sum, one) => sum + one, 0) >= count);
  }

  /** Until so many messages were accepted. */
  sent(count: number): Promise<void> {
    return this.until(() => this.measures.sent >= count);
  }

  pass(milliseconds: number): Promise<void> {
    return this.time.pass(milliseconds);
  }
}
