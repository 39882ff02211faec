/** The clock of a local network: the machine's clock plus the time by which a developer has moved it forward.
 *
 *  In: the machine's clock, the move stored in the data directory. Out: a clock whose two readings both include the move, so
 *  that it looks like a counted sleep and never like a jump of the wall clock. The move is on the disk before it takes effect:
 *  otherwise a chain whose blocks are dated ahead would stop after a restart. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { utf8 } from '../../engine/base/bytes.js';
import type { Clock } from '../../engine/base/ports.js';
import { replaceDurableFile } from '../config/durableFile.js';
import type { DeveloperNetwork } from './developerNetwork.js';

const FILE = 'local-clock.json';

/** A hundred years: a longer move is a typing error. */
export const MAX_SHIFT_MS = 100 * 365.25 * 86_400_000;

const isShift = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_SHIFT_MS;

/** Milliseconds that the clock was moved by. @throws Error when the file is damaged. */
export function readShift({ dataDir }: DeveloperNetwork): number {
  const path = join(dataDir, FILE);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
  const document = JSON.parse(text) as { readonly shift_ms?: unknown } | null;
  if (!isShift(document?.shift_ms)) throw new Error(`${path} is damaged: shift_ms is no number of milliseconds`);
  return document.shift_ms;
}

export const writeShift = ({ dataDir }: DeveloperNetwork, shiftMs: number): void =>
  replaceDurableFile(join(dataDir, FILE), utf8(`${JSON.stringify({ shift_ms: shiftMs })}\n`), 0o600);

export class MovedClock implements Clock {
  #shiftMs: number;

  constructor(
    private readonly machine: Clock,
    private readonly network: DeveloperNetwork,
  ) {
    this.#shiftMs = readShift(network);
  }

  get shiftMs(): number {
    return this.#shiftMs;
  }

  now(): number {
    return this.machine.now() + this.#shiftMs;
  }

  monotonic(): number {
    return this.machine.monotonic() + this.#shiftMs;
  }

  /** @param byMs above zero. @throws Error when it cannot be made durable; the clock is then unchanged. */
  move(byMs: number): void {
    const next = this.#shiftMs + byMs;
    writeShift(this.network, next);
    this.#shiftMs = next;
  }
}
