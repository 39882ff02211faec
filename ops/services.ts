/** The signed services of a running node: their thread, and the sweeper that keeps them clean. */

import type { Log, Timers } from '../engine/base/ports.js';
import type { Node } from '../engine/node.js';
import { momentOf } from '../engine/services/stateDirectory.js';
import { Sweeper } from '../engine/services/sweeper.js';
import type { BackupProgress, StorePort } from '../engine/store/port.js';
import { ServicedChain } from '../workers/services/servicedChain.js';
import { NodeServices } from '../workers/services/services.js';
import type { Config } from './config/schema.js';
import { voteRulesOf } from './config/voteOptions.js';
import { servicePeersOf } from './peers.js';

/** Memory for expanded keys in the thread of the services: some 400 senders. */
const CACHE_BYTES = 16 * 1024 * 1024;

const DAY_MS = 86_400_000;

export interface ServicesSetting {
  readonly config: Config;
  readonly chainId: string;
  readonly keys: { readonly publicKey: Uint8Array };
  readonly timers: Timers;
  readonly log: Log;
}

export class RunningServices {
  readonly services: NodeServices;
  readonly #sweeper: Sweeper;

  /** Only after the store has locked the directory. */
  constructor({ config, chainId, keys, timers, log }: ServicesSetting, node: Node) {
    this.services = new NodeServices({
      directory: config.dataDir,
      chainId,
      requireChainId: config.requireSignedChainId,
      backend: config.signatureBackend,
      cacheBytes: CACHE_BYTES,
      nodeKey: keys.publicKey,
      mostBytes: config.servicesMegabytes * 1024 * 1024,
      named: servicePeersOf(config),
      voteRules: voteRulesOf(config),
      retentionMs: config.servicesRetentionDays * DAY_MS,
      log,
    });
    this.services.serve(new ServicedChain(node));
    node.onDirectory = () => this.services.directoryChanged();
    node.attachServices(this.services);
    this.#sweeper = new Sweeper({ services: this.services, timers, log, moment: () => momentOf(node) });
  }

  /** A copy of the chain with what the services hold. */
  async *backup(store: StorePort, directory: string): AsyncGenerator<BackupProgress> {
    yield* store.backup(directory);
    await this.services.backup(directory);
  }

  close(): Promise<void> {
    this.#sweeper.stop();
    return this.services.close();
  }
}
