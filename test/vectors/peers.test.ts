/** Golden bytes between two nodes: handshake, keys and frames, from fixed randomness. Every value is computed a second time from the
 *  rules (`independent.ts`, `independentKem.ts`) and pinned: a change here is a change of the protocol. */

import { createCipheriv, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { aes256Gcm } from '../../engine/crypto/aead.js';
import { nobleBackend } from '../../engine/crypto/mldsa.js';
import { nobleKem } from '../../engine/crypto/mlkem.js';
import { linkReasons } from '../../engine/network/reasons.js';
import { MemoryNode, MemoryWires, NETWORK } from '../support/memoryLinks.js';
import { big, field, hex, join, pattern, sha } from './independent.js';
import { kemDecapsulate, kemEncapsulate, kemKeygen } from './independentKem.js';

const dialKeys = nobleBackend.keygen(pattern(32, 1));
const acceptKeys = nobleBackend.keygen(pattern(32, 2));
const STARTED = 1_700_000_000_123;

/** Hands out the bytes that a vector names, in their order. */
function fixed(...chunks: readonly Uint8Array[]) {
  const left = [...chunks];
  return {
    bytes(length: number): Uint8Array {
      const next = left.shift();
      if (next?.length !== length) throw new Error(`a vector names no ${length} random bytes here`);
      return next;
    },
  };
}

const dialNonce = pattern(24, 10);
const kemSeed = pattern(64, 20, 3);
const acceptNonce = pattern(24, 30);
const kemRandomness = pattern(32, 40, 5);

/** What both nodes put on the wire: a handshake, then a small message each way and one in two parts. */
function recorded() {
  const wires = new MemoryWires();
  const real = { kem: nobleKem, aead: aes256Gcm, startedAt: STARTED };
  const dialler = new MemoryNode(wires, 'dial', {
    ...real,
    publicKey: dialKeys.publicKey,
    random: fixed(dialNonce, kemSeed),
    sign: (message) => nobleBackend.sign(message, dialKeys.secretKey),
    verify: nobleBackend.verify,
  });
  const acceptor = new MemoryNode(wires, 'accept', {
    ...real,
    publicKey: acceptKeys.publicKey,
    random: fixed(acceptNonce, kemRandomness),
    sign: (message) => nobleBackend.sign(message, acceptKeys.secretKey),
    verify: nobleBackend.verify,
  });
  const link = dialler.links.dial('accept');
  wires.run();
  const [accepted] = acceptor.of('up');
  dialler.send(link, pattern(100, 7), 'urgent');
  acceptor.send(accepted?.link ?? 0, pattern(200, 9), 'urgent');
  dialler.send(link, pattern(131_082, 3));
  wires.run();
  expect(dialler.messages.length + acceptor.messages.length).toBe(3);
  const sent = ({ net }: MemoryNode): Buffer[] => net.sent.map(({ frame }) => Buffer.from(frame));
  return { dialFrames: sent(dialler), acceptFrames: sent(acceptor) };
}

/** The same bytes from the rules alone. */
function expected() {
  const started = big(STARTED, 8);
  const nonces = [join(dialNonce, started), join(acceptNonce, started)] as const;
  const { ek, dk } = kemKeygen(kemSeed);
  const { ciphertext, secret } = kemEncapsulate(ek, kemRandomness);
  expect(kemDecapsulate(ciphertext, dk).equals(secret)).toBe(true);
  const [dialId, acceptId] = [hex(sha(dialKeys.publicKey)), hex(sha(acceptKeys.publicKey))];
  const text = (role: string, self: string, peer: string): string =>
    `ROUGED_PEER_V1|chain=${NETWORK.chainId}|genesis=${NETWORK.genesis}|role=${role}|self=${self}|peer=${peer}|nonces=${hex(nonces[0])},${hex(nonces[1])}|kem=${hex(sha(ek, ciphertext))}`;
  const texts = { dial: text('dial', dialId, acceptId), accept: text('accept', acceptId, dialId) };
  const network = join(field(1, 1), field(2, NETWORK.chainId), field(3, Buffer.from(NETWORK.genesis, 'hex')));
  const hello = join(network, field(4, dialKeys.publicKey), field(5, nonces[0]), field(6, ek));
  const signed = (message: string, secretKey: Uint8Array): Uint8Array =>
    nobleBackend.sign(Buffer.from(message), secretKey);
  const welcome = join(
    network,
    field(4, acceptKeys.publicKey),
    field(5, nonces[1]),
    field(6, ciphertext),
    field(7, signed(texts.accept, acceptKeys.secretKey)),
  );
  const proof = field(1, signed(texts.dial, dialKeys.secretKey));
  // RFC 5869: extract, then one block of expand.
  const pseudorandom = createHmac('sha256', sha(hello, welcome)).update(secret).digest();
  const key = (role: string): Buffer =>
    createHmac('sha256', pseudorandom).update(`ROUGED_PEER_V1 ${role}`).update(Uint8Array.of(1)).digest();
  const keys = { dial: key('dial'), accept: key('accept') };
  const sealed = (role: 'dial' | 'accept', number: number, plain: Uint8Array): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', keys[role], big(number, 12));
    return join(cipher.update(plain), cipher.final(), cipher.getAuthTag());
  };
  const large = pattern(131_082, 3);
  const dialFrames = [
    hello,
    proof,
    sealed('dial', 0, field(3, pattern(100, 7))),
    sealed('dial', 1, join(field(1, 2), field(2, large.length), field(3, large.subarray(0, 131_072)))),
    sealed('dial', 2, join(field(1, 2), field(3, large.subarray(131_072)))),
  ];
  const acceptFrames = [welcome, sealed('accept', 0, field(4, 1)), sealed('accept', 1, field(3, pattern(200, 9)))];
  return { dialFrames, acceptFrames, texts, keys, ek, ciphertext, secret };
}

describe('between two nodes', () => {
  test('handshake and frames are these bytes', () => {
    const ours = recorded();
    const { acceptFrames, dialFrames } = expected();
    for (const [mine, theirs] of [
      [ours.dialFrames, dialFrames],
      [ours.acceptFrames, acceptFrames],
    ] as const) {
      expect(mine.length).toBe(theirs.length);
      for (const [index, frame] of mine.entries())
        expect(hex(frame), `frame ${index}`).toBe(hex(theirs[index] as Buffer));
    }
    expect(dialFrames.map((frame) => hex(sha(frame)))).toMatchInlineSnapshot(`
      [
        "d9c75d7ce7b8c2ab1c2a02e528eb05b71fa4deae155f666ee99e0e053797ebac",
        "6232399a0ab844b4eef79e3681e122874157018bdfe98032194d82b319477e48",
        "00c81d456446a698d25f91eb8f2d71fec3f285c780ddbce281c35817ac12203b",
        "9a896738cfaea75b71d88069401a404ca43a9bb0bedb3e2224b1cb1ccb4b9606",
        "85f838accc6f7f1537616a1582cc6582003e4869b54e77151939f000f3bf2406",
      ]
    `);
    expect(acceptFrames.map((frame) => hex(sha(frame)))).toMatchInlineSnapshot(`
      [
        "45063b94786c148e4083cb9cfdd84bd32ed9415aa4ce59683ac92b9f1f6c1aca",
        "5c2b9636c7204acafe88ee188f3d1b20e2fab72c0a2dcec641310a731d6abfc2",
        "55612beb96e76c202765ada87c6ccc8c030138a2db07f00aa4553d449863277c",
      ]
    `);
  });

  test('texts and keys are these', () => {
    const { keys, texts } = expected();
    expect([texts.dial, texts.accept]).toMatchInlineSnapshot(`
      [
        "ROUGED_PEER_V1|chain=rougechain-test-1|genesis=1717171717171717171717171717171717171717171717171717171717171717|role=dial|self=e933697f7a3d671b8c294452465230d4d433d337afd25b99dba884175541a855|peer=f035154a727ee99c0f42fffdbdbc9f9e2e5f31364ec754e07ee766d7e2b68f87|nonces=0a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20210000018bcfe5687b,1e1f202122232425262728292a2b2c2d2e2f3031323334350000018bcfe5687b|kem=25cc3a4510f115b17cb28763ecd155a732c5e38798a11b662ffbfe279cc1b498",
        "ROUGED_PEER_V1|chain=rougechain-test-1|genesis=1717171717171717171717171717171717171717171717171717171717171717|role=accept|self=f035154a727ee99c0f42fffdbdbc9f9e2e5f31364ec754e07ee766d7e2b68f87|peer=e933697f7a3d671b8c294452465230d4d433d337afd25b99dba884175541a855|nonces=0a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20210000018bcfe5687b,1e1f202122232425262728292a2b2c2d2e2f3031323334350000018bcfe5687b|kem=25cc3a4510f115b17cb28763ecd155a732c5e38798a11b662ffbfe279cc1b498",
      ]
    `);
    expect([hex(keys.dial), hex(keys.accept)]).toMatchInlineSnapshot(`
      [
        "0ef1ed3450b076e036f4ec01e3037bbc7328bc9df61ce079f342b14479a5961d",
        "82d49a5a764f5c026b7f4e238d384814127d384a764a777b44ebae714d1d732d",
      ]
    `);
  });

  test('reasons keep their codes', () => {
    expect(Object.keys(linkReasons)).toMatchInlineSnapshot(`
      [
        "already_connected",
        "bad_frame",
        "bad_hello",
        "bad_message",
        "bad_signature",
        "busy",
        "cannot_sign",
        "frame_lost",
        "handshake_timeout",
        "message_too_large",
        "no_room",
        "own_key",
        "self",
        "silent",
        "stalled",
        "unexpected_frame",
        "worn_out",
        "wrong_genesis",
        "wrong_network",
        "wrong_version",
      ]
    `);
  });
});

describe('ML-KEM-768', () => {
  test('is what the standard says, for keys, ciphertexts, secrets and rejections', () => {
    const cases = 6;
    for (let index = 0; index < cases; index++) {
      const seed = pattern(64, index, 2 * index + 1);
      const randomness = pattern(32, 3 * index, 7);
      const { ek, dk } = kemKeygen(seed);
      const { publicKey, secretKey } = nobleKem.keygen(seed);
      expect([hex(publicKey), hex(secretKey)]).toEqual([hex(ek), hex(dk)]);
      const { ciphertext, secret } = kemEncapsulate(ek, randomness);
      const made = nobleKem.encapsulate(publicKey, randomness);
      expect([made && hex(made.ciphertext), made && hex(made.secret)]).toEqual([hex(ciphertext), hex(secret)]);
      expect(hex(nobleKem.decapsulate(ciphertext, secretKey) as Uint8Array)).toBe(hex(secret));
      const changed = Buffer.from(ciphertext);
      changed[index * 100] = (changed[index * 100] as number) ^ 1;
      const rejected = nobleKem.decapsulate(changed, secretKey) as Uint8Array;
      expect(hex(rejected)).toBe(hex(kemDecapsulate(changed, dk)));
      expect(hex(rejected)).not.toBe(hex(secret));
    }
  });

  test('refuses what is no key and no ciphertext', () => {
    const { publicKey, secretKey } = nobleKem.keygen(kemSeed);
    const above = new Uint8Array(publicKey);
    // The first coefficient is 4,095, above the modulus.
    above.set([0xff, 0xff], 0);
    for (const key of [above, publicKey.subarray(1), new Uint8Array(), new Uint8Array(2_000)])
      expect(nobleKem.encapsulate(key, kemRandomness)).toBeUndefined();
    for (const length of [0, 1_087, 1_089])
      expect(nobleKem.decapsulate(new Uint8Array(length), secretKey)).toBeUndefined();
  });
});
