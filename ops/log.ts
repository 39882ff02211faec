/** The log: JSON lines for machines, a readable form on a terminal. There a line below it shows what goes on. */

import { pino } from 'pino';
import pretty from 'pino-pretty';
import type { Log } from '../engine/base/ports.js';
import { StatusLine } from './statusLine.js';

export interface LogOptions {
  readonly level: string;
  /** `auto`: readable when standard error is a terminal. */
  readonly format: 'pretty' | 'json' | 'auto';
}

/** Bytes of lines that wait while standard error takes none (it may be a file on a full disk); further lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Lines go to standard error, so that standard output stays free for a command's results. */
const STDERR = 2;

export interface OpenLog {
  readonly log: Log;
  /** Undefined when standard error is no terminal, or the lines are for machines. */
  readonly status: StatusLine | undefined;
}

export function openLog({ level, format }: LogOptions): OpenLog {
  const isTerminal = process.stderr.isTTY === true;
  const readable = format === 'pretty' || (format === 'auto' && isTerminal);
  const status = readable && isTerminal ? new StatusLine(process.stderr) : undefined;
  // A terminal that is gone emits its error itself.
  if (status) process.stderr.removeAllListeners('error').on('error', () => {});
  const stream = readable
    ? pretty({ destination: status ?? STDERR, sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' })
    : pino.destination({ dest: STDERR, sync: true, maxLength: MAX_WAITING_BYTES });
  // A line that cannot be written must not end the node: health and metrics say what is wrong.
  stream.on('error', () => {});
  const log = pino({ level, serializers: { error: pino.stdSerializers.err }, base: null }, stream) as Log;
  return { log, status };
}
