/** The compose file: every command is one that the program takes, every name in it is a service of it, and nginx takes its site. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { isRefusal } from '../../../engine/base/refusal.js';
import { edgeOptions } from '../../../ops/config/edgeOptions.js';
import { parseFlags } from '../../../ops/config/flags.js';
import { indexOptions } from '../../../ops/config/indexOptions.js';
import { loadOptions } from '../../../ops/config/load.js';
import type { OptionTable } from '../../../ops/config/optionKinds.js';
import { publishOptions } from '../../../ops/config/publishOptions.js';
import { optionTable } from '../../../ops/config/schema.js';
import { nginxMissing, startNginx } from '../../support/nginx.js';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: readonly string[];
  readonly restart?: string;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<
    Record<string, { readonly internal?: boolean; readonly ipam?: { config: { subnet: string }[] } }>
  >;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const TABLES: Readonly<Record<string, OptionTable>> = {
  run: optionTable,
  publish: publishOptions,
  edge: edgeOptions,
  index: indexOptions,
};

/** What an operator exports. */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  ROUGED_PEERS: 'https://node.example.org/api',
  ROUGED_POSTGRES_PASSWORD: 'secret',
};

/** As Docker does with `${NAME:?sentence}`. */
const text = readFileSync('ops/docker/compose.yaml', 'utf8').replaceAll(/\$\{(\w+):\?[^}]+\}/g, (_, name: string) => {
  const value = ENVIRONMENT[name];
  if (value === undefined) throw new Error(`the file does not say at its top that ${name} is exported`);
  return value;
});
const compose = parse(text, { merge: true }) as Compose;
const services = Object.entries(compose.services);
const own = services.filter(([, { image }]) => image === 'rouged');
const [subnet = ''] = compose.networks.inside?.ipam?.config.map((range) => range.subnet) ?? [];

/** What the words of a command set. */
function valuesOf({ command = [] }: Service): Readonly<Record<string, unknown>> {
  const [name = '', ...words] = command;
  const table = TABLES[name] as OptionTable;
  const flags = parseFlags(words, table);
  if (isRefusal(flags)) throw new Error(flags.message);
  const loaded = loadOptions(table, { flags: flags.flags, environment: {} });
  if (isRefusal(loaded)) throw new Error(loaded.message);
  return loaded.values as Readonly<Record<string, unknown>>;
}

describe('compose.yaml', () => {
  test('every command of the program is one that it takes', () => {
    expect(own.map(([, { command }]) => command?.[0]).sort()).toEqual(Object.keys(TABLES).sort());
    for (const [name, service] of own) {
      const values = valuesOf(service);
      expect(values, name).toMatchObject({ metricsPort: 9464, metricsHost: '0.0.0.0', logFormat: 'json' });
      for (const range of (values.trustedProxies as readonly string[] | undefined) ?? []) expect(range).toBe(subnet);
    }
  });

  test('every address in it is a service of it, in a network that both are in', () => {
    let hosts = 0;
    for (const [name, service] of own)
      for (const word of service.command ?? [])
        for (const [, host = ''] of word.matchAll(/(?:http|nats|postgres):\/\/(?:\w+@)?([\w.]+)/g)) {
          const found = compose.services[host];
          expect(found, `${name}: ${word}`).toBeDefined();
          expect(
            found?.networks?.filter((network) => service.networks?.includes(network)),
            word,
          ).not.toEqual([]);
          hosts++;
        }
    expect(hosts).toBe(7);
    for (const [name, { depends_on = [] }] of services)
      for (const other of depends_on) expect(compose.services[other], `${name} depends on ${other}`).toBeDefined();
  });

  test('all is kept that must be, all comes back after a failure, images have a version, and only nginx is reached from outside', () => {
    for (const [name, { image, restart, volumes = [], ports = [] }] of services) {
      expect(restart, name).toBe('always');
      if (image !== 'rouged') expect(image, name).toMatch(/^[a-z]+:\d+(?:\.\d+)*(?:-[a-z]+)?$/);
      expect(ports.length > 0, name).toBe(name === 'nginx');
      for (const volume of volumes) {
        const [from = ''] = volume.split(':');
        if (!from.startsWith('./')) expect(Object.keys(compose.volumes), volume).toContain(from);
        else if (from !== './genesis.json') expect(existsSync(join('ops/docker', from)), volume).toBe(true);
      }
    }
    expect(compose.networks.inside?.internal).toBe(true);
    const outside = services.filter(([, { networks }]) => networks?.includes('outside')).map(([name]) => name);
    expect(outside.sort()).toEqual(['follower', 'nginx']);
    const kept = services.filter(([, { volumes = [] }]) => volumes.some((volume) => !volume.startsWith('./')));
    expect(kept.map(([name]) => name).sort()).toEqual(['follower', 'nats', 'postgres']);
  });

  test.skipIf(nginxMissing)('nginx takes the site, and asks services of it', async () => {
    const site = readFileSync('ops/docker/nginx.conf', 'utf8');
    const upstreams = [...site.matchAll(/server (\w+):(\d+) resolve/g)].map(([, name, port]) => [name, Number(port)]);
    expect(upstreams).toEqual([
      ['follower', optionTable['api-port'].fallback()],
      ['edge', edgeOptions.port.fallback()],
    ]);
    for (const [name] of upstreams) expect(compose.services[name as string]?.command).toBeDefined();
    // Outside of Docker there is no such name server, and Debian's nginx is older than `resolve`.
    const here = site.replaceAll(/^resolver .*$/gm, '').replaceAll(/server \w+:(\d+) resolve/g, 'server 127.0.0.1:$1');
    const directory = mkdtempSync(join(tmpdir(), 'rouged-compose-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const nginx = await startNginx(here, directory);
    onTestFinished(() => nginx.stop());
    const statusOf = async (path: string): Promise<number> => (await fetch(nginx.url + path)).status;
    expect([await statusOf('/metrics'), await statusOf('/api/p2p')]).toEqual([403, 403]);
  });
});
