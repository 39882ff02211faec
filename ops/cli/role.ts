/** What the long-running commands beside a node share: they end at a signal, and serve their metrics at a port of their own. */

import type { MetricsPage } from '../../api/operations.js';
import type { Log } from '../../engine/base/ports.js';
import { errorText, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { listenForMetrics } from '../metrics/listener.js';
import { stopAtSignals } from '../stopAtSignals.js';
import { EXIT_OK } from './terminal.js';

interface RoleValues {
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
}

export interface Role {
  readonly stop: AbortController;
  readonly log: Log;
  readonly page: MetricsPage;
  /** Until the stop. @returns why it cannot go on. */
  run(): Promise<Refusal | undefined>;
}

async function listen({ metricsPort: port, metricsHost: host }: RoleValues, page: MetricsPage, log: Log) {
  if (port === undefined) return undefined;
  try {
    const listener = await listenForMetrics(page, { host, port }, log);
    log.info({ host, port: listener.address.port }, 'metrics are served');
    return listener;
  } catch (error) {
    return refuse('busy', errorText(error));
  }
}

export async function runRole(values: RoleValues, { stop, log, page, run }: Role): Promise<number | Refusal> {
  const listener = await listen(values, page, log);
  if (isRefusal(listener)) return listener;
  const release = stopAtSignals(stop, log);
  try {
    return (await run()) ?? EXIT_OK;
  } finally {
    release();
    await listener?.close();
  }
}
