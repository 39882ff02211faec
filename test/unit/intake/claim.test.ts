/** The sender that raw bytes claim, in every shape in which requests come. */

import { describe, expect, test } from 'vitest';
import { claimOf } from '../../../engine/intake/claim.js';
import { KnownSenders } from '../../../engine/intake/knownSenders.js';
import { WireTransaction } from '../../../proto/wire.js';
import { bytesOf, signedRequest, testKey, transferMembers } from './signing.js';

const key = testKey(1);
const other = testKey(2);

const ofJson = (bytes: Uint8Array) => claimOf({ kind: 'request', bytes });
const ofMessage = (bytes: Uint8Array) => claimOf({ kind: 'signed', bytes });

describe('the claimed sender', () => {
  const whole = { start: key.hex.slice(0, 16), key: Uint8Array.from(key.publicKey) };

  test('is found in JSON without parsing', () => {
    expect(ofJson(signedRequest(key, transferMembers(key)))).toEqual(whole);
    expect(ofJson(bytesOf(`{ "from_pub_key" :\n "${key.hex.toUpperCase()}" }`))).toEqual(whole);
    expect(ofJson(bytesOf(`{"memo":"\\"public_key\\":\\"${other.hex}\\"","public_key":"${key.hex}"}`))).toEqual(whole);
    expect(ofJson(bytesOf('{"public_key":"ab"}'))).toBeUndefined();
    expect(ofJson(bytesOf(''))).toBeUndefined();
  });

  test('is recognized by its hex as by its bytes, in letters of any size', () => {
    const senders = new KnownSenders();
    senders.remember(key.publicKey, 'here');
    const capitals = key.hex.toUpperCase();
    const mixed = [...key.hex].map((digit, at) => (at % 3 === 0 ? digit.toUpperCase() : digit)).join('');
    const texts = [key.hex, capitals, mixed, `${capitals.slice(0, 80)}${key.hex.slice(80)}`];
    // Of another key with the same end, of a shorter text, and of what is no hex.
    const others = [`00${key.hex.slice(2)}`, key.hex.slice(2), `zz${key.hex.slice(2)}`, other.hex, '', 'ab'];
    const names = (hexes: readonly string[], source: string) =>
      hexes.map((hex) => senders.recognizeHex(bytesOf(hex), source));
    const name = senders.recognize(key.publicKey, 'here');
    expect(name).toBeDefined();
    expect(names(texts, 'here')).toEqual(texts.map(() => name));
    expect(names(texts, 'there')).toEqual(texts.map(() => undefined));
    expect(names(others, 'here')).toEqual(others.map(() => undefined));
  });

  test('is only a beginning where no whole key stands', () => {
    const cut = bytesOf(`{"public_key":"${key.hex.slice(0, 40)}"}`);
    expect(ofJson(cut)).toEqual({ start: whole.start, key: undefined });
    const strange = bytesOf(`{"public_key":"${key.hex.slice(0, -1)}g"}`);
    expect(ofJson(strange)).toEqual({ start: whole.start, key: undefined });
  });

  test('is found in a message without decoding the rest', () => {
    const message = WireTransaction.encode({
      operation: 'transfer',
      publicKey: key.publicKey,
      text: bytesOf('{}'),
      signature: new Uint8Array(3_309),
    }).finish();
    const found = ofMessage(message);
    expect({ ...found, key: found?.key && Uint8Array.from(found.key) }).toEqual(whole);
    const [short, none] = [WireTransaction.encode({ publicKey: new Uint8Array(10) }), WireTransaction.encode({})];
    for (const bytes of [
      short.finish(),
      none.finish(),
      message.subarray(0, 100),
      Uint8Array.of(0xff, 0xff),
      bytesOf(''),
    ])
      expect(ofMessage(bytes)).toBeUndefined();
  });
});
