/** Pure parts of the EVM bridge: topics and selectors of the facts, signatures, addresses, strict values, the trie. */

import { keccak_256 } from '@noble/hashes/sha3.js';
import { addr, eip191Signer } from 'micro-eth-signer';
import { describe, expect, test } from 'vitest';
import { toHex, utf8 } from '../../../engine/base/bytes.js';
import { parseJson } from '../../../engine/base/json.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { evmDestination, readEvmAddress } from '../../../engine/bridge/evm/address.js';
import { canonicalSignature, claimSignatureFault, claimText } from '../../../engine/bridge/evm/claimSignature.js';
import { ethUnits, owedAmount, usdcUnits, xrgeQuanta } from '../../../engine/bridge/evm/contracts.js';
import { eventsOf, topicOf } from '../../../engine/bridge/evm/events.js';
import { processedCall, readProcessed } from '../../../engine/bridge/evm/payouts.js';
import { listRoot } from '../../../engine/bridge/evm/trie.js';
import { count, data, quantity, RPC_JSON, reading, readReceipt } from '../../../engine/bridge/evm/values.js';

const HASH = `0x${'5a'.repeat(32)}`;

test('topics and the selector are those of the contracts', () => {
  expect(topicOf('BridgeDeposit')).toBe('0x5787c7cf7a782a3836f23db1ed28764f1ae993eab4bf9602720553ac954249e2');
  expect(topicOf('BridgeDepositETH')).toBe('0x199f9b881bb41ea6533e9f7b2d26fe723dd14dc9a27d0e9499a247a6b863390b');
  expect(topicOf('Transfer')).toBe('0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef');
  const signature = (text: string): string => `0x${toHex(keccak_256(utf8(text)))}`;
  expect(topicOf('BridgeDepositERC20')).toBe(signature('BridgeDepositERC20(address,address,uint256,string)'));
  expect(topicOf('BridgeReleaseETH')).toBe(signature('BridgeReleaseETH(address,uint256,bytes32)'));
  expect(topicOf('BridgeReleaseERC20')).toBe(signature('BridgeReleaseERC20(address,address,uint256,bytes32)'));
  // Selector, offset, length, and the text padded to 32 bytes.
  const words = [32, 7].map((word) => word.toString(16).padStart(64, '0')).join('');
  expect(processedCall('xrge:w4')).toBe(`0xf9a9c49f${words}${toHex(utf8('xrge:w4')).padEnd(64, '0')}`);
});

describe('claim signatures', () => {
  const key = '11'.repeat(32);
  const claimant = addr.fromPrivateKey(key).toLowerCase();
  const signed = (coin: 'ETH' | 'USDC' | 'XRGE' = 'ETH'): string =>
    eip191Signer.sign(claimText(coin, HASH, 'rouge1abc'), key, false);
  const fault = (signature: string, change: object = {}) =>
    claimSignatureFault('ETH', { hash: HASH, recipient: 'rouge1abc', claimant, signature, ...change })?.message;

  test('the text is that of the facts', () => {
    expect(claimText('USDC', HASH, 'r')).toBe(`RougeChain bridge claim\nTx: ${HASH}\nRecipient: r`);
    expect(claimText('XRGE', HASH, 'r')).toBe(`RougeChain XRGE bridge claim\nTx: ${HASH}\nRecipient: r`);
  });

  test('recovery bytes 27, 28 and 0, 1 are accepted', () => {
    const signature = signed();
    expect(fault(signature)).toBeUndefined();
    const end = signature.endsWith('1b') ? '00' : '01';
    expect(fault(signature.slice(0, -2) + end)).toBeUndefined();
  });

  test('one signature has one canonical spelling, so that nobody makes another version of a claim with it', () => {
    const signature = signed();
    const zeroBased = `${signature.slice(0, -2)}${signature.endsWith('1b') ? '00' : '01'}`;
    const spellings = [signature, zeroBased, ` 0x${signature.slice(2).toUpperCase()} `];
    expect(new Set(spellings.map(canonicalSignature))).toEqual(new Set([signature]));
    for (const spelling of spellings) expect(fault(canonicalSignature(spelling))).toBeUndefined();
  });

  test('rule 6: the twin with a high s, the wrong parity, 64 bytes, zeros and another text are refused', () => {
    const signature = signed();
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const s = BigInt(`0x${signature.slice(66, 130)}`);
    const twin = (order - s).toString(16).padStart(64, '0');
    const other = signature.endsWith('1b') ? '1c' : '1b';
    const forged = [
      signature.slice(0, 66) + twin + other,
      signature.slice(0, -2) + other,
      signature.slice(0, -2),
      `${signature.slice(0, -2)}1d`,
      `0x${'0'.repeat(130)}`,
      signed('XRGE'),
    ];
    for (const signature of forged) expect(fault(signature)).toMatch(/^Invalid signature - sign the claim message/);
    for (const change of [
      { recipient: 'rouge1abd' },
      { hash: `0x${'5b'.repeat(32)}` },
      { claimant: `0x${'12'.repeat(20)}` },
    ])
      expect(fault(signature, change)).toMatch(/^Invalid signature/);
  });
});

test('rule 13: mixed letters are the checksum of EIP-55; own and zero addresses are no destinations', () => {
  const right = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  expect(readEvmAddress(right)).toBe(right.toLowerCase());
  expect(readEvmAddress(right.toLowerCase())).toBe(right.toLowerCase());
  for (let number = 1; number <= 50; number++) {
    const checksummed = addr.fromPrivateKey(number.toString(16).padStart(64, '0'));
    expect(readEvmAddress(checksummed)).toBe(checksummed.toLowerCase());
    const turned = checksummed.replace(/[a-fA-F]/, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    expect(readEvmAddress(turned)).toBe(addr.isValid(turned) ? turned.toLowerCase() : undefined);
  }
  expect(readEvmAddress(right.replace('aA', 'Aa'))).toBeUndefined();
  for (const text of [right.slice(0, -1), right.slice(2), `${right}0`, ''])
    expect(readEvmAddress(text)).toBeUndefined();
  expect(evmDestination(right, [])).toBe(right.toLowerCase());
  for (const text of [right, `0x${'0'.repeat(40)}`, 'x'])
    expect(isRefusal(evmDestination(text, [right.toLowerCase()]))).toBe(true);
});

test('rule 11: amounts are exact and in range', () => {
  expect([ethUnits(10n ** 12n, true), ethUnits(2n * 10n ** 12n - 1n, false)]).toEqual([1n, 1n]);
  expect([xrgeQuanta(10n ** 18n, ''), usdcUnits(1n)]).toEqual([10n ** 9n, 1n]);
  const refused = [ethUnits(10n ** 12n + 1n, true), ethUnits(10n ** 12n - 1n, false), xrgeQuanta(10n ** 18n + 1n, '')];
  const tooLarge = [usdcUnits(1n << 128n), ethUnits((10n ** 12n) << 128n, true), xrgeQuanta((10n ** 9n) << 128n, '')];
  expect([...refused, ...tooLarge].every(isRefusal)).toBe(true);
  expect(['ETH', 'USDC', 'XRGE'].map((coin) => owedAmount(coin as 'ETH', 3n))).toEqual([
    3n * 10n ** 12n,
    3n,
    3n * 10n ** 9n,
  ]);
});

describe('events', () => {
  const emitter = `0x${'22'.repeat(20)}`;
  const word = (value: number | bigint): string => value.toString(16).padStart(64, '0');
  const text = (bytes: string, length = bytes.length / 2): string =>
    word(length) + bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0');
  const log = (body: string, topics = [topicOf('BridgeDepositETH'), `0x${word(0x33)}`]) => [
    { address: emitter, topics, data: `0x${body}`, index: 0 },
  ];
  const good = word(5) + word(64) + text('6162');

  test('decode what the contract emits', () => {
    expect(eventsOf(log(good), emitter, 'BridgeDepositETH')).toMatchObject([
      { args: { amount: 5n, recipient: 'ab', sender: `0x${'33'.padStart(40, '0')}` } },
    ]);
    expect(eventsOf(log(good), `0x${'23'.repeat(20)}`, 'BridgeDepositETH')).toEqual([]);
  });

  const topic = topicOf('BridgeDepositETH');
  const malformed: readonly (readonly [string, ReturnType<typeof log>])[] = [
    ['bytes behind the end', log(good + word(0))],
    ['text that is not UTF-8', log(word(5) + word(64) + text('ff'))],
    ['a sender of more than 20 bytes', log(good, [topic, `0x01${word(0x33).slice(2)}`])],
    ['a topic too few', log(good, [topic])],
    ['a topic too many', log(good, [topic, `0x${word(1)}`, `0x${word(2)}`])],
    ['an offset beyond the end', log(word(5) + word(2n ** 200n) + text('6162'))],
    ['a length beyond the end', log(word(5) + word(64) + text('6162', 2 ** 40))],
    ['no data', log('')],
  ];
  test.each(malformed)('rule 4: a log with the topic that is not the event: %s', (_, logs) => {
    expect(isRefusal(eventsOf(logs, emitter, 'BridgeDepositETH'))).toBe(true);
  });
});

describe('values of providers', () => {
  const read = (text: string) => {
    const value = parseJson(text, RPC_JSON);
    if (isRefusal(value)) throw new Error(value.message);
    return value;
  };

  test('quantities have one spelling', () => {
    for (const text of ['"0x0"', '"0x1f"', `"0x${'f'.repeat(64)}"`])
      expect(isRefusal(reading('it', () => quantity(read(text), 'x')))).toBe(false);
    for (const text of [
      '"0x"',
      '"0x01"',
      '"0x1F"',
      '"31"',
      '31',
      'null',
      '"-0x1"',
      '" 0x1"',
      `"0x1${'0'.repeat(64)}"`,
      '{}',
    ])
      expect(isRefusal(reading('it', () => quantity(read(text), 'x'))), text).toBe(true);
    expect(isRefusal(reading('it', () => count(read('"0x20000000000000"'), 'x')))).toBe(true);
    expect(isRefusal(reading('it', () => data(read('"0x123"'), 'x')))).toBe(true);
  });

  test('a receipt of any other shape is a refusal, never an exception', () => {
    const log = `{"address":"0x${'1'.repeat(40)}","topics":[],"data":"0x","logIndex":"0x0","transactionHash":"${HASH}","blockHash":"${HASH}"}`;
    const receipt = `{"transactionHash":"${HASH}","blockHash":"${HASH}","blockNumber":"0x1","transactionIndex":"0x0","status":"0x1","logs":[${log}]}`;
    expect(reading('it', () => readReceipt(read(receipt)))).toMatchObject({ height: 1, succeeded: true });
    let tried = 0;
    for (const member of receipt.match(/"[^"]+":("[^"]*"|\[\])/g) ?? [])
      for (const value of ['null', '7', '"0x"', '{}', '[[]]', '"0xzz"']) {
        const name = member.slice(0, member.indexOf(':') + 1);
        if (name === '"data":' && value === '"0x"') continue;
        expect(
          isRefusal(reading('it', () => readReceipt(read(receipt.replace(member, name + value))))),
          name + value,
        ).toBe(true);
        tried++;
      }
    expect(tried).toBe(11 * 6 - 1);
  });

  test('only one word of 0 or 1 is a boolean', () => {
    expect([0, 1].map((bit) => readProcessed(`0x${String(bit).padStart(64, '0')}`))).toEqual([false, true]);
    for (const text of ['0x', '0x1', `0x${'2'.padStart(64, '0')}`, `0x${'1'.padStart(128, '0')}`, null])
      expect(isRefusal(readProcessed(text))).toBe(true);
  });
});

test('the root of a list is that of another implementation', () => {
  // Of the empty list: the hash of the RLP of no bytes (Yellow Paper, appendix D).
  expect(toHex(listRoot([]))).toBe('56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421');
  // Entries, bytes of each (entry i is that many bytes i mod 255 + 1), and the root as @ethereumjs/mpt 10.1.3 computes it. Values of few
  // bytes make nodes that are part of their parents.
  const known = [
    [1, 100, '6c0fa108b5c768e14ef7048e3b8a4755f94323233717ad4b204e30729c247764'],
    [2, 1, '08693bf7194a9e5481f518cc27be677512d038ddfb72263e13f0663e299ce2d8'],
    [16, 1, '46031e66d23a0c21d8a05875f782f1960085ac368e401fb9946565ece929b262'],
    [17, 40, '4eeee0711bdd6701487db39388540c7f8a6187f5700493ab513f54911247d62d'],
    [127, 1, '19f04690e34240656ac4e46fb05891a3a0ac81e1925bf48fb872f5d481be0ae9'],
    [128, 33, 'ce261694663e43a69d47cdf435b41c1516057d2177fe13ef21ac8f2e5ceed221'],
    [129, 1, '0fa21c70b7b79d5586ecbfcdf89aa5bb4c5d89f3c6ce6472ada730c8fa2119b6'],
    [257, 3, '1017319c47ea54efad9292a51fd02f016afb90b6874eb1d88034b23355a2bb12'],
    [300, 500, '74042644e436d953809a760abc43a640ac9f66e4910bb26fb0281800f8ac1b17'],
  ] as const;
  for (const [entries, bytes, root] of known) {
    const values = Array.from({ length: entries }, (_, at) => new Uint8Array(bytes).fill((at % 255) + 1));
    expect(toHex(listRoot(values)), `${entries} of ${bytes}`).toBe(root);
  }
});
