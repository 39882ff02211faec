/** Header rules against real data of the public main network: its genesis file, block 0 and block 49. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../engine/base/amounts.js';
import { fromHex, utf8, utf8Text } from '../../engine/base/bytes.js';
import { parseGenesis } from '../../engine/chain/genesis.js';
import { blockHash, type Header, headerBytes, parseHeader } from '../../engine/chain/header.js';
import { accountBytes } from '../../engine/crypto/address.js';
import { nobleBackend } from '../../engine/crypto/mldsa.js';
import { genesisBlock } from '../../engine/protocol/native.js';
import { accepted } from '../unit/base/outcome.js';
import { hex } from './independent.js';
import { sharedText } from './sharedData.js';

interface PublishedBlock {
  readonly header: Header;
  readonly txs: readonly { readonly from_pub_key: string; readonly sig: string; readonly signed_payload: string }[];
  readonly proposer_sig: string;
  readonly hash: string;
}

function readBlock(text: string): { block: PublishedBlock; headerText: string } {
  const lines = text.trim().split('\n');
  expect(lines).toHaveLength(1);
  const line = lines[0] ?? '';
  const start = line.indexOf('"header":') + '"header":'.length;
  return { block: JSON.parse(line) as PublishedBlock, headerText: line.slice(start, line.indexOf(',"txs":')) };
}

const bytesOf = (text: string): Uint8Array => fromHex(text) ?? new Uint8Array();

describe('of the main network', () => {
  test('block 0 is the genesis block', (context) => {
    const { block, headerText } = readBlock(sharedText('fixtures/mainnet-block-0.jsonl', context));
    const made = genesisBlock({ chainId: block.header.chain_id, time: block.header.time });
    expect(utf8Text(made.headerBytes)).toBe(headerText);
    expect(made.proposerSignature).toBe(block.proposer_sig);
    expect(made.hash).toBe(block.hash);
    expect(made.hash).toBe('a9809a9c0b4f47eb5315a534593ece05057d0c6ceeaa8ae425ea6971d7601078');
    expect(accepted(parseHeader(headerText))).toEqual(block.header);
  });

  test('block 49 has our header bytes, signature rule and hash', (context) => {
    const { block, headerText } = readBlock(sharedText('fixtures/mainnet-block-49.jsonl', context));
    const header = accepted(parseHeader(headerText));
    expect(header.state_root).toBe('edbf1bd89471eab1273d56ef9366a986931e1cb91b8f3e69deab6602e98ebdd6');
    const bytes = headerBytes(header);
    expect(utf8Text(bytes)).toBe(headerText);
    const key = bytesOf(header.proposer_pub_key);
    const signature = bytesOf(block.proposer_sig);
    expect(nobleBackend.verify(signature, bytes, key)).toBe(true);
    expect(blockHash(bytes, block.proposer_sig)).toBe(block.hash);
    expect(block.hash).toBe('4c7ec92d9fc4dd24146036474128072d07d146d5cde93a0d31c0462eea895abb');

    const { state_root: _, ...withoutRoot } = header;
    expect(nobleBackend.verify(signature, headerBytes(withoutRoot), key)).toBe(false);
    expect(nobleBackend.verify(signature, headerBytes({ ...header, time: header.time + 1 }), key)).toBe(false);
  });

  test('the transfer in block 49 is signed over its text with an empty context', (context) => {
    const { block } = readBlock(sharedText('fixtures/mainnet-block-49.jsonl', context));
    const checked = block.txs.map(({ from_pub_key, sig, signed_payload }) =>
      nobleBackend.verify(bytesOf(sig), utf8(signed_payload), bytesOf(from_pub_key)),
    );
    expect(checked).toEqual([true]);
  });

  test('the genesis file parses', (context) => {
    const genesis = accepted(parseGenesis(sharedText('fixtures/genesis-mainnet.json', context)));
    expect(genesis).toMatchObject({
      chainId: 'rougechain-mainnet-1',
      time: 1_743_033_600_000,
      blockTimeMs: 1_000,
      allocations: [],
      faucetEnabled: false,
      schedule: { network: 'mainnet', faucetMint: false },
    });
    expect(genesis.validators.map(({ stake, name }) => [stake, name])).toEqual([
      [100_000n * QUANTA, 'mainnet-validator-1'],
    ]);
    const [validator] = genesis.validators;
    expect(validator && hex(accountBytes(validator.account)).slice(0, 8)).toBe('d1d2d7ef');
    expect(genesisBlock(genesis).hash).toBe('a9809a9c0b4f47eb5315a534593ece05057d0c6ceeaa8ae425ea6971d7601078');
  });
});
