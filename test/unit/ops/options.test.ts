/** Options: the table against the specification, flags, precedence, the config file, sentences of refusal. */

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { optionHelp } from '../../../ops/config/help.js';
import { type Environment, type LoadedConfig, loadConfig } from '../../../ops/config/load.js';
import { editDistance, nearest } from '../../../ops/config/nearest.js';
import { environmentOf, type OptionTable } from '../../../ops/config/optionKinds.js';
import { type Config, optionTable } from '../../../ops/config/schema.js';
import { temporaryDirectory } from './temporary.js';

const table: OptionTable = optionTable;
const KEY = '0a'.repeat(1_952);

function load(words: readonly string[], environment: Environment = {}): LoadedConfig {
  const loaded = loadConfig(words, environment);
  if (isRefusal(loaded)) throw new Error(loaded.message);
  return loaded;
}

function sentence(words: readonly string[], environment: Environment = {}): string {
  const loaded = loadConfig(words, environment);
  if (!isRefusal(loaded)) throw new Error(`accepted: ${words.join(' ')}`);
  expect(loaded.code).toBe('malformed_parameter');
  return loaded.message;
}

function configFile(text: string): string {
  const path = join(temporaryDirectory(), 'rouged.json');
  writeFileSync(path, text);
  return path;
}

/** The node options of the interface specification with the environment variables it names. */
const SPECIFIED: readonly (readonly [name: string, variable: string | undefined])[] = [
  ['api-port', undefined],
  ['host', undefined],
  ['peers', undefined],
  ['public-url', undefined],
  ['mine', undefined],
  ['block-time-ms', undefined],
  ['faucet-enabled', 'QV_FAUCET_ENABLED'],
  ['faucet-whitelist', 'QV_FAUCET_WHITELIST'],
  ['genesis', 'QV_GENESIS'],
  ['chain-id', undefined],
  ['dev', undefined],
  ['cors-origins', 'QV_CORS_ORIGINS'],
  ['bridge-custody-address', 'QV_BRIDGE_CUSTODY_ADDRESS'],
  ['bridge-min-confirmations', 'QV_BRIDGE_MIN_CONFIRMATIONS'],
  ['admin-key', 'QV_ADMIN_KEY'],
  ['regen-excluded', 'QV_REGEN_EXCLUDED'],
  ['regen-treasury', 'QV_REGEN_TREASURY'],
  ['regen-cap-bps', 'QV_REGEN_CAP_BPS'],
  ['regen-turnout-bps', 'QV_REGEN_TURNOUT_BPS'],
  ['regen-default-days', 'QV_REGEN_DEFAULT_DAYS'],
  ['regen-curators', 'QV_REGEN_CURATORS'],
  ['regen-min-creator-xrge', 'QV_REGEN_MIN_CREATOR_XRGE'],
];

describe('the table of options', () => {
  test('holds every option of the specification with its environment variable', () => {
    expect(SPECIFIED).toHaveLength(22);
    for (const [name, variable] of SPECIFIED) {
      const option = table[name];
      expect(option, name).toBeDefined();
      if (option && variable !== undefined) expect(environmentOf(name, option)).toContain(variable);
    }
  });

  test('gives the specified defaults', () => {
    const { config } = load([]);
    expect(config).toMatchObject({
      apiPort: 5_100,
      host: '127.0.0.1',
      blockTimeMs: undefined,
      mine: false,
      faucetEnabled: false,
      faucetWhitelist: [],
      dev: false,
      bridgeMinConfirmations: 6,
      regenCapBps: 500,
      regenTurnoutBps: 1_000,
      regenDefaultDays: 7,
      regenMinCreatorXrge: 10_000,
      heartbeatMs: 10_000,
      wsMaxClients: 5_000,
      dataDir: resolve('./data'),
    } satisfies Partial<Config>);
    expect(config.verifyWorkers).toBeGreaterThanOrEqual(1);
    expect(Object.keys(config)).toHaveLength(Object.keys(table).length);
  });

  test('no two options share an environment variable', () => {
    const variables = Object.entries(table).flatMap(([name, option]) => environmentOf(name, option));
    expect(variables.length).toBeGreaterThanOrEqual(Object.keys(table).length);
    expect(new Set(variables).size).toBe(variables.length);
  });

  test('help names every option, its variables, and what is not available', () => {
    const page = optionHelp(table);
    const words = page.split(/[\s,;[\]]+/);
    for (const [name, option] of Object.entries(table)) {
      expect(words).toContain(option.secret ? name : `--${name}`);
      for (const variable of environmentOf(name, option)) expect(words).toContain(variable);
    }
    const unavailable = Object.values(table).filter(({ available }) => available === false).length;
    expect(page.replace(/\s+/g, ' ').split('not available in this version').length - 1).toBe(unavailable);
    for (const line of page.split('\n')) expect(line.length).toBeLessThanOrEqual(96);
  });
});

describe('flags', () => {
  test('take their value after a space or an equals sign', () => {
    expect(load(['--api-port', '7']).config.apiPort).toBe(7);
    expect(load(['--api-port=7']).config.apiPort).toBe(7);
    expect(load(['--node-name', 'a=b']).config.nodeName).toBe('a=b');
    expect(load(['--node-name=a=b']).config.nodeName).toBe('a=b');
    expect(load(['--node-name', '-n']).config.nodeName).toBe('-n');
    expect(load(['--node-name=--mine']).config).toMatchObject({ nodeName: '--mine', mine: false });
    expect(load(['--api-port', '7', '--api-port', '8']).config.apiPort).toBe(8);
  });

  test.each([
    [['--mine'], true],
    [['--mine=true'], true],
    [['--mine=1'], true],
    [['--mine=false'], false],
    [['--no-mine'], false],
    [['--mine', '--no-mine'], false],
  ])('%j sets a boolean', (words, expected) => {
    expect(load(words).config.mine).toBe(expected);
  });

  test('a list is split at commas, collects repetitions and drops doubles', () => {
    const words = ['--cors-origins', 'https://a.example,http://b.example:81', '--cors-origins=*,https://a.example'];
    expect(load(words).config.corsOrigins).toEqual(['https://a.example', 'http://b.example:81', '*']);
  });

  test.each<[string[], string]>([
    [['--block-tme-ms', '5'], 'unknown option --block-tme-ms; did you mean --block-time-ms?'],
    [['--no-mien'], 'unknown option --no-mien; did you mean --no-mine?'],
    [['--zzzzzzzzzz'], 'unknown option --zzzzzzzzzz'],
    [['--constructor'], 'unknown option --constructor'],
    [['-p', '5'], 'unknown option -p'],
    [['-ph', '5'], 'unknown option -ph'],
    [['-hx'], 'unknown option -hx'],
    [['--help=yes'], '--help takes no value'],
    [['--no-help'], 'unknown option --no-help; did you mean --help?'],
    [['--no-api-port'], 'unknown option --no-api-port; did you mean --api-port?'],
    [['--api-port='], '--api-port must be a whole number from 0 to 65535, not ""'],
    [['--', '--mine'], 'unexpected argument "--mine"'],
    [['-'], 'unexpected argument "-"'],
    [['--mine', '--', '-'], 'unexpected argument "-"'],
    [['--api-port'], '--api-port needs a value: --api-port <port>'],
    [['--api-port', '--mine'], '--api-port needs a value: --api-port <port>'],
    [['--no-mine=true'], '--no-mine takes no value'],
    [['--mine', 'false'], 'unexpected argument "false"; a yes-or-no option is written --mine=false'],
    [
      ['--admin-key', 'x'.repeat(20)],
      '--admin-key is a secret and not accepted as a flag; set it in the environment or the config file',
    ],
    [['--api-port', '70000'], '--api-port must be a whole number from 0 to 65535, not "70000"'],
    [['--api-port', '1e3'], '--api-port must be a whole number from 0 to 65535, not "1e3"'],
    [['--block-time-ms', '-5'], '--block-time-ms must be a whole number from 10 to 3600000, not "-5"'],
    [['--host', 'http://x'], '--host must be a host name or an IP address without a port, not "http://x"'],
    [['--mine=maybe'], '--mine must be true or false, not "maybe"'],
    [['--log-level', 'loud'], '--log-level must be one of trace, debug, info, warn, error, fatal, silent, not "loud"'],
    [['--data-dir', ''], '--data-dir must be a path, not ""'],
    [['--chain-id', 'A b'], '--chain-id must be 3 to 64 of a-z, 0-9 and -, not "A b"'],
    [
      ['--cors-origins', 'https://a.example/'],
      'an entry of --cors-origins must be an origin such as https://wallet.example (scheme, host and port, no path) or *, not "https://a.example/"',
    ],
    [
      ['--peers', 'http://a.example'],
      'an entry of --peers must be an http or https URL that ends in /api, not "http://a.example"',
    ],
    ...['http://a.example', 'ftp://a.example', 'Web=https://a.example', 'web=', 'http://127.0.0.1.a.example/'].map(
      (entry): [string[], string] => [
        ['--push-endpoint', entry],
        `an entry of --push-endpoint must be an https URL (http only on this machine), with the name of a platform and = before it for another one than expo, not "${entry}"`,
      ],
    ),
    [
      ['--push-access-token', 'x'.repeat(20)],
      '--push-access-token is a secret and not accepted as a flag; set it in the environment or the config file',
    ],
    [
      ['--public-url', 'ftp://a.example'],
      '--public-url must be an http or https URL without user name and query, not "ftp://a.example"',
    ],
  ])('%j is refused in one sentence', (words, expected) => {
    expect(sentence(words)).toBe(expected);
  });

  test.each([
    ['--public-url', 'http://u:hidden@a.example:81/hidden?key=hidden', 'one at http://a.example:81'],
    ['--public-url', 'https://a.example/?key=hidden', 'one at https://a.example'],
    ['--public-url', 'https://u:hid@hidden@a.example/', 'one at https://a.example'],
    ['--public-url', 'htp:/hidden@@', 'a text of 13 characters'],
    ['--peers', 'http://u:hidden@a.example/api', 'one at http://a.example'],
    ['--push-endpoint', 'https://u:hidden@a.example', 'one at https://a.example'],
  ])('what may be a secret in a URL is not repeated: %s %s', (flag, text, shown) => {
    const said = sentence([flag, text]);
    expect(said).toMatch(new RegExp(`, not ${shown}$`));
    expect(said).not.toMatch(/hid/);
  });

  test('an option without its part of the node refuses the start, but not when it keeps its default', () => {
    expect(sentence([], { QV_BRIDGE_ALLOW_RAW_KEY: 'true' })).toBe(
      'the environment variable QV_BRIDGE_ALLOW_RAW_KEY is not available in this version',
    );
    expect(load(['--no-bridge-allow-raw-key']).config.bridgeAllowRawKey).toBe(false);
    const unavailable = Object.entries(table).filter(([, { available }]) => available === false);
    expect(unavailable.map(([name]) => name)).toEqual(['bridge-allow-raw-key']);
  });

  test('a secret is never repeated in a sentence', () => {
    expect(sentence([], { QV_ADMIN_KEY: 'short' })).not.toContain('short');
    expect(sentence([], { EXPO_ACCESS_TOKEN: 'short' })).not.toContain('short');
    expect(sentence([], { QV_API_KEYS: 'peer:0123456789abcdef,validator:short' })).toBe(
      'an entry of the environment variable QV_API_KEYS must be 16 to 256 printable characters without spaces, with validator: or peer: before it for a key of that tier',
    );
  });
});

describe('precedence', () => {
  const variables: Environment = { ROUGED_API_PORT: '6002' };

  test('flag before environment before file before default', () => {
    const file = configFile('{"api-port": 6003}');
    expect(load(['--config', file, '--api-port', '6001'], variables).config.apiPort).toBe(6_001);
    const second = load(['--config', file], variables);
    expect(second.config.apiPort).toBe(6_002);
    expect(second.origins.get('api-port')).toBe('environment');
    const third = load(['--config', file]);
    expect(third.config.apiPort).toBe(6_003);
    expect(third.origins.get('api-port')).toBe('file');
    expect(load([], { ROUGED_CONFIG: file }).config.apiPort).toBe(6_003);
    expect(load([]).origins.get('api-port')).toBe('default');
  });

  test('an empty environment variable counts as not set', () => {
    expect(load([], { QV_FAUCET_WHITELIST: '', ROUGED_API_PORT: '' }).config).toMatchObject({
      faucetWhitelist: [],
      apiPort: 5_100,
    });
  });

  test('the local network sets production and faucet, and gives way to every other place', () => {
    const local = load(['--local']);
    expect(local.config).toMatchObject({ mine: true, faucetEnabled: true });
    expect(local.origins.get('mine')).toBe('local network');
    expect(load(['--local', '--no-mine']).config.mine).toBe(false);
    expect(load(['--local'], { QV_FAUCET_ENABLED: '0' }).config.faucetEnabled).toBe(false);
    expect(load([], { ROUGED_LOCAL: '1' }).config.mine).toBe(true);
    const file = configFile('{"local": true, "faucet-enabled": false}');
    expect(load(['--config', file]).config).toMatchObject({ mine: true, faucetEnabled: false });
  });

  test('whatever places name a port, the first of them decides', () => {
    const port = fc.option(fc.integer({ min: 0, max: 65_535 }), { nil: undefined });
    let checked = 0;
    const directory = temporaryDirectory();
    fc.assert(
      fc.property(port, port, port, (flag, variable, inFile) => {
        const path = join(directory, 'rouged.json');
        writeFileSync(path, JSON.stringify(inFile === undefined ? {} : { 'api-port': inFile }));
        const words = ['--config', path, ...(flag === undefined ? [] : [`--api-port=${flag}`])];
        const environment: Environment = variable === undefined ? {} : { ROUGED_API_PORT: String(variable) };
        expect(load(words, environment).config.apiPort).toBe(flag ?? variable ?? inFile ?? 5_100);
        checked++;
      }),
      { numRuns: 60 },
    );
    expect(checked).toBe(60);
  });
});

describe('the config file', () => {
  test('holds every type of option', () => {
    const file = configFile(
      `{"mine": true, "api-port": 9, "node-name": "n", "faucet-whitelist": ["${KEY}"], "log-level": "warn", "cors-origins": "*"}`,
    );
    expect(load(['--config', file]).config).toMatchObject({
      mine: true,
      apiPort: 9,
      nodeName: 'n',
      faucetWhitelist: [KEY],
      logLevel: 'warn',
      corsOrigins: ['*'],
    });
  });

  test.each<[string, string]>([
    ['{"api-prt": 1}', 'unknown option "api-prt"'],
    ['{"config": "x"}', 'unknown option "config"'],
    ['{"__proto__": 1}', 'unknown option "__proto__"'],
    ['{"api-port": "9"}', '"api-port" in the file'],
    ['{"mine": 1}', '"mine" in the file'],
    ['{"mine": null}', '"mine" in the file'],
    ['{"cors-origins": []}', '"cors-origins" in the file'],
    ['{"api-port": 1.5}', '"api-port" in the file'],
    ['{"api-port": 1, "api-port": 2}', 'key "api-port" is repeated'],
    ['[]', 'must hold one JSON object'],
    ['{', 'not valid JSON'],
  ])('%s is refused', (text, part) => {
    const path = configFile(text);
    const message = sentence(['--config', path]);
    expect(message).toContain(part);
    expect(message).toContain(path);
  });

  test('a missing file is refused', () => {
    expect(sentence(['--config', join(temporaryDirectory(), 'none.json')])).toContain('cannot be read');
  });
});

describe('names that somebody probably meant', () => {
  test('the distance counts edits and swaps', () => {
    expect(editDistance('mine', 'mine')).toBe(0);
    expect(editDistance('mien', 'mine')).toBe(1);
    expect(editDistance('', 'abc')).toBe(3);
    expect(editDistance('kitten', 'sitting')).toBe(3);
    expect(nearest('block-tme-ms', Object.keys(table))).toBe('block-time-ms');
    expect(nearest('unheard-of', Object.keys(table))).toBeUndefined();
  });

  test('one dropped letter of any option is found again', () => {
    let checked = 0;
    for (const name of Object.keys(table)) {
      for (let at = 0; at < name.length; at++) {
        const misspelt = name.slice(0, at) + name.slice(at + 1);
        const found = nearest(misspelt, Object.keys(table));
        expect(editDistance(misspelt, found ?? '')).toBeLessThanOrEqual(1);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(300);
  });

  test('a misspelt environment variable is pointed out, a foreign one is not', () => {
    const { notices } = load([], { ROUGED_API_PROT: '1', ROUGED_PORT: 'tcp://x', QV_FAUCET_ENABLE: '1', PATH: '/bin' });
    expect(notices).toEqual([
      'the environment variable ROUGED_API_PROT is not used; did you mean ROUGED_API_PORT?',
      'the environment variable QV_FAUCET_ENABLE is not used; did you mean QV_FAUCET_ENABLED?',
    ]);
  });
});
