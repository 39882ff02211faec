/** What a running node shows of its operation: health, metrics, and where the metrics are served.
 *
 *  In: the node and its ports. Out: health and metrics for the API, and a separate server for metrics when the operator named
 *  a port for it; the API's port then serves none. */

import { ApiMeasures } from '../api/measures.js';
import type { MetricsAccess, Operations } from '../api/operations.js';
import type { ContractThreads } from '../workers/contracts/openContracts.js';
import type { ImagePool } from '../workers/images/imagePool.js';
import { Health, type HealthParts } from './health/health.js';
import { listenForMetrics, type MetricsListener } from './metrics/listener.js';
import { ProcessWatch } from './metrics/processReading.js';
import { createMetricsPage } from './metrics/registry.js';
import { programVersion } from './version.js';

export interface OperationsOptions {
  readonly metrics: MetricsAccess;
  /** Undefined: metrics are served at the API's port. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
}

/** The parts whose operation is observed. */
export interface OperationsParts extends HealthParts {
  readonly images: ImagePool;
  /** Absent for a node that runs no contracts. */
  readonly contracts?: Pick<ContractThreads, 'stats'>;
}

export class RunningOperations {
  private constructor(
    readonly api: Operations,
    readonly health: Health,
    readonly listener: MetricsListener | undefined,
    private readonly watch: ProcessWatch,
  ) {}

  /** @throws Error when the metrics' own address cannot be listened on. */
  static async start(parts: OperationsParts, options: OperationsOptions): Promise<RunningOperations> {
    const { node, store, verifier, images, contracts, push, bridge, services, clock, log } = parts;
    const measures = new ApiMeasures(clock);
    const health = new Health(parts);
    await health.start();
    const build = { version: programVersion(), node: process.versions.node };
    const watch = new ProcessWatch();
    watch.start();
    const page = createMetricsPage(() => ({
      node,
      store: store.stats(),
      verifier: verifier.stats(),
      images: images.stats(),
      contracts: contracts?.stats(),
      push: push?.stats(),
      bridge: bridge?.(),
      services: services && { ...services.stats(), isUsable: services.problem === undefined },
      api: measures,
      health,
      process: watch.read(),
      build,
    }));
    const { metrics, metricsPort, metricsHost } = options;
    const isApart = metricsPort !== undefined && metrics !== 'off';
    try {
      const listener = isApart
        ? await listenForMetrics(page, { host: metricsHost, port: metricsPort }, log)
        : undefined;
      if (listener) log.info({ ...listener.address }, 'metrics are served');
      const api: Operations = {
        measures,
        problems: () => health.problems(),
        sync: () => health.sync.reading,
        metrics: page,
        metricsAccess: isApart ? 'off' : metrics,
      };
      return new RunningOperations(api, health, listener, watch);
    } catch (error) {
      watch.stop();
      health.stop();
      throw error;
    }
  }

  /** Closed last: requests while the node stops still get an answer that says so. */
  async close(): Promise<void> {
    try {
      await this.listener?.close();
    } finally {
      this.watch.stop();
    }
  }
}
