/** `rouged import`: blocks of a file of JSON lines into a data directory, with every rule and every signature checked.
 *
 *  Blocks that the directory already has are compared and skipped, so an import that was stopped continues where it
 *  was. An invalid block ends the import; the blocks before it stay. */

import { existsSync, statSync } from 'node:fs';
import { toHex } from '../../../engine/base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../../engine/base/refusal.js';
import { parseBlockJson } from '../../../engine/chain/blockJson.js';
import type { ChainRules } from '../../../engine/consensus/production.js';
import { type HistoryBlock, Importer } from '../../../engine/head/importer.js';
import { ChainStore } from '../../../engine/store/chainStore.js';
import { readBlocksFrom } from '../../../engine/store/keeping.js';
import { blockKey } from '../../../engine/store/keys.js';
import type { StorePort } from '../../../engine/store/port.js';
import { decodeStoredBlock } from '../../../engine/store/records.js';
import { recover } from '../../../engine/store/recovery.js';
import { badOption } from '../../config/optionKinds.js';
import { EXIT_OK, type Terminal } from '../terminal.js';
import { readLines } from './blockFile.js';
import { offlineHead } from './offlineHead.js';
import { type ChainPlace, readRules, withStore, withVerifier } from './openChain.js';
import { openProgress } from './progress.js';

export interface ImportOrder extends ChainPlace {
  /** `-`: standard input. */
  readonly file: string;
  readonly verifyWorkers: number;
}

/** Blocks of the file that the chain does not have; those it has must be the same. */
async function* newBlocks(
  file: string,
  { protocol }: ChainRules,
  store: StorePort,
  tip: number,
  passed: () => void,
): AsyncIterable<HistoryBlock | Refusal> {
  let line = 0;
  let next: number | undefined;
  const lowest = await readBlocksFrom(store);
  for await (const text of readLines(file)) {
    line++;
    if (text === '') continue;
    const block = parseBlockJson(text, protocol.headerBytes);
    const at = `line ${line} of ${file}`;
    if (isRefusal(block)) return yield refuse(block.code, `${at}: ${block.message}`);
    const { height } = block.header;
    const hash = protocol.blockHash(block.headerBytes, toHex(block.proposerSignature));
    if (block.statedHash !== undefined && block.statedHash !== hash)
      return yield refuse('block_conflict', `${at}: the hash of block ${height} is ${hash}, not what the line says`);
    if (next !== undefined && height !== next)
      return yield refuse('block_conflict', `${at}: block ${height} stands where block ${next} has to follow`);
    next = height + 1;
    if (height > tip) {
      yield { block, certificate: block.own };
      continue;
    }
    const record = await store.get(blockKey(height));
    // A pruned directory had it once; the blocks above it are compared.
    if (!record && height < lowest) {
      passed();
      continue;
    }
    if (!record || decodeStoredBlock(record).hash !== hash)
      return yield refuse('block_conflict', `block ${height} of ${file} is of another chain than the data directory`);
    passed();
  }
}

async function importInto(store: StorePort, rules: ChainRules, order: ImportOrder, terminal: Terminal) {
  const recovered = await recover(store, rules);
  const chain = new ChainStore(store, recovered);
  const before = chain.tip.height;
  return withVerifier(rules, order.verifyWorkers, async (verifier) => {
    const head = offlineHead(store, rules, recovered, chain, verifier);
    const importer = new Importer({ rules, head, verifier });
    // The number of blocks in a stream is not known; the height shows the progress.
    const progress = openProgress(terminal, 'blocks imported', await countLines(order.file));
    let done = 0;
    const one = (): void => progress.at(++done);
    const blocks = newBlocks(order.file, rules, store, before, one);
    const { refusal, uncertified } = await importer.importAll(blocks, one);
    progress.end();
    const { height, hash } = chain.tip;
    terminal.out(`blocks imported: ${height - before}; the chain is at height ${height}, hash ${hash}\n`);
    if (uncertified !== undefined)
      terminal.out(
        `block ${uncertified} stays out: the file does not hold its certificate, which the next block carries; export again from a newer node to bring it in\n`,
      );
    return refusal ?? EXIT_OK;
  });
}

/** Lines of a file, for the progress; 0 for standard input, which can be read only once. */
async function countLines(file: string): Promise<number> {
  if (file === '-') return 0;
  let lines = 0;
  for await (const _ of readLines(file)) lines++;
  return lines;
}

export async function importBlocks(order: ImportOrder, terminal: Terminal): Promise<number | Refusal> {
  const rules = readRules(order);
  if (isRefusal(rules)) return rules;
  if (order.file !== '-' && !existsSync(order.file)) return badOption(`there is no file ${order.file}`);
  if (order.file !== '-' && statSync(order.file).isDirectory()) return badOption(`${order.file} is a directory`);
  return withStore(order.dataDir, (store) => importInto(store, rules, order, terminal));
}
