/** The child's side of a child process of a load run: answers the calls of its parent, and sends it events.
 *
 *  In: calls by name over the channel of `fork`. Out: an answer or an error for each. It ends when its parent is
 *  gone. A terminal's interrupt reaches all processes of the group; the child ignores it and leaves it to the parent. */

import { invariant } from '../../engine/base/refusal.js';
import { epochMs } from './clock.js';

export interface CallMessage {
  readonly call: number;
  readonly name: string;
  readonly argument: unknown;
}

export type ChildMessage =
  | { readonly answer: number; readonly value: unknown }
  | { readonly failed: number; readonly error: string }
  | { readonly event: string; readonly value: unknown };

/** What a process reports about itself each second. */
export interface Pulse {
  readonly at: number;
  /** Processor time since its start, milliseconds. */
  readonly processorMs: number;
  /** Share of the last second in which its event loop was busy. */
  readonly utilization: number;
}

/** The calls of a role: one argument each. */
// biome-ignore lint/suspicious/noExplicitAny: the argument's type is the role's own.
export type Calls<Role> = { readonly [Name in keyof Role]: (argument: any) => unknown };

const PULSE_MS = 1_000;

function pulses(tell: (event: string, value: unknown) => void): void {
  let last = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { user, system } = process.cpuUsage();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    tell('pulse', { at: epochMs(), processorMs: (user + system) / 1_000, utilization } satisfies Pulse);
  }, PULSE_MS).unref();
}

/** @param role the callable functions by name. @returns a function that sends the parent an event. */
export function serve<Role extends Calls<Role>>(make: (tell: (event: string, value: unknown) => void) => Role): void {
  const send = process.send?.bind(process);
  invariant(send, 'this module runs as a child process of a load run only');
  const tell = (event: string, value: unknown): void => {
    if (process.connected) send({ event, value } satisfies ChildMessage);
  };
  const role = make(tell) as Readonly<Record<string, (argument: unknown) => unknown>>;
  const answer = async ({ call, name, argument }: CallMessage): Promise<void> => {
    try {
      const value = await role[name]?.(argument);
      if (process.connected) send({ answer: call, value } satisfies ChildMessage);
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (process.connected) send({ failed: call, error: text } satisfies ChildMessage);
    }
  };
  process.on('message', (message) => void answer(message as CallMessage));
  process.on('SIGINT', () => undefined);
  process.on('disconnect', () => process.exit(0));
  pulses(tell);
}
