/** A relayer in this process, with the options of its command, a recorded log and short waits. */

import { join } from 'node:path';
import type { Log } from '../../engine/base/ports.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { NodeClient } from '../../ops/cli/client.js';
import { loadOptions } from '../../ops/config/load.js';
import { relayerOptions } from '../../ops/config/relayerOptions.js';
import { Relayer, type RelayerTimes } from '../../ops/relayer/relayer.js';
import { watchedOf } from '../../ops/relayer/watched.js';
import { SECRET } from './bridgeNode.js';

export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export function recordedLog(): { readonly log: Log; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at =
    (level: string) =>
    (fields: Readonly<Record<string, unknown>>, message: string): void =>
      void lines.push({ level, message, fields });
  return { log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }, lines };
}

const TIMES: RelayerTimes = {
  ...{ pollMs: 10, configMs: 20 },
  claims: { firstWaitMs: 5, mostWaitMs: 50 },
  troubles: { firstWaitMs: 5, mostWaitMs: 50 },
};

export interface RelayerRun {
  readonly relayer: Relayer;
  readonly lines: readonly LogLine[];
  readonly statePath: string;
  /** Ends with a refusal when the relayer cannot go on. */
  readonly ended: Promise<Refusal | undefined>;
  /** @returns how it ended. */
  stop(): Promise<Refusal | undefined>;
  messages(): readonly string[];
}

export interface RunOptions {
  readonly node: string;
  readonly directory: string;
  /** Flags without their dashes. */
  readonly flags: Readonly<Record<string, string>>;
  readonly secret?: () => string;
  readonly times?: Partial<RelayerTimes>;
}

/** @throws Error when the options or the state are refused. */
export function startRelayer({ node, directory, flags, secret = () => SECRET, times }: RunOptions): RelayerRun {
  const statePath = join(directory, 'relayer-state');
  const loaded = loadOptions(relayerOptions, { flags: new Map(Object.entries(flags)), environment: {} });
  if (isRefusal(loaded)) throw new Error(loaded.message);
  const stop = new AbortController();
  const watched = watchedOf(loaded.values, stop.signal);
  if (isRefusal(watched)) throw new Error(watched.message);
  const { log, lines } = recordedLog();
  const relayer = Relayer.open({
    ...{ node: new NodeClient(node), watched, statePath, readSecret: secret, log, stop },
    times: { ...TIMES, ...times },
    ...{ now: Date.now, monotonic: () => performance.now(), random: Math.random },
  });
  if (isRefusal(relayer)) throw new Error(relayer.message);
  const ended = relayer.run();
  return {
    ...{ relayer, lines, statePath, ended },
    stop() {
      stop.abort();
      return ended;
    },
    messages: () => lines.map(({ message }) => message),
  };
}
