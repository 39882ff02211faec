/** Debian's nginx for a test: a site of this repository, with ports of the test's own.
 *
 *  In: the text of a site, a directory for everything that nginx writes. Out: its URL and what it has logged. Where no nginx is installed
 *  the tests say so and are skipped, except under CI, where they must run. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../api/server/freePort.js';

const PLACES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx'];

/** `ROUGED_NGINX` names another one. */
const nginxPath: string | undefined = [process.env.ROUGED_NGINX ?? '', ...PLACES].find(
  (path) => path !== '' && existsSync(path),
);

export const nginxMissing = nginxPath === undefined;

if (nginxMissing) console.warn(`no nginx at ROUGED_NGINX or ${PLACES.join(', ')}: the tests with it are skipped`);

export interface Nginx {
  readonly url: string;
  /** Requests by the upstream that answered: `127.0.0.1:5101 200 GET /api/stats`. */
  requests(): readonly string[];
  errors(): string;
  stop(): Promise<void>;
}

/** The main file that Debian's would be, with every path below the directory. The workers of a privileged nginx keep its user, which owns
 *  the directory. */
const mainFile = (directory: string): string => `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${directory}/nginx.pid;
error_log ${directory}/error.log warn;
worker_processes 2;
events { worker_connections 512; }
http {
  log_format upstreams '$upstream_addr $status $request_method $uri';
  access_log ${directory}/access.log upstreams;
  client_body_temp_path ${directory}/body;
  proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  include ${directory}/site.conf;
}
`;

/** @param site a text whose \`listen 80;\` is replaced by a free port on loopback. @throws Error with what nginx says of its files. */
export async function startNginx(site: string, directory: string): Promise<Nginx> {
  const program = nginxPath as string;
  mkdirSync(directory, { recursive: true });
  const port = await freePort('127.0.0.1');
  writeFileSync(join(directory, 'site.conf'), site.replace('listen 80;', `listen 127.0.0.1:${port};`));
  writeFileSync(join(directory, 'nginx.conf'), mainFile(directory));
  const words = ['-e', join(directory, 'error.log'), '-p', directory, '-c', join(directory, 'nginx.conf')];
  const checked = spawnSync(program, [...words, '-t'], { encoding: 'utf8' });
  if (checked.status !== 0) throw new Error(`nginx refuses its configuration:\n${checked.stderr}`);
  const child = spawn(program, words, { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = (): void => void child.kill('SIGTERM');
  process.once('exit', end);
  const url = `http://127.0.0.1:${port}`;
  await answering(url, child);
  const read = (name: string): string => readFileSync(join(directory, name), 'utf8');
  return {
    url,
    requests: () => read('access.log').split('\n').filter(Boolean),
    errors: () => read('error.log'),
    stop: () => {
      process.off('exit', end);
      end();
      return ended;
    },
  };
}

/** Resolves with the first answer, whatever its status. */
async function answering(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx ended with code ${child.exitCode}`);
    try {
      await (await fetch(`${url}/metrics`)).text();
      return;
    } catch {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
