/** Golden bytes of our own networks. Every value is computed a second time from the rules (`independent.ts`) and
 *  pinned: a change here is a change of the protocol. */

import { describe, expect, test } from 'vitest';
import { type Block, decodeBlock, encodeBlock } from '../../engine/chain/block.js';
import { certificateHash, encodeCertificate, makeCertificate, voteBytes } from '../../engine/chain/certificate.js';
import { parseGenesis } from '../../engine/chain/genesis.js';
import { blockHash, type Header, headerBytes } from '../../engine/chain/header.js';
import { cutKey, encodeBodyEntry, joinKey, signedLengthOf } from '../../engine/chain/transaction.js';
import { emptyJournal, SignJournal } from '../../engine/consensus/signJournal.js';
import { accountBytes, accountOfName, treasuryAccount } from '../../engine/crypto/address.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { accepted } from '../unit/base/outcome.js';
import { field, hex, join, merkle, message, pattern, sha, sortedJson } from './independent.js';

const key = pattern(1_952, 3, 7);
const signature = pattern(3_309, 5, 11);
const signedText = sortedJson({
  type: 'transfer',
  from: hex(key),
  to: 'rouge1w7ghhxqkvacs955l35w6d06cfnaw59hl9hmmzezm6ly2nlcjq2cqmg5ltk',
  amount: 1.5,
  timestamp: 1_700_000_000_000,
  nonce: '00112233445566778899aabbccddeeff',
});
const signedBytes = Buffer.from(signedText);

const parts = { operation: 'transfer', publicKey: key, ...cutKey(signedBytes, key), signature };
const transactionGolden = join(
  field(1, 'transfer'),
  field(2, key),
  field(3, signedText.replace(hex(key), '')),
  field(4, signedText.indexOf(hex(key)) + 1),
  field(5, signature),
);

/** Leaf `index` of a block whose transaction ids and signatures are patterns. */
const leafInput = (index: number): [Uint8Array, Uint8Array] => [pattern(32, index), pattern(3_309, index, 3)];

describe('a transaction', () => {
  test('has the id SHA-256(key, signed bytes)', () => {
    const id = hex(nativeProtocol.transactionId(key, signedBytes));
    expect(id).toBe(hex(sha(key, signedBytes)));
    expect(id).toBe('9e00c03c031fc64db22ceecee45c68ef176e7b13dd0efb5f6e015272e59326f7');
  });

  test('travels without the hex of its key', () => {
    const cut = cutKey(signedBytes, key);
    const at = signedText.indexOf(hex(key));
    expect(cut).toEqual({ text: new Uint8Array(Buffer.from(signedText.replace(hex(key), ''))), keyAt: at + 1 });
    expect(hex(sha(cut.text))).toBe('29c3b989db88c6df0bf60d4043af3d8bfcfa83e3ce535d4cab97751206261efe');
    expect(cut.keyAt).toBe(23);
    expect(signedLengthOf(cut.text, cut.keyAt)).toBe(signedBytes.length);
    expect(hex(joinKey(cut.text, cut.keyAt, key) ?? new Uint8Array())).toBe(hex(signedBytes));
  });

  test('has these bytes between nodes and in a stored body', () => {
    expect(hex(sha(transactionGolden))).toBe('ca5942dd3292fde8223808d8fbb9b067a82556a45e65f57b10c69bf36cd7c6e9');
    const account = sha(key);
    const stored = join(field(1, 'transfer'), field(2, account), field(3, parts.text), field(4, parts.keyAt));
    expect(hex(encodeBodyEntry(parts, account))).toBe(hex(message(1, stored)));
    expect(hex(sha(message(1, stored)))).toBe('11dfefac422fb701cf199016b2f726a8cd65a083206eee2833273ce74a305696');
  });
});

describe('the transaction root', () => {
  test('has leaves over id and signature', () => {
    const [id, itsSignature] = leafInput(0);
    const leaf = hex(nativeProtocol.transactionLeaf(id, itsSignature));
    expect(leaf).toBe(hex(sha(Buffer.from([0]), id, sha(itsSignature))));
    expect(leaf).toBe('55ae60ee4204140cde59c96cb8fb391c24073b0c6254dbf4858ddbe96737dd64');
  });

  test.each([
    [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [1, '55ae60ee4204140cde59c96cb8fb391c24073b0c6254dbf4858ddbe96737dd64'],
    [2, '53d5fb383b148aa7cc449fede144c1f6707d3c127aceb58e8c71638463a1d654'],
    [3, 'bd0f3cf975f7af8db19fe206c1484c1d9852798864f103b4d9282dd6c949c476'],
    [5, 'b57e2021d7b82fa83d13dfebf302ea40da8c3f5edb4de41fff2c95d6392e6836'],
  ])('of %i leaves', (count, root) => {
    const inputs = Array.from({ length: count }, (_, index) => leafInput(index));
    const leaves = inputs.map(([id, itsSignature]) => nativeProtocol.transactionLeaf(id, itsSignature));
    expect(nativeProtocol.transactionsRoot(leaves)).toBe(root);
    expect(hex(merkle(inputs.map(([id, itsSignature]) => sha(Buffer.from([0]), id, sha(itsSignature)))))).toBe(root);
  });

  test('agrees with its reading from the top for every number of leaves up to 70', () => {
    const leaves = Array.from({ length: 70 }, (_, index) => pattern(32, index));
    const differing = Array.from({ length: 71 }, (_, count) => leaves.slice(0, count)).filter(
      (some) => nativeProtocol.transactionsRoot(some) !== hex(merkle(some)),
    );
    expect(differing).toEqual([]);
  });
});

const parentHash = pattern(32, 9);
const certificate = makeCertificate(7, 0, parentHash, [
  { voterKey: pattern(1_952, 200), signature: pattern(3_309, 2) },
  { voterKey: pattern(1_952, 100), signature: pattern(3_309, 1) },
]);
const certificateGolden = join(
  field(1, 7),
  field(2, parentHash),
  message(3, join(field(1, pattern(1_952, 100)), field(2, pattern(3_309, 1)))),
  message(3, join(field(1, pattern(1_952, 200)), field(2, pattern(3_309, 2)))),
);

describe('finality', () => {
  test.each(['prevote', 'precommit'] as const)('a %s signs this text', (type) => {
    const text = `ROUGECHAIN_FINALITY_VOTE_V2|chain=vector-net-1|type=${type}|height=7|round=0|block=${hex(parentHash)}`;
    expect(Buffer.from(voteBytes('vector-net-1', type, 7, 0, parentHash)).toString()).toBe(text);
  });

  test('a certificate orders its precommits by voter key and has this hash', () => {
    expect(hex(encodeCertificate(certificate))).toBe(hex(certificateGolden));
    expect(certificateHash(certificate)).toBe(hex(sha(certificateGolden)));
    expect(certificateHash(certificate)).toBe('1d5688240da69cb9e7179becd31294c7973edb0451c5a2d610006094491154c1');
  });
});

const header: Header = {
  version: 1,
  chain_id: 'vector-net-1',
  height: 8,
  time: 1_700_000_000_400,
  prev_hash: hex(parentHash),
  tx_hash: hex(pattern(32, 1)),
  proposer_pub_key: hex(key),
  state_root: hex(pattern(32, 2)),
  parent_commit: hex(sha(certificateGolden)),
};
const headerText = `{"version":1,"chain_id":"vector-net-1","height":8,"time":1700000000400,"prev_hash":"${hex(parentHash)}","tx_hash":"${hex(pattern(32, 1))}","proposer_pub_key":"${hex(key)}","state_root":"${hex(pattern(32, 2))}","parent_commit":"${hex(sha(certificateGolden))}"}`;

const block: Block = {
  header,
  headerBytes: new Uint8Array(Buffer.from(headerText)),
  proposerSignature: signature,
  certificate,
  transactions: [parts],
};
const blockGolden = join(
  field(1, headerText),
  field(2, signature),
  message(3, certificateGolden),
  message(4, transactionGolden),
);

describe('a block', () => {
  test('has these header bytes and this hash', () => {
    expect(Buffer.from(headerBytes(header)).toString()).toBe(headerText);
    const hash = blockHash(headerBytes(header), hex(signature));
    expect(hash).toBe(hex(sha(headerText, hex(signature))));
    expect(hash).toBe('3f910a75e6ed23b6be64c7fd8ba8b9dbb8380e15c4ea598050feeb4652984242');
  });

  test('has these bytes between nodes', () => {
    expect(hex(encodeBlock(block))).toBe(hex(blockGolden));
    expect(hex(sha(blockGolden))).toBe('4582967eb1a25953d7a4d8b9d11026f45612f6c2142be9a873a035026448d9cd');
    expect(hex(encodeBlock(accepted(decodeBlock(blockGolden))))).toBe(hex(blockGolden));
  });

  test('has this record in the sign journal', () => {
    const golden = join(field(1, 'vector-net-1'), field(2, 8), field(3, hex(parentHash)), message(4, blockGolden));
    expect(hex(new SignJournal('vector-net-1').encode(block))).toBe(hex(golden));
    expect(hex(sha(golden))).toBe('089724c9191bf72b9daf1af9b08ad2a28352a5e7f249f6f86aaab06fe19e0387');
    const tip = { height: 8, hash: '', time: 0, transactionCount: 0, totalTransactions: 0 };
    expect(hex(emptyJournal('vector-net-1', tip))).toBe(hex(join(field(1, 'vector-net-1'), field(2, 8))));
  });
});

test('an account without a key is SHA-256(0x01, name)', () => {
  const treasury = hex(accountBytes(treasuryAccount));
  expect(treasury).toBe(hex(sha(Buffer.from([1]), '__treasury__')));
  expect(treasury).toBe('67e1b3c99df7d402577635748aa50f82252e7fe9f4185b527ff06f261b8e399d');
  expect(hex(accountBytes(accountOfName('contract:é')))).toBe(hex(sha(Buffer.from([1]), 'contract:é')));
});

describe('a small local genesis file', () => {
  const file = {
    chain_id: 'vector-net-1',
    genesis_time: 1_700_000_000_000,
    block_time_ms: 250,
    initial_validators: [{ pub_key: hex(key), stake: '100000.5', name: 'one' }],
    initial_allocations: [
      { address: '__treasury__', amount: '0.000000001', label: 'dust' },
      { address: hex(key), amount: 1_000, token: 'gold' },
    ],
    faucet_enabled: true,
    fees: { base_fee: 0.2, ceiling: '0.25', target: 100 },
    limits: { max_block_transactions: 500 },
    upgrade_schedule: { finality_v2: 3 },
  };

  test('is hashed in its canonical form, whatever the form of the file', () => {
    const { fileHash } = accepted(parseGenesis(JSON.stringify(file, null, 2)));
    expect(fileHash).toBe(hex(sha(sortedJson(file))));
    expect(fileHash).toBe('1b7cce422affd35c96dd88bd5f6ac4d2c3dc77244dd2f9657de157cbb17a2aab');
    expect(accepted(parseGenesis(sortedJson(file))).fileHash).toBe(fileHash);
  });

  test('starts a chain at this block', () => {
    const genesis = accepted(parseGenesis(JSON.stringify(file)));
    const made = nativeProtocol.genesisBlock(genesis);
    const text = `{"version":1,"chain_id":"vector-net-1","height":0,"time":1700000000000,"prev_hash":"0","tx_hash":"${hex(sha())}","proposer_pub_key":"genesis"}`;
    expect(Buffer.from(made.headerBytes).toString()).toBe(text);
    expect(made.proposerSignature).toBe(hex(sha(text)));
    expect(made.hash).toBe(hex(sha(text, hex(sha(text)))));
    expect(made.hash).toBe('a03bfa413551de3d30e6751f280ca3e2f48e42250068877d8ff460e0a498417f');
  });
});
