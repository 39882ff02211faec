/** Who may do what only relayers and operators may: secrets, and bodies that an operator has signed for this and nothing else. */

import { beforeAll, describe, expect, test } from 'vitest';
import { toHex, utf8 } from '../../../../engine/base/bytes.js';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { nobleBackend } from '../../../../engine/crypto/mldsa.js';
import { isSecret, OperatorAccess, textOf } from '../../../../engine/head/bridge/operatorAccess.js';
import { nativeProtocol } from '../../../../engine/protocol/native.js';
import { type Members, number, payloadText, signText } from '../../../support/signedRequests.js';
import { type SigningActor, signingActor } from '../../../support/transactions.js';

const operator = signingActor('access: operator');
const stranger = signingActor('access: stranger');
const SECRET = 'a secret of the relayer';

let now = 0;
let checked = 0;
let access: OperatorAccess;

beforeAll(() => {
  now = Date.now();
});

function open(relayerSecret: string | undefined = SECRET): void {
  checked = 0;
  access = new OperatorAccess({
    ...{ relayerSecret, operators: new Set([operator.account]), protocol: nativeProtocol, chainId: 'rouged-x-1' },
    now: () => now,
    verifier: {
      checkSignatures: async (checks) => {
        checked += checks.length;
        return checks.map(({ message, publicKey, signature }) => nobleBackend.verify(signature, message, publicKey));
      },
    },
  });
}

const body = (members: Members, signer: SigningActor = operator): Uint8Array =>
  utf8(signText(signer, payloadText(signer, { timestamp: number(now), ...members })).body);

async function asked(bytes: Uint8Array, header = '', named = ['error']): Promise<string> {
  const allowed = await access.authorize(header, bytes, named, 'only the operator');
  return isRefusal(allowed) ? allowed.message : `${allowed.by}: ${textOf(allowed.members, 'error', 'evmTxHash')}`;
}

describe('secrets', () => {
  test('rule 12: wrong secrets: they are compared whole, whatever their lengths; none is never right', () => {
    expect(isSecret(SECRET, SECRET)).toBe(true);
    for (const guess of ['', SECRET.slice(1), `${SECRET} `, SECRET.toUpperCase()])
      expect(isSecret(guess, SECRET)).toBe(false);
    expect(isSecret('', undefined)).toBe(false);
    open();
    expect(access.isRelayer('')).toBe(false);
    open(undefined);
    expect(access.isRelayer('undefined')).toBe(false);
  });

  test('open the door without a body; members may be in an unsigned payload', async () => {
    open();
    expect(await asked(new Uint8Array(), SECRET)).toBe('relayer: undefined');
    expect(await asked(utf8('{"payload":{"error":"x","evmTxHash":"y"},"evmTxHash":"z"}'), SECRET)).toBe('relayer: x');
    expect(await asked(utf8('{"error":"x"}'), 'guess')).toMatch(/^unauthorized: provide x-bridge-relayer-secret/);
    expect(await asked(new Uint8Array())).toBe('the request has no body; send a JSON object');
  });
});

describe('signed bodies', () => {
  test('rule 12: a replayed body: they count once, and only what is signed counts', async () => {
    open();
    const once = body({ error: 'no gas', type: 'bridge_operator' });
    const text = Buffer.from(once).toString().replace(/^\{/, '{"error":"another",');
    expect(await asked(utf8(text))).toBe('operator: no gas');
    expect(await asked(once)).toMatch(/Duplicate nonce/);
    expect(await asked(body({ error: 'again' }))).toBe('operator: again');
  });

  test('of strangers cost no signature check', async () => {
    open();
    expect(await asked(body({ error: 'x' }, stranger))).toBe('unauthorized: only the operator');
    expect(checked).toBe(0);
  });

  test.each([
    ['another operation', { error: 'x', type: 'bridge_fail' }, /signed for another operation/],
    ['an action', { error: 'x', action: 'transfer' }, /signed for another operation/],
    ['nothing', {}, /must name what it is for: add error$/],
    ['a text that is empty', { error: '' }, /must name what it is for/],
    ['another network', { error: 'x', chain_id: 'rouged-y-1' }, /signed for another network/],
    ['another signer', { error: 'x', from: stranger.keyHex }, /does not match signing public key/],
    ['no time', { error: 'x', timestamp: undefined }, /must include a 'timestamp'/],
    ['no nonce', { error: 'x', nonce: undefined }, /must include a 'nonce'/],
  ])('rule 12: for %s do not count', async (_, members, sentence) => {
    open();
    expect(await asked(body(members as Members))).toMatch(sentence);
    expect(checked).toBe(0);
  });

  test('rule 12: outside of the window, or from before the start of the process, do not count', async () => {
    open();
    expect(await asked(body({ error: 'x', timestamp: number(now - 1) }))).toMatch(/signed before this node started/);
    now += 400_000;
    expect(await asked(body({ error: 'x', timestamp: number(now - 300_001) }))).toMatch(/Transaction expired/);
    expect(await asked(body({ error: 'x', timestamp: number(now - 300_000) }))).toBe('operator: x');
  });

  test('rule 12: with a changed byte do not count, and use no nonce', async () => {
    open();
    const good = body({ error: 'x' });
    const spoilt = Buffer.from(good)
      .toString()
      .replace(
        /"signature":"(..)/,
        (_, byte: string) => `"signature":"${toHex(Uint8Array.of(Number.parseInt(byte, 16) ^ 1))}`,
      );
    expect(await asked(utf8(spoilt))).toBe('signature verification failed: invalid signature');
    expect(await asked(good)).toBe('operator: x');
  });
});
