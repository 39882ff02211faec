/** The inspector of another process's main thread, over its WebSocket on this machine.
 *
 *  In: commands of the Chrome DevTools Protocol by name. Out: their answers. It needs nothing of the inspected program, which does not know
 *  that it is measured. */

import { WebSocket } from 'ws';
import { InvariantError } from '../../engine/base/refusal.js';

/** A profile of some million samples. */
const MAX_ANSWER_BYTES = 2 ** 30;

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Evaluated {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } };
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class Inspector {
  readonly #waiting = new Map<number, Waiting>();
  #calls = 0;

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data) => this.#take(JSON.parse(String(data)) as Answer));
    socket.on('close', () => this.#fail());
  }

  static open(url: string): Promise<Inspector> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url, { maxPayload: MAX_ANSWER_BYTES, perMessageDeflate: false });
      socket.once('error', reject);
      socket.once('open', () => resolve(new Inspector(socket)));
    });
  }

  /** @param command such as `HeapProfiler.startSampling`. */
  send<Result>(command: string, params: object = {}): Promise<Result> {
    return new Promise((resolve, reject) => {
      const id = ++this.#calls;
      this.#waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      this.socket.send(JSON.stringify({ id, method: command, params }));
    });
  }

  /** Runs a function there. @param work uses nothing from outside itself; its result is copied as JSON. */
  async evaluate<Result>(work: () => Result): Promise<Result> {
    const { result, exceptionDetails } = await this.send<Evaluated>('Runtime.evaluate', {
      expression: `(${work.toString()})()`,
      returnByValue: true,
    });
    if (exceptionDetails)
      throw new InvariantError(
        `the inspected process: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`,
      );
    return result.value as Result;
  }

  close(): void {
    this.socket.close();
  }

  #take({ id, result, error }: Answer): void {
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || !waiting) return;
    this.#waiting.delete(id);
    if (error) waiting.reject(new InvariantError(`the inspector refuses: ${error.message}`));
    else waiting.resolve(result);
  }

  #fail(): void {
    for (const { reject } of this.#waiting.values()) reject(new InvariantError('the inspected process has ended'));
    this.#waiting.clear();
  }
}
