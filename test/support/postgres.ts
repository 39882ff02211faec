/** Debian's PostgreSQL for a test: a cluster of its own in a directory of the test's own, reached over a loopback port.
 *
 *  It can be killed and started again on the same files. The server refuses to run as root: then it runs as the user `postgres`, whom
 *  Debian's package makes. Where none is installed the tests say so and are skipped, except under CI, where they must run. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../api/server/freePort.js';

const DEBIAN = '/usr/lib/postgresql';

/** Directories of the programs, the newest version first; `ROUGED_POSTGRES_BIN` names another one. */
function places(): readonly string[] {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((one, two) => Number(two) - Number(one)) : [];
  return [process.env.ROUGED_POSTGRES_BIN ?? '', ...versions.map((version) => join(DEBIAN, version, 'bin'))];
}

const programs = places().find((path) => path !== '' && existsSync(join(path, 'initdb')));

export const postgresMissing = programs === undefined && process.env.CI === undefined;

if (postgresMissing)
  console.warn(`no PostgreSQL at ROUGED_POSTGRES_BIN or ${DEBIAN}/*/bin: the tests with it are skipped`);

/** Members of the options of a process; empty for whom the test runs as. */
type User = Readonly<Partial<Record<'uid' | 'gid', number>>>;

/** Whom the server runs as, when the test itself is root. */
function serverUser(): User {
  if (process.getuid?.() !== 0) return {};
  const numberOf = (flag: string): number => {
    const { status, stdout } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
    if (status !== 0) throw new Error('there is no user postgres, and PostgreSQL does not run as root');
    return Number(stdout);
  };
  return { uid: numberOf('-u'), gid: numberOf('-g') };
}

export class PostgresServer {
  #child: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #output = '';

  private constructor(
    private readonly port: number | undefined,
    private readonly data: string,
    private readonly user: User,
  ) {
    process.once('exit', () => void this.#child?.kill('SIGKILL'));
  }

  /** @param directory made here, in a directory of the test's own. */
  static async start(directory: string): Promise<PostgresServer> {
    const user = serverUser();
    mkdirSync(directory, { recursive: true });
    const { uid, gid } = user;
    if (uid !== undefined && gid !== undefined) {
      chmodSync(dirname(directory), 0o755);
      chownSync(directory, uid, gid);
    }
    const data = join(directory, 'data');
    const made = spawnSync(
      join(programs as string, 'initdb'),
      ['--pgdata', data, '--username', 'rouged', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
      { ...user, cwd: directory, encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`initdb ended with ${made.status}:\n${made.stdout}\n${made.stderr}`);
    const server = new PostgresServer(await freePort('127.0.0.1'), data, user);
    await server.again();
    return server;
  }

  /** URL of a database; that which every cluster has when absent. */
  url(database = 'postgres'): string {
    return `postgres://rouged@127.0.0.1:${this.port}/${database}`;
  }

  /** Of the process that runs now. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts, also after a kill. */
  async again(): Promise<void> {
    const settings = [
      `port=${this.port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=30',
    ];
    const child = spawn(
      join(programs as string, 'postgres'),
      ['-D', this.data, ...settings.flatMap((setting) => ['-c', setting])],
      { ...this.user, cwd: this.data, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => {
        this.#output += text;
      });
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once('close', resolve));
    for (;;) {
      if (child.exitCode !== null) throw new Error(`postgres ended with code ${child.exitCode}:\n${this.#output}`);
      if (await this.#answers()) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url() });
    client.on('error', () => {});
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** SIGKILL: the server and all its processes end at once, and the next start recovers. SIGINT ends it cleanly. */
  async kill(signal: 'SIGKILL' | 'SIGINT' = 'SIGKILL'): Promise<void> {
    this.#child?.kill(signal);
    await this.#ended;
  }

  /** Rows of one query. */
  async rows<Row extends pg.QueryResultRow>(database: string, text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  async create(database: string): Promise<string> {
    await this.rows('postgres', `CREATE DATABASE ${database}`);
    return this.url(database);
  }

  logs(): string {
    const file = join(this.data, 'postmaster.opts');
    return `${existsSync(file) ? readFileSync(file, 'utf8') : ''}${this.#output}`;
  }
}
