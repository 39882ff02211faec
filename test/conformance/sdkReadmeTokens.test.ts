/** The examples of the published client's README about balances, transfers and tokens, run as they are printed there. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { loadPublishedClient, type PublishedClient, type Submitted } from '../support/publishedClient.js';
import { signingActor } from '../support/transactions.js';

const entry = createRequire(import.meta.url).resolve('@rougechain/sdk');
const readme = readFileSync(join(dirname(entry), '..', 'README.md'), 'utf8').replaceAll('\r', '');

/** The TypeScript under a heading. */
function exampleUnder(heading: string): string {
  const section = readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const [, code = ''] = /```typescript\n([\s\S]*?)```/.exec(section) ?? [];
  expect(code, heading).not.toBe('');
  return code;
}

/** Statements of an example that call the client, each with the line of comment above it. */
const statementsOf = (code: string): string[] => code.split(/\n\n/).filter((part) => part.includes('await rc.'));

const { keyHex, secretKey, address } = signingActor('sdk readme: alice');
const alice = { publicKey: keyHex, privateKey: Buffer.from(secretKey).toString('hex') };
const recipient = signingActor('sdk readme: bob');

let node: LiveNode;
let sdk: PublishedClient;
let watch: ChainWatch;

beforeAll(async () => {
  const allocations = [
    { address, amount: '10000' },
    { address, amount: '1000', token: 'MYTOKEN' },
  ];
  node = await startNode({ genesis: { allocations, faucet: true }, flags: ['--faucet-enabled'] });
  sdk = await loadPublishedClient();
  watch = await ChainWatch.open(node.url);
});

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

/** The client; the scene waits for its writes as a user would, and records them. */
function waitingClient(notes: Submitted[]): object {
  const chain = new sdk.RougeChain(`${node.url}/api`) as unknown as Record<string, (...order: unknown[]) => unknown>;
  return new Proxy(chain, {
    get:
      (target, name: string) =>
      async (order: unknown, ...rest: unknown[]) => {
        const answer = (await target[name]?.(order, ...rest)) as Submitted;
        if (typeof answer?.success === 'boolean' && answer.data?.txId) await watch.included(String(answer.data.txId));
        if (typeof answer?.success === 'boolean') notes.push(answer);
        return answer;
      },
  });
}

/** Runs code of the README with the variables that it presupposes. @returns what `result` names in it. */
async function run(code: string, names: Readonly<Record<string, unknown>>, result = 'undefined'): Promise<unknown> {
  const body = `return (async () => { ${code}\nreturn ${result}; })();`;
  return Function(...Object.keys(names), body)(...Object.values(names));
}

test('30-Second Quickstart', async () => {
  const [imports = '', ...rest] = exampleUnder('30-Second Quickstart').split('\n');
  expect(imports).toContain('@rougechain/sdk');
  const notes: Submitted[] = [];
  const names = {
    // The URL in the example is that of the public testnet.
    RougeChain: function RougeChain() {
      return waitingClient(notes);
    },
    Wallet: sdk.Wallet,
    recipientPubKey: recipient.keyHex,
  };
  expect(await run(rest.join('\n'), names, 'balance')).toBe(10_000 - 100 - 0.1);
  expect(notes.map(({ success }) => success)).toEqual([true, true, true]);
});

test('Transfers & Tokens', async () => {
  const statements = statementsOf(exampleUnder('Transfers & Tokens'));
  expect(statements).toHaveLength(7);
  const answers: (Submitted | string)[] = [];
  for (const code of statements) {
    const notes: Submitted[] = [];
    const names = { rc: waitingClient(notes), wallet: alice, recipient: recipient.address };
    const failure = await run(code, names).then(
      () => undefined,
      (error: Error) => error.message,
    );
    answers.push(...(failure === undefined ? notes : [failure]));
  }
  const good = { success: true, error: undefined };
  expect(answers.slice(0, 3)).toMatchObject([good, good, good]);
  // `data:image/webp;base64,UklGR...` is abbreviated in the README and is not base64.
  expect(answers[3]).toMatchObject({ success: false, error: expect.stringContaining('image') });
  expect(answers.slice(4, 6)).toMatchObject([good, good]);
  // The client sends this request without a signature.
  expect(answers[6]).toMatch(/^POST \/v2\/token\/mint failed: 4\d\d /);

  const chain = new sdk.RougeChain(`${node.url}/api`);
  const { balance, token_balances } = await chain.getBalance(recipient.keyHex);
  expect([Number(balance) >= 100, (token_balances as Json).MYTOKEN]).toEqual([true, 50]);
  expect(await chain.getTokenMetadata('MTK')).toMatchObject({
    ...{ name: 'My Token', symbol: 'MTK', totalSupply: 1_000_000, image: 'https://example.com/logo.png' },
    creator: keyHex,
  });
  expect((await chain.getTokens()).map(({ symbol }) => symbol)).toEqual(expect.arrayContaining(['MTK', 'INFT']));
  expect(await chain.getTokenBalance(keyHex, 'MTK')).toBe(1_000_000);
  expect(await chain.getTokenBalance(keyHex, 'MYTOKEN')).toBe(950);
  expect((await chain.getBurnedTokens()).total_xrge_burned).toBe(500);
});

test('Address Resolution and Nonce Management', async () => {
  const code = exampleUnder('Address Resolution');
  expect(code).toContain('await rc.resolveAddress(hexPubKey)');
  const rc = waitingClient([]);
  const [, byKey = ''] = code.split(/\n\n/);
  expect(await run(byKey, { rc, hexPubKey: keyHex }, 'address')).toBe(address);
  const nonces = await run(
    exampleUnder('Nonce Management'),
    { rc, wallet: { publicKey: `${'00'.repeat(1_952)}` } },
    '[nonce, next_nonce]',
  );
  expect(nonces).toEqual([0, 1]);
});

test('Dynamic Fees', async () => {
  const lines: string[] = [];
  await run(exampleUnder('Dynamic Fees (EIP-1559)'), {
    rc: waitingClient([]),
    console: { log: (line: string) => lines.push(line) },
  });
  expect(lines.map((line) => line.replace(/[\d.]+/, 'N'))).toEqual([
    ...['Base fee: N XRGE', 'Suggested total: N XRGE', 'Total burned: N XRGE'],
  ]);
});
