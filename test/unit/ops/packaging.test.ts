/** The unit file and the Dockerfile: what they name exists in this tree, and the commands in them run. */

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CLOSE_GRACE_MS, defaultServerSettings } from '../../../api/server/port.js';
import { WS_CLIENTS } from '../../../engine/base/limits.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { parseFlags } from '../../../ops/config/flags.js';
import { loadConfig, loadOptions } from '../../../ops/config/load.js';
import { relayerOptions } from '../../../ops/config/relayerOptions.js';
import { optionTable } from '../../../ops/config/schema.js';

/** The program's place in both packages. */
const PROGRAM = '/opt/rouged/dist/ops/cli/main.js';

interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** Instructions of a Dockerfile: comments left out, continued lines joined. */
const instructions = readFileSync('ops/docker/Dockerfile', 'utf8')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line): Instruction => {
    const [word = '', ...rest] = line.split(' ');
    return { word, rest: rest.join(' ') };
  });

const rests = (word: string): readonly string[] =>
  instructions.filter((one) => one.word === word).map(({ rest }) => rest);
const array = (word: string): readonly string[] => JSON.parse(rests(word).at(-1) ?? '[]') as string[];

/** What the words after `run` set. */
function optionsOf(words: readonly string[]) {
  expect(words[0]).toBe('run');
  const withoutFile = words.filter((word, at) => word !== '--config' && words[at - 1] !== '--config');
  const loaded = loadConfig(withoutFile.slice(1), {});
  if (isRefusal(loaded)) throw new Error(loaded.message);
  return loaded.config;
}

describe('Dockerfile', () => {
  test('has only instructions that there are', () => {
    const known = 'FROM WORKDIR COPY RUN ENV USER VOLUME EXPOSE HEALTHCHECK STOPSIGNAL ENTRYPOINT CMD'.split(' ');
    for (const { word } of instructions) expect(known).toContain(word);
    expect(instructions.length).toBeGreaterThan(20);
  });

  test('copies what exists and nothing that the ignore file keeps out', () => {
    const ignored = readFileSync('ops/docker/Dockerfile.dockerignore', 'utf8');
    const fromContext = rests('COPY').filter((rest) => !rest.startsWith('--from='));
    const sources = fromContext.flatMap((rest) => rest.split(' ').slice(0, -1));
    expect(sources.length).toBeGreaterThan(8);
    for (const source of sources) {
      const name = source.replace(/^\.\//, '');
      expect(existsSync(name), name).toBe(true);
      expect(ignored.split('\n'), name).toContain(`!${name}`);
    }
    const built = ['package.json', 'node_modules', 'dist'].map((name) => `--from=build /build/${name} ./${name}`);
    expect(rests('COPY').filter((rest) => rest.startsWith('--from='))).toEqual(built);
  });

  test('runs scripts of this package', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const ran = rests('RUN').flatMap((rest) => [...rest.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name));
    expect(ran).toEqual(['build']);
    for (const name of ran) expect(Object.keys(scripts)).toContain(name);
  });

  test('its command is one that the program takes, as an ordinary user, at the ports that it shows', () => {
    expect(rests('USER')).toEqual(['node']);
    expect(array('ENTRYPOINT')).toEqual(['node', PROGRAM]);
    const config = optionsOf(array('CMD'));
    expect(config).toMatchObject({ dataDir: '/data', host: '0.0.0.0', metricsHost: '0.0.0.0', logFormat: 'json' });
    expect(rests('EXPOSE')).toEqual([`${config.apiPort} ${config.metricsPort}`]);
    expect(rests('VOLUME')).toEqual(['/data']);
  });

  test('its health check tells an answer from none and from a refusal', async () => {
    const check = rests('HEALTHCHECK')[0] ?? '';
    const [node, flag, script = ''] = JSON.parse(check.slice(check.indexOf('['))) as string[];
    expect([node, flag]).toEqual(['node', '-e']);
    const usual = `127.0.0.1:${optionTable['api-port'].fallback()}/api/health`;
    expect(script).toContain(usual);
    let status = 200;
    const server = createServer((_, response) => response.writeHead(status).end('{}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const run = (): Promise<number | null> =>
      new Promise((resolve) => {
        const words = ['-e', script.replace(usual, `127.0.0.1:${port}/api/health`)];
        spawn(process.execPath, words, { stdio: 'ignore' }).on('exit', resolve);
      });
    expect(await run()).toBe(0);
    status = 503;
    expect(await run()).toBe(1);
    await new Promise((resolve) => server.close(resolve));
    expect(await run()).toBe(1);
  });
});

/** The one setting of that name in a unit file. */
const settingOf =
  (unit: string) =>
  (name: string): string => {
    const found = [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, text = '']) => text);
    expect(found.length, name).toBe(1);
    return found[0] ?? '';
  };

const UNITS = readdirSync('ops/systemd').filter((name) => name.endsWith('.service'));

test.each(UNITS)('%s: every line is a comment, a section or a setting', (name) => {
  const lines = readFileSync(`ops/systemd/${name}`, 'utf8').split('\n');
  for (const line of lines) expect(line).toMatch(/^(?:#.*|\[(?:Unit|Service|Install)\]|[A-Z]\w+=.*|)$/);
  expect(UNITS).toEqual(expect.arrayContaining(['rouged.service', 'rouged-relayer.service']));
});

describe('the unit of the relayer', () => {
  const value = settingOf(readFileSync('ops/systemd/rouged-relayer.service', 'utf8'));

  test('starts the program with options that it takes, as the user of the node, with a state of its own', () => {
    const [node, script, command, ...words] = value('ExecStart').split(' ');
    expect([node, script, command]).toEqual(['/usr/bin/node', PROGRAM, 'relayer']);
    const flags = parseFlags(words, relayerOptions);
    if (isRefusal(flags)) throw new Error(flags.message);
    const loaded = loadOptions(relayerOptions, {
      flags: flags.flags,
      environment: { ROUGED_URL: 'http://127.0.0.1:5100', ROUGED_RELAYER_EVM_RPC: 'https://one.example/key' },
    });
    if (isRefusal(loaded)) throw new Error(loaded.message);
    expect(loaded.values).toMatchObject({ node: 'http://127.0.0.1:5100', evmRpc: ['https://one.example/key'] });
    expect(loaded.values.state).toBe(`/var/lib/${value('StateDirectory')}/state`);
    expect(readFileSync('ops/systemd/rouged.sysusers', 'utf8')).toContain(`\nu ${value('User')} `);
    expect(value('RestartPreventExitStatus')).toBe('2');
    expect(value('LimitCORE')).toBe('0');
  });
});

describe('systemd unit', () => {
  const value = settingOf(readFileSync('ops/systemd/rouged.service', 'utf8'));

  test('starts the program with options that it takes', () => {
    const [node, script, ...words] = value('ExecStart').split(' ');
    expect([node, script]).toEqual(['/usr/bin/node', PROGRAM]);
    expect(optionsOf(words)).toMatchObject({ dataDir: '/var/lib/rouged', logFormat: 'json' });
    expect(words[words.indexOf('--config') + 1]).toBe('/etc/rouged/rouged.json');
    expect(value('StateDirectory')).toBe('rouged');
    expect(readFileSync('ops/systemd/rouged.sysusers', 'utf8')).toContain(`\nu ${value('User')} `);
  });

  test('waits longer for the end than the end takes, and has room for every socket', () => {
    expect(Number(value('TimeoutStopSec')) * 1_000).toBeGreaterThan(2 * CLOSE_GRACE_MS);
    expect(Number(value('LimitNOFILE'))).toBeGreaterThan(2 * WS_CLIENTS);
    expect(defaultServerSettings.idleMs).toBeGreaterThan(0);
    expect(value('RestartPreventExitStatus')).toBe('2');
    expect(value('LimitCORE')).toBe('0');
  });
});
