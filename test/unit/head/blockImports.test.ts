/** Blocks over HTTP: signatures that were checked when the mempool took a transaction are not checked again; every other one is, also when
 *  it stands under the same id. Transactions are read where signatures are checked, not on the main thread. */

import { describe, expect, onTestFinished, test } from 'vitest';
import { toHex, utf8, utf8Text } from '../../../engine/base/bytes.js';
import { isRefusal, refuse } from '../../../engine/base/refusal.js';
import { type Block, encodeBlock } from '../../../engine/chain/block.js';
import { type SignedParts, signedBytesOf } from '../../../engine/chain/transaction.js';
import { SIGNATURE_BYTES, type SignatureItem } from '../../../engine/crypto/mldsa.js';
import { BlockImports } from '../../../engine/head/blockImports.js';
import type { PoolItem } from '../../../engine/mempool/mempool.js';
import { WireTransaction } from '../../../proto/wire.js';
import { HeadScene, secretOf } from '../../support/headScene.js';
import { InlineVerifier } from '../../support/inlineVerifier.js';
import { keyedBackend } from '../../support/keyedBackend.js';
import { actor, itemOfParts, partsOf, transferOrder } from '../../support/transactions.js';

const FOUR = { stakes: ['1003', '1002', '1001', '1000'], me: 2 };
const TIMESTAMP = 1_700_000_000_000;
const sender = actor('block imports: sender');
const receiver = actor('block imports: receiver');

/** @param salt signatures of one text differ by it. */
function signed(amount: bigint, salt = 1): SignedParts {
  const parts = partsOf({
    ...transferOrder({ signer: sender, timestamp: TIMESTAMP, nonce: `nonce-${amount}-abcdef` }, receiver, amount),
  });
  const signature = keyedBackend.sign(signedBytesOf(parts), secretOf(sender), new Uint8Array(32).fill(salt));
  return { ...parts, signature };
}

function waiting(parts: SignedParts): PoolItem {
  const item = itemOfParts(parts);
  if (isRefusal(item)) throw new Error(item.message);
  return item;
}

/** Counts the signatures of transactions that are checked. */
async function importer(pool: readonly PoolItem[]) {
  const scene = await HeadScene.open(FOUR);
  onTestFinished(() => scene.head.stop());
  const { rules, head, state, time } = scene;
  const checked: SignatureItem[] = [];
  const verifier = new InlineVerifier({
    chainId: rules.genesis.chainId,
    protocol: rules.protocol,
    backend: {
      ...keyedBackend,
      verifyMany: (items) => {
        checked.push(...items);
        return keyedBackend.verifyMany(items);
      },
    },
  });
  const mempool = { items: () => pool.values() as Generator<PoolItem> };
  const imports = new BlockImports({ rules, head, state, verifier, mempool, now: () => time.clock.now() });
  return {
    scene,
    imports,
    /** Without the proposer's. */
    checks: () => checked.filter(({ publicKey }) => toHex(publicKey) === sender.keyHex).length,
  };
}

function blockOf(scene: HeadScene, transactions: readonly SignedParts[]): Block {
  const leaves = transactions.map((parts) => waiting(parts).leaf);
  const root = scene.rules.protocol.transactionsRoot(leaves);
  const { block } = scene.block(1, (header) => ({ ...header, tx_hash: root }));
  return { ...block, transactions };
}

const jsonOf = ({ header, proposerSignature, transactions }: Block, space = 0): Uint8Array =>
  utf8(
    JSON.stringify(
      {
        ...{ version: 1, header, proposer_sig: toHex(proposerSignature) },
        txs: transactions.map((parts) => ({
          tx_type: parts.operation,
          from_pub_key: toHex(parts.publicKey),
          signed_payload: utf8Text(signedBytesOf(parts)),
          sig: space === 0 ? toHex(parts.signature) : toHex(parts.signature).toUpperCase(),
        })),
      },
      undefined,
      space,
    ),
  );

const FORMS = {
  'as protobuf': [true, (block: Block) => encodeBlock(block)],
  'as JSON': [false, (block: Block) => jsonOf(block)],
  'as JSON in another layout': [false, (block: Block) => jsonOf(block, 2)],
} as const;

describe.each(Object.entries(FORMS))('%s', (_, [isProtobuf, encode]) => {
  test('what waits in the mempool is not verified again, the rest is', async () => {
    const [one, two, three] = [signed(1n), signed(2n), signed(3n)];
    const { scene, imports, checks } = await importer([waiting(one), waiting(three), waiting(signed(9n))]);
    const block = blockOf(scene, [one, two, three]);
    const imported = await imports.take(encode(block), isProtobuf);
    expect(imported).toMatchObject({ height: 1, outcome: 'candidate' });
    expect(checks()).toBe(1);
    const items = scene.head.candidates[0]?.items.map(({ transaction, leaf }) => [transaction.id, leaf]);
    expect(items).toEqual([one, two, three].map(waiting).map(({ transaction, leaf }) => [transaction.id, leaf]));
  });

  test('the same id under another signature is verified', async () => {
    const [held, other] = [signed(1n, 1), signed(1n, 2)];
    expect(waiting(held).transaction.id).toBe(waiting(other).transaction.id);
    const { scene, imports, checks } = await importer([waiting(held)]);
    expect(await imports.take(encode(blockOf(scene, [other])), isProtobuf)).toMatchObject({ outcome: 'candidate' });
    expect(checks()).toBe(1);
  });

  test('a known signature that was changed behind its beginning, or stands under another text, does not hold', async () => {
    const held = signed(1n);
    const changed = held.signature.slice();
    changed[SIGNATURE_BYTES - 1] = (changed[SIGNATURE_BYTES - 1] as number) ^ 1;
    for (const forged of [
      { ...held, signature: changed },
      { ...signed(2n), signature: held.signature },
    ]) {
      const { scene, imports, checks } = await importer([waiting(held)]);
      const refusal = await imports.take(encode(blockOf(scene, [forged])), isProtobuf);
      expect(refusal).toMatchObject({ code: 'invalid_signature', message: 'Block has 1 invalid tx signatures' });
      expect(checks()).toBe(1);
    }
  });
});

test('a transaction that cannot be read is named, its neighbours and the node are not affected', async () => {
  const { scene, imports } = await importer([]);
  const block = blockOf(scene, [signed(1n)]);
  const transactions = encodeBlock(block);
  const broken = new Uint8Array([...transactions, 0x22, 2, 0x0a, 0xff]);
  expect(await imports.take(broken, true)).toMatchObject({
    code: 'malformed_body',
    message: 'tx #1: it is not a protobuf Transaction',
  });
});

test('transactions of a protobuf are not decoded on the main thread', async () => {
  const { scene } = await importer([]);
  const block = blockOf(
    scene,
    Array.from({ length: 50 }, (_, index) => signed(BigInt(index + 1))),
  );
  const { rules, head, state, time } = scene;
  const decode = WireTransaction.decode;
  let decoded = 0;
  let seen = 0;
  const verifyTransactions = async (items: readonly unknown[]) => {
    seen += items.length;
    expect(decoded).toBe(0);
    return items.map(() => refuse('busy', 'later'));
  };
  WireTransaction.decode = ((...args: Parameters<typeof decode>) => {
    decoded++;
    return decode(...args);
  }) as typeof decode;
  onTestFinished(() => {
    WireTransaction.decode = decode;
  });
  const verifier = {
    checkSignatures: async (checks: readonly unknown[]) => checks.map(() => true),
    verifyTransactions,
  };
  const mempool = { items: () => [].values() as unknown as Generator<PoolItem> };
  const imports = new BlockImports({ rules, head, state, verifier, mempool, now: () => time.clock.now() });
  await imports.take(encodeBlock(block), true);
  expect([seen, decoded]).toEqual([50, 0]);
});
