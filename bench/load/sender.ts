/** The sender process: signs ahead on threads of its own, then sends through the public HTTP API.
 *
 *  In: orders of the coordinator, one round after another. Out: events while it works, and the books of each round. */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { builtFile } from '../../workers/threads/workerFile.js';
import { type PublicAccount, publicAccounts } from './accounts.js';
import { serve } from './childRole.js';
import { type RunOrder, type RunReport, SenderRun } from './senderRun.js';
import type { SigningOrder } from './signer.js';
import { Supply } from './supply.js';

export interface SupplyOrder extends Omit<SigningOrder, 'memory' | 'first' | 'step' | 'done' | 'addresses'> {
  readonly threads: number;
  /** Accounts of the whole run. */
  readonly accounts: number;
}

/** Reported each second while signing, and each second while sending. */
export interface SigningProgress {
  readonly signed: number;
}
export interface SendingProgress {
  readonly offered: number;
  readonly accepted: number;
  readonly refused: number;
}

const PROGRESS_MS = 1_000;

export interface SenderRole {
  /** Makes the supply of a round. */
  sign(order: SupplyOrder): Promise<void>;
  /** Opens the connections and sends. */
  run(order: RunOrder): Promise<RunReport>;
  stop(_: undefined): void;
}

serve<SenderRole>((tell) => {
  let accounts: readonly PublicAccount[] = [];
  let supply: Supply | undefined;
  let running: SenderRun | undefined;
  return {
    async sign(order) {
      if (accounts.length !== order.accounts) accounts = publicAccounts(order.seed, order.accounts);
      supply = undefined;
      supply = Supply.of(order.count);
      const { memory } = supply;
      const done = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const addresses = accounts.map(({ address }) => address);
      const { threads } = order;
      const timer = setInterval(() => tell('signing', { signed: Atomics.load(done, 0) }), PROGRESS_MS);
      try {
        const signers = Array.from({ length: threads }, (_, first) => {
          const workerData: SigningOrder = { ...order, memory, addresses, done, first, step: threads };
          return new Worker(builtFile('bench/load/signer.js'), { workerData });
        });
        await Promise.all(signers.map((signer) => once(signer, 'exit')));
        if (Atomics.load(done, 0) !== order.count) throw new Error('a signing thread of the load run has failed');
      } finally {
        clearInterval(timer);
      }
    },
    async run(order) {
      if (!supply) throw new Error('nothing is signed');
      const run = new SenderRun(supply, accounts, order, (at) => tell('ranOut', at));
      running = run;
      const timer = setInterval(() => tell('sending', run.ledger.total), PROGRESS_MS);
      try {
        await run.open();
        return await run.run();
      } finally {
        clearInterval(timer);
        running = undefined;
      }
    },
    stop: () => running?.stop(),
  };
});
