/** Debian's nats-server with JetStream for a test, on a port and in a directory of the test's own.
 *
 *  It can be killed and started again on the same files. Where none is installed the tests say so and are skipped, except under CI, where
 *  they must run. */

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { freePort } from '../../api/server/freePort.js';

const PLACES = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'];

/** `ROUGED_NATS_SERVER` names another one. */
const program = [process.env.ROUGED_NATS_SERVER ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));

export const natsMissing = program === undefined;

if (natsMissing)
  console.warn(`no nats-server at ROUGED_NATS_SERVER or ${PLACES.join(', ')}: the tests with it are skipped`);

/** A message of a stream. */
export interface StoredMessage {
  readonly subject: string;
  readonly sequence: number;
  readonly event: number;
  readonly publisher: string;
  readonly data: Uint8Array;
}

export class NatsServer {
  #child: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly url: string,
    private readonly directory: string,
  ) {
    process.once('exit', () => void this.#child?.kill('SIGKILL'));
  }

  static async start(directory: string): Promise<NatsServer> {
    mkdirSync(directory, { recursive: true });
    const port = await freePort('127.0.0.1');
    const store = `jetstream { store_dir: "${directory}/store" }`;
    writeFileSync(
      join(directory, 'nats.conf'),
      `listen: 127.0.0.1:${port}\nlogfile: "${directory}/nats.log"\n${store}\n`,
    );
    const server = new NatsServer(`nats://127.0.0.1:${port}`, directory);
    await server.again();
    return server;
  }

  /** Of the process that runs now. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts, also after a kill. */
  async again(): Promise<void> {
    const child = spawn(program as string, ['-c', join(this.directory, 'nats.conf')], { stdio: 'ignore' });
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once('close', resolve));
    for (;;) {
      if (child.exitCode !== null) throw new Error(`nats-server ended with code ${child.exitCode}:\n${this.logs()}`);
      try {
        const connection = await connect({ servers: this.url, reconnect: false });
        await (await jetstreamManager(connection)).getAccountInfo();
        await connection.close();
        return;
      } catch {
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  }

  logs(): string {
    return readFileSync(join(this.directory, 'nats.log'), 'utf8');
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    this.#child?.kill(signal);
    await this.#ended;
  }

  /** Last sequence of a stream; 0 when there is no stream yet. */
  async last(stream: string): Promise<number> {
    const connection = await connect({ servers: this.url, reconnect: false });
    try {
      const { state } = await (await jetstreamManager(connection)).streams.info(stream);
      return state.last_seq;
    } catch {
      return 0;
    } finally {
      await connection.close();
    }
  }

  /** All messages of a stream, in its order. */
  async messages(stream: string): Promise<readonly StoredMessage[]> {
    const connection = await connect({ servers: this.url, reconnect: false });
    try {
      const { streams } = await jetstreamManager(connection);
      const { state } = await streams.info(stream);
      const found: StoredMessage[] = [];
      for (let sequence = state.first_seq; sequence <= state.last_seq; sequence++) {
        const message = await streams.getMessage(stream, { seq: sequence });
        if (!message) throw new Error(`message ${sequence} of ${stream} is missing`);
        found.push({
          ...{ subject: message.subject, sequence: message.seq, data: message.data },
          event: Number(message.header.get('Rouged-Seq')),
          publisher: message.header.get('Rouged-Publisher'),
        });
      }
      return found;
    } finally {
      await connection.close();
    }
  }
}
