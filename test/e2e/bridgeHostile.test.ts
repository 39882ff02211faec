/** Hostile requests to every route of a whole bridge: whatever their members, paths and queries hold and however they are spelled, the node answers with a
 *  code and a sentence, names no secret, and does nothing a second time. (CheckedApi checks each answer against its route.) */

import { afterAll, beforeAll, describe as describeAlways, expect, test } from 'vitest';
import { routes } from '../../api/routes/index.js';
import { toHex } from '../../engine/base/bytes.js';
import { canonicalJson, type JsonObject, type JsonValue, parseJson } from '../../engine/base/json.js';
import { FILE_JSON } from '../../engine/base/limits.js';
import type { PayloadMember } from '../../engine/ledger/payload.js';
import { walletOf } from '../support/bitcoinChain.js';
import { ANVIL } from '../support/evm/anvil.js';
import { ADMIN_KEY, type Answer, BridgeScene, ForeignSide, RELAYER_SECRET } from '../support/evm/bridgeScene.js';
import { ETHER } from '../support/evm/scene.js';
import { hostileValues } from '../support/hostileMembers.js';
import { JSON_HEADERS, type Received } from '../support/httpClient.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { number, signText } from '../support/signedRequests.js';
import { respelled } from '../support/spellings.js';
import { type SigningActor, signingActor } from '../support/transactions.js';

/** Elsewhere than in CI the variable may name none. */
const describe = describeAlways.skipIf(ANVIL === undefined && process.env.CI !== 'true');

/** A thousand requests, some of which ask the chains. */
const SLOW_MACHINE_MS = 300_000;
const AT_ONCE = 8;
/** In the paths of the providers' addresses. */
const PROVIDER_KEY = 'a-key-of-a-provider';
const HEX = 'ab'.repeat(32);
const random = new SeededRandom(testSeed());

let side: ForeignSide;
let scene: BridgeScene;
let operator: SigningActor;
/** Bodies of the routes that write, with members that they take. */
let bodies: Readonly<Record<string, Readonly<Record<string, JsonValue>>>>;
const counts = { asked: 0, refused: 0, accepted: 0 };

beforeAll(async () => {
  if (ANVIL === undefined && process.env.CI !== 'true') return;
  side = await ForeignSide.start();
  const providers = side.evm.providers.map(({ url }) => `${url}/v2/${PROVIDER_KEY}`).join();
  scene = await BridgeScene.start(side, {
    variables: { ROUGED_BRIDGE_EVM_PROVIDERS: providers, ROUGED_RATE_LIMIT_BRIDGE_PER_MINUTE: '0' },
  });
  const { publicKey, secretKey } = scene.node.keys;
  operator = { ...scene.user, publicKey, secretKey, keyHex: toHex(publicKey) } as SigningActor;
  bodies = await goodBodies();
}, SLOW_MACHINE_MS);
afterAll(async () => {
  await scene?.remove();
  await side?.stop();
});

/** Deposits of one ether that the bodies below name. */
const DEPOSITS = 3;

async function goodBodies(): Promise<typeof bodies> {
  const { address } = scene.user;
  const claim = await side.claimBody('ETH', await side.deep({ to: side.evm.custody, value: ETHER }), address);
  const [event, admin] = [await side.depositEth(address), await side.depositEth(address)];
  const members = claim as Readonly<Record<string, JsonValue>>;
  const named = { recipientRougechainPubkey: address, token: 'ETH' };
  const payout = { evmTxHash: `0x${HEX}`, payout_tx_hash: `0x${HEX}` };
  const withdrawal = {
    fromPublicKey: scene.user.keyHex,
    evmAddress: `0x${'d1'.repeat(20)}`,
    signature: HEX,
    payload: new Map(),
  };
  return {
    'POST /api/bridge/claim': members,
    'POST /api/bridge/xrge/claim': { ...members, amount: '1' },
    'POST /api/bridge/btc/claim': { btcTxid: HEX, recipientRougechainPubkey: address },
    'POST /api/bridge/deposit/auto-claim': { evmTxHash: event, ...named },
    'POST /api/bridge/admin/reclaim': { evmTxHash: admin, ...named, adminKey: ADMIN_KEY },
    'POST /api/bridge/btc/deposit-address': { recipient: address },
    'POST /api/bridge/btc/deposit-pool': { addresses: [] },
    'POST /api/bridge/withdraw': { ...withdrawal, amountUnits: number(1), fee: number('0.1') },
    'POST /api/bridge/xrge/withdraw': { ...withdrawal, amount: number(1), fee: number('0.1') },
    'DELETE /api/bridge/withdrawals/:txId': payout,
    'DELETE /api/bridge/xrge/withdrawals/:txId': payout,
    'DELETE /api/bridge/btc/withdrawals/:txId': { btcTxid: HEX, payout_tx_hash: HEX },
    'POST /api/bridge/withdrawals/:txId/failure': { error: 'no gas' },
    'POST /api/bridge/withdrawals/:txId/refund': { withdrawal: HEX, unpaid: true },
    'POST /api/v2/bridge/mint': {
      ...{ type: 'bridge_mint', claimKey: `0x${HEX}`, tokenSymbol: 'qETH', amountUnits: '0', recipient: address },
      ...{
        blockHash: `0x${HEX}`,
        height: number(7),
        position: number(0),
        sender: `0x${'d1'.repeat(20)}`,
        proof: `0x${HEX}`,
      },
    },
    'POST /api/v2/bridge/attest': {
      ...{ type: 'bridge_attest', claimKey: `0x${HEX}`, tokenSymbol: 'qETH', amountUnits: '0', recipient: address },
      ...{
        blockHash: `0x${HEX}`,
        height: number(7),
        position: number(0),
        sender: `0x${'d1'.repeat(20)}`,
        proof: `0x${HEX}`,
      },
    },
    'POST /api/v2/bridge/withdraw': {
      ...{ type: 'bridge_withdraw', amount: number(1), fee: number('0.1'), tokenSymbol: 'qUSDC' },
      evmAddress: `0x${'d1'.repeat(20)}`,
    },
    'POST /api/v2/bridge/fail': { type: 'bridge_fail', withdrawal: HEX, error: 'no gas' },
    'POST /api/v2/bridge/fulfil': {
      ...{
        type: 'bridge_fulfil',
        withdrawal: HEX,
        payoutTx: `0x${HEX}`,
        positions: '0',
        paid: '1',
        networkFee: number(0),
      },
    },
    'POST /api/v2/bridge/refund': { type: 'bridge_refund', withdrawal: HEX },
  };
}

const ofBridge = routes
  .map(({ description }) => description)
  .filter(({ path, deprecated }) => !deprecated && /^\/api\/(v2\/)?bridge\//.test(path));
const writing = ofBridge.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

function judge(what: string, { status, text }: Received): void {
  const where = `${what.slice(0, 300)}: ${status} ${text.slice(0, 300)}`;
  expect(status < 500 || (status === 503 && /"code":"(busy|mempool_full|sender_limit)"/.test(text)), where).toBe(true);
  for (const secret of [RELAYER_SECRET, ADMIN_KEY, PROVIDER_KEY, toHex(scene.node.keys.secretKey).slice(0, 64)])
    expect(text.includes(secret), where).toBe(false);
  counts.asked++;
  counts[status === 200 && !text.startsWith('{"success":false') ? 'accepted' : 'refused']++;
}

async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE)
    await Promise.all(items.slice(from, from + AT_ONCE).map(work));
}

async function send(route: string, body: string, secret: string | undefined, txId = HEX): Promise<void> {
  const [method = '', path = ''] = route.split(' ');
  const headers = { ...JSON_HEADERS, ...(secret === undefined ? {} : { 'x-bridge-relayer-secret': secret }) };
  judge(`${route} ${body}`, await scene.api.send(path.replace(':txId', txId), { method, headers, body }));
}

const membersOf = (route: string): Map<string, JsonValue> => new Map(Object.entries(bodies[route] ?? {}));

/** A body with members as they are, and signed: by the node's key, which is an operator and an authority, but what mints by somebody else, as an
 *  authority may mint. */
function bodiesOf(
  route: string,
  members: ReadonlyMap<string, JsonValue>,
): readonly (readonly [string, string | undefined])[] {
  const signer = route === 'POST /api/v2/bridge/mint' ? scene.user : operator;
  const payload = new Map<string, JsonValue>([
    ['from', signer.keyHex],
    ['timestamp', number(Date.now())],
    ['nonce', toHex(crypto.getRandomValues(new Uint8Array(16)))],
    ...members,
  ]);
  const plain = canonicalJson(members);
  const own = signText(signer, canonicalJson(payload)).body;
  return [
    [plain, undefined],
    [plain, RELAYER_SECRET],
    [plain, 'another-secret-of-nobody'],
    [own, undefined],
  ];
}

const memberOf = (name: string): PayloadMember => ({ name, type: 'text', characters: 64, required: false, about: '' });

test('each route of the bridge that writes has a body here', () => {
  expect(writing.length).toBeGreaterThan(15);
});

describe('hostile members', () => {
  test.each(writing)('of %s are refused or do what was asked', { timeout: SLOW_MACHINE_MS }, async (route) => {
    const good = membersOf(route);
    expect(good.size, route).toBeGreaterThan(0);
    const shapes = [...good.keys(), 'payload', '__proto__'].flatMap((name) =>
      hostileValues(memberOf(name), good.get(name), random).map(([, value]) => new Map(good).set(name, value)),
    );
    await each(
      shapes.flatMap((members) => bodiesOf(route, members)),
      ([body, secret]) => send(route, body, secret),
    );
    await scene.api.get('/api/health');
  });

  test.each(writing)('texts that are no body of %s are refused', { timeout: SLOW_MACHINE_MS }, async (route) => {
    const text = canonicalJson(membersOf(route));
    const texts = [
      ...[
        '',
        ' ',
        'null',
        '1',
        '"x"',
        '[]',
        `[${text}]`,
        text.slice(0, -1),
        `${text.slice(0, -1)},}`,
        `${text}${text}`,
      ],
      ...[
        `\ufeff${text}`,
        `${text}\u0000`,
        `${text.slice(0, -1)},"x":NaN}`,
        `${text.slice(0, -1)},"x":${'['.repeat(9_000)}}`,
      ],
      ...[
        'x'.repeat(30_000),
        `{"payload":${text},"signature":"","public_key":""}`,
        `{"payload":"${'a'.repeat(20_000)}"}`,
      ],
    ];
    await each(
      texts.flatMap((body) => [undefined, RELAYER_SECRET].map((secret) => [body, secret] as const)),
      ([body, secret]) => send(route, body, secret),
    );
  });

  test('of paths and queries are answered', { timeout: SLOW_MACHINE_MS }, async () => {
    const values = [
      ...['%00', '%2e%2e', '..%2F..%2Fetc%2Fpasswd', '%FF%FE', '%C3', '%', '%zz', '%E2%80%AEabc', '%20', '__proto__'],
      ...[
        '-1',
        '0',
        '1e400',
        'NaN',
        '%22%7D',
        'a%2Fb',
        ';',
        '*',
        HEX,
        HEX.toUpperCase(),
        `xrge:${HEX}`,
        `xrge%3A${HEX}`,
      ],
      ...[`xrge:xrge:${HEX}`, `XRGE:${HEX}`, `0x${HEX}`, `${HEX}0`, `btc:${HEX}`, 'x'.repeat(3_000)],
    ];
    const reads = ofBridge.filter(({ method }) => method === 'GET').map(({ path }) => path);
    const targets = reads.flatMap((path) =>
      values.flatMap((value) => [
        ...(path.includes(':') ? [path.replaceAll(/:[A-Za-z_]+/g, value)] : []),
        ...['limit', 'cursor', 'owner', 'pubkey', 'address', 'status', 'x'].map(
          (name) => `${path.replaceAll(/:[A-Za-z_]+/g, HEX)}?${name}=${value}`,
        ),
      ]),
    );
    await each(targets, async (target) => judge(target, await scene.api.send(target)));
    const ending = writing.filter((route) => route.includes(':txId'));
    await each(
      ending.flatMap((route) => values.map((value) => [route, value] as const)),
      ([route, value]) => send(route, canonicalJson(membersOf(route)), RELAYER_SECRET, value),
    );
    expect(targets.length).toBeGreaterThan(500);
  });
});

describe('floods', () => {
  const made = (number: number): string => signingActor(`bridge hostile: made up ${number}`).address;

  test('of claims are refused or answered busy, and keep no relayer out', { timeout: SLOW_MACHINE_MS }, async () => {
    const recipient = made(0);
    const hash = await side.depositEth(recipient);
    const body = bodies['POST /api/bridge/claim'];
    const flood = Array.from({ length: 300 }, async (_, number) => {
      const evmTxHash = `0x${number.toString(16).padStart(64, '0')}`;
      const received = await scene.api.post('/api/bridge/claim', JSON.stringify({ ...body, evmTxHash }));
      judge('a flood of claims', received);
      const other = { btcTxid: number.toString(16).padStart(64, '0') };
      judge('a flood of claims', await scene.api.post('/api/bridge/btc/claim', JSON.stringify(other)));
    });
    expect(await scene.relayed('POST', '/api/bridge/deposit/auto-claim', { evmTxHash: hash })).toMatchObject({
      success: true,
    });
    await Promise.all(flood);
    expect(await scene.balance('qETH', recipient)).toBe(1_000_000);
  });

  test('of made-up recipients leave deposit addresses to accounts that a block knows', {
    timeout: SLOW_MACHINE_MS,
  }, async () => {
    const addresses = Array.from({ length: 150 }, (_, index) => ({
      index,
      address: walletOf(`flood ${index}`).address,
    }));
    for (let from = 0; from < addresses.length; from += 50)
      expect(
        await scene.relayed('POST', '/api/bridge/btc/deposit-pool', { addresses: addresses.slice(from, from + 50) }),
      ).toMatchObject({ added: 50 });
    const ask = async (recipient: string): Promise<Received> =>
      scene.api.post('/api/bridge/btc/deposit-address', JSON.stringify({ recipient }));
    const given = new Set<unknown>();
    let denied = 0;
    await each(
      Array.from({ length: 140 }, (_, number) => made(number + 1)),
      async (recipient) => {
        const received = await ask(recipient);
        judge('a made-up recipient', received);
        if (received.json?.success === true) given.add(received.json.address);
        else denied++;
        if (received.json?.success !== true) {
          expect([received.status, received.json?.code]).toEqual([429, 'rate_limited']);
          expect(Number(received.headers['retry-after'])).toBeGreaterThan(0);
        }
      },
    );
    expect([given.size, denied]).toEqual([100, 40]);
    const known = await ask(scene.user.address);
    expect(known.json).toMatchObject({ success: true, error: null });
    expect(given.has(known.json?.address)).toBe(false);
  });
});

describe('nothing happens a second time', () => {
  const objectOf = (text: string): JsonObject => parseJson(text, FILE_JSON) as JsonObject;

  test('rule 12: a body that an operator has signed counts once, however it is spelled', {
    timeout: SLOW_MACHINE_MS,
  }, async () => {
    const hash = await side.depositEth(scene.user.address);
    expect(await scene.relayed('POST', '/api/bridge/deposit/auto-claim', { evmTxHash: hash })).toMatchObject({
      success: true,
    });
    const id = await scene.withdraw('qETH', '1000', `0x${'d2'.repeat(20)}`);
    const path = `/api/bridge/withdrawals/${id}/failure`;
    const attempts = async (): Promise<number> => {
      const { withdrawals } = await scene.api.get<{ withdrawals: readonly Answer[] }>('/api/bridge/withdrawals');
      return Number(withdrawals.find(({ txId }) => txId === id)?.attempts);
    };
    let accepted = 0;
    let replays = 0;
    for (let round = 0; round < 60; round++) {
      const payload = objectOf(
        canonicalJson(
          new Map<string, JsonValue>([
            ['type', 'bridge_operator'],
            ['error', `no gas ${round}`],
            ['from', operator.keyHex],
            ['timestamp', number(Date.now())],
            ['nonce', `spelled-${round}-${HEX}`],
          ]),
        ),
      );
      const { text, beside } = respelled(payload, operator.keyHex, random);
      const { signature, body } = signText(operator, text);
      const hex = toHex(new TextEncoder().encode(text));
      const withBytes = (shown: string, upper: boolean): string =>
        `{"payload":${shown},"payload_bytes_hex":"${upper ? hex.toUpperCase() : hex}","signature":"${signature}","public_key":"${operator.keyHex}"}`;
      // The first that is taken uses the body; each other envelope of the same signed bytes is a replay.
      const envelopes = [body, withBytes(text, false), withBytes(beside, true), withBytes(text, true), ` ${body}\n`];
      let taken = 0;
      for (const envelope of envelopes) {
        const answer = await scene.signedBy('POST', path, envelope);
        if (answer.success === true) taken++;
        else if (taken > 0) replays++;
      }
      expect(taken, text).toBeLessThanOrEqual(1);
      accepted += taken;
    }
    expect(accepted).toBeGreaterThan(5);
    expect(replays).toBeGreaterThan(accepted);
    expect(await attempts()).toBe(accepted);
  });

  test('rule 5: all that was asked has minted each deposit once', async () => {
    await each(
      [
        ['/api/bridge/claim', bodies['POST /api/bridge/claim']],
        ['/api/bridge/admin/reclaim', bodies['POST /api/bridge/admin/reclaim']],
      ] as const,
      ([path, members]) => scene.post(path, members),
    );
    await scene.relayed('POST', '/api/bridge/deposit/auto-claim', bodies['POST /api/bridge/deposit/auto-claim']);
    const { reserves } = await scene.api.get<{ reserves: readonly Answer[] }>('/api/bridge/reserves');
    const minted = Object.fromEntries(reserves.map(({ token, minted: units }) => [token, units]));
    expect(minted).toMatchObject({ qETH: (DEPOSITS + 2) * 1_000_000, qUSDC: 0, qBTC: 0, XRGE: 0 });
    expect(counts.refused).toBeGreaterThan(3 * counts.accepted);
    expect(counts.asked).toBeGreaterThan(3_000);
  });
});
