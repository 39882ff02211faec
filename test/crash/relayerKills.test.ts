/** The relayer as a program: killed behind each of its effects, ended by a signal, started with what is wrong. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe as describeAlways, expect, test } from 'vitest';
import { isRefusal } from '../../engine/base/refusal.js';
import { readState } from '../../ops/relayer/stateFile.js';
import { BridgeNode, SECRET } from '../support/bridgeNode.js';
import { ANVIL } from '../support/evm/anvil.js';
import { EvmScene } from '../support/evm/scene.js';
import { readExposition } from '../support/exposition.js';
import { lintMetric } from '../support/promlint.js';
import { type RelayerProgram, relayerProgram } from '../support/relayerProgram.js';
import { RelayerScene } from '../support/relayerScene.js';
import { temporaryDirectory } from '../unit/ops/temporary.js';

/** Elsewhere than in CI the variable may name none. */
const describe = describeAlways.skipIf(ANVIL === undefined && process.env.CI !== 'true');

/** Only Linux has names for sockets beside the file system. */
const hasNoNames = process.platform !== 'linux';

let evm: EvmScene;
let node: BridgeNode;
let scene: RelayerScene;

beforeAll(async () => {
  if (ANVIL === undefined && process.env.CI !== 'true') return;
  evm = await EvmScene.start();
});
afterAll(() => evm?.stop());
beforeEach(async () => {
  evm?.beHonest();
  node = await BridgeNode.start();
  scene = new RelayerScene(evm, node);
});
afterEach(() => node.stop());

describe('the program', () => {
  const program = (flags: Readonly<Record<string, string>>, secret = SECRET): RelayerProgram =>
    relayerProgram(node.url, secret, flags);

  /** Moments at which it is killed: each numbered effect of the relayer is behind some of them. */
  const MOMENTS: readonly (readonly [string, (kill: () => void) => void])[] = [
    ['while it asks for the bridge', (kill) => atRequest('/bridge/xrge/config', kill)],
    ['before logs are answered', (kill) => atCall('eth_getLogs', 1, kill)],
    ['before the last block of a range is read again', (kill) => atCall('eth_getBlockByNumber', 2, kill)],
    ['while a claim is on its way', (kill) => atRequest('/bridge/deposit/auto-claim', kill, true)],
    [
      'when a claim is minted and not answered',
      (kill) => {
        node.onMinted = kill;
      },
    ],
    [
      'when a claim is answered',
      (kill) => {
        node.onAnswered = ({ path }) => path === '/bridge/deposit/auto-claim' && kill();
      },
    ],
    [
      'when the second claim is answered',
      (kill) => {
        node.onAnswered = () => node.minted.size === 2 && kill();
      },
    ],
  ];

  function atRequest(path: string, kill: () => void, isLost = false): void {
    node.instead = (request) => {
      if (request.path !== path) return undefined;
      kill();
      return isLost ? 'silence' : undefined;
    };
  }

  function atCall(method: string, number: number, kill: () => void): void {
    let calls = 0;
    for (const provider of evm.providers)
      provider.lie = (called, result) => {
        if (called === method && ++calls === number) kill();
        return result;
      };
  }

  test.each(MOMENTS)('killed %s, and started again, has each deposit claimed once', async (_, arrange) => {
    scene.enable();
    const state = join(temporaryDirectory(), 'state');
    const flags = { ...(await scene.flags()), state };
    const keys = await scene.depositAll();
    await evm.mine(8);
    const first = program(flags);
    let isKilled = false;
    arrange(() => {
      if (isKilled) return;
      isKilled = true;
      first.kill('SIGKILL');
    });
    expect((await first.ended).code, first.printed()).toBeNull();
    expect(isKilled).toBe(true);
    node.instead = () => undefined;
    [node.onMinted, node.onAnswered] = [() => {}, () => {}];
    evm.beHonest();
    const second = program(flags);
    await scene.minted(keys);
    second.kill('SIGTERM');
    expect(await second.ended).toMatchObject({ code: 0 });
    scene.expectMinted(keys);
    // One that was minted when the signal came may not be written as done: the next run asks and hears that it is.
    const asked = node.requests.length;
    const third = program(flags);
    await node.until(() => {
      const now = readState(state);
      return node.requests.length > asked && now !== undefined && !isRefusal(now) && now.claims.length === 0;
    });
    third.kill('SIGTERM');
    expect((await third.ended).code).toBe(0);
    scene.expectMinted(keys);
  });

  test('killed before the first deposit, it watches from where it began', async () => {
    scene.enable();
    const state = join(temporaryDirectory(), 'state');
    const { 'from-block': _, ...others } = await scene.flags();
    const flags = { ...others, state };
    const first = program(flags);
    const lanes = (): number => {
      const kept = readState(state);
      return kept === undefined || isRefusal(kept) ? 0 : kept.lanes.size;
    };
    // It looks for new blocks again and again.
    await new Promise<void>((resolve) => {
      for (const provider of evm.providers)
        provider.lie = (_method, result) => {
          if (lanes() === 2) resolve();
          return result;
        };
    });
    first.kill('SIGKILL');
    await first.ended;
    const keys = await scene.depositAll();
    await evm.mine(20);
    const second = program(flags);
    await scene.minted(keys);
    second.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
    scene.expectMinted(keys);
  });

  test.skipIf(hasNoNames)(
    'is one for a state file: a second one is refused until the first has ended, however that ends',
    async () => {
      scene.enable();
      const state = join(temporaryDirectory(), 'state');
      const flags = { ...(await scene.flags()), state };
      const first = program(flags);
      await node.until(() => node.requests.length > 0);
      const { code, err } = await program(flags).ended;
      expect([code, err.trimEnd().split('\n').at(-1)]).toEqual([
        1,
        `rouged: the state file ${state} cannot be used (another relayer has it: stop that one first, or choose another file)`,
      ]);
      first.kill('SIGKILL');
      await first.ended;
      const asked = node.requests.length;
      const third = program(flags);
      await node.until(() => node.requests.length > asked);
      third.kill('SIGTERM');
      expect((await third.ended).code).toBe(0);
    },
  );

  test('serves metrics that can be read, names no secret, and ends on SIGTERM with what it knows on disk', async () => {
    scene.enable();
    const state = join(temporaryDirectory(), 'state');
    const keys = await scene.depositAll();
    await evm.mine(8);
    const flags = { ...(await scene.flags()), 'from-block': '0', state };
    const run = program({ ...flags, 'metrics-port': '0', 'log-format': 'json' });
    await scene.minted(keys);
    const port = /"port":(\d+),"msg":"metrics are served"/.exec(run.printed())?.[1];
    const page = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const metrics = readExposition(page);
    expect(metrics.size).toBe(13);
    for (const [name, metric] of metrics) expect(lintMetric(name, metric), name).toEqual([]);
    const minted = metrics.get('rouged_relayer_claims_total')?.samples.find(({ labels }) => labels.result === 'minted');
    expect(minted?.value).toBeGreaterThanOrEqual(2);
    expect(metrics.get('rouged_relayer_scanned_block')?.samples.length).toBe(2);
    run.kill('SIGTERM');
    const { code, err } = await run.ended;
    expect(code).toBe(0);
    expect(err).toContain('"signal":"SIGTERM","msg":"stopping; a second signal stops at once"');
    expect(err).not.toContain(SECRET);
    for (const line of err.trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
    expect(readFileSync(state, 'utf8')).toMatch(/^rouged-relayer-1 [0-9a-f]{64}\n/);
  });

  test('that cannot start says why in a sentence, with exit code 2 for its options and 1 otherwise', async () => {
    scene.enable();
    const directory = temporaryDirectory();
    const state = join(directory, 'state');
    const flags = { ...(await scene.flags()), state };
    const failed = async (
      more: Readonly<Record<string, string>>,
      secret?: string,
    ): Promise<readonly [number | null, string]> => {
      const { code, err } = await program({ ...flags, ...more }, secret).ended;
      return [code, err.trimEnd().split('\n').at(-1) ?? ''];
    };
    const says = (code: number, sentence: RegExp) => [code, expect.stringMatching(sentence)];
    expect(await failed({ vault: `0x${'ee'.repeat(20)}` })).toEqual(says(2, /^rouged: --vault is 0xe/));
    expect(await failed({}, 'short')).toEqual(says(1, /^rouged: the secret file .* must hold 16 to 256 printable/));
    const [provider] = evm.providers;
    expect(await failed({ 'evm-rpc': `${provider?.url},${provider?.url}/x` })).toEqual(
      says(2, /^rouged: --evm-rpc names 127\.0\.0\.1:\d+ twice$/),
    );
    writeFileSync(state, 'damaged');
    expect(await failed({})).toEqual(says(1, /^rouged: the state file .* is damaged .*--btc-from-block/));
  });
});
