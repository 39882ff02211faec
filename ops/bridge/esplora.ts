/** Esplora servers over HTTP: all that one of them answers about a transaction or an address.
 *
 *  In: the base of its API and what the rules require. Out: evidence of that one server, or a refusal in the words of the facts: `busy` when it
 *  gave no usable answer, `not_found` when it does not know the transaction. Every request is bounded in time and bytes, and so is an operation. */

import { errorText, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { BtcNetwork } from '../../engine/bridge/btc/address.js';
import {
  type BadAnswer,
  type EsploraTransaction,
  isBadAnswer,
  PAGE_JSON,
  PAGE_TRANSACTIONS,
  readBalanceAnswer,
  readBlockStatusAnswer,
  readBlocksAnswer,
  readHexAnswer,
  readIdAnswer,
  readMerkleAnswer,
  readPageAnswer,
  readTipAnswer,
  readTransactionAnswer,
  SMALL_JSON,
  TRANSACTION_JSON,
} from '../../engine/bridge/btc/esploraAnswers.js';
import type { BtcAnswer, RawEvidence, SpvEvidence } from '../../engine/bridge/btc/evidence.js';
import type { MerkleProof } from '../../engine/bridge/btc/merkle.js';
import type { BtcBridgeRules } from '../../engine/bridge/btc/rules.js';
import { MAX_TRANSACTION_BYTES, parseBtcTransaction } from '../../engine/bridge/btc/transaction.js';
import { boundedFetch } from '../boundedFetch.js';
import { HeaderCache } from './headerCache.js';

/** Of one request (facts, Esplora calls). */
const REQUEST_MS = 15_000;

/** Of all requests for one transaction without headers: a transaction has some hundred inputs at most. */
const OPERATION_MS = 60_000;

/** Headers come ten a request, and a first start fetches thousands of them. */
const HEADERS_MS = 300_000;

/** Transactions that a deposit spends from. Wallets that collect more pay more in fees than for two deposits. */
const MOST_PREVIOUS = 500;

/** Hex of all of them together. */
const PREVIOUS_CHARACTERS = 64 << 20;

/** Pages of an address in one scan: a thousand transactions. The next scan goes on where it ended, so dust cannot hide a deposit. */
export const SCAN_PAGES = 40;

/** Times of an ordinary operation. */
export const ESPLORA_TIMES: EsploraTimes = { requestMs: REQUEST_MS, operationMs: OPERATION_MS };

const HEX_CHARACTERS = 2 * MAX_TRANSACTION_BYTES + 2;
const TIP_CHARACTERS = 64;

export interface EsploraTimes {
  readonly requestMs: number;
  readonly operationMs: number;
  /** Ends operations early. */
  readonly signal?: AbortSignal;
}

/** What one scan of an address has found. */
export interface AddressScan {
  /** The newest first. */
  readonly transactions: readonly EsploraTransaction[];
  /** Where the next scan goes on: the id of the last confirmed transaction, when there may be more. */
  readonly next: string | undefined;
}

/** Ends an operation: a refusal on its way through the requests. */
class Failed {
  constructor(readonly refusal: Refusal) {}
}

const KNOWN_PATH = /^(?:\/(?:api|v1|testnet4?|signet|regtest))*$/;

/** How sentences name a provider. A path of its own may be a key. */
export function shownBase(base: string): string {
  const { origin, pathname } = new URL(base);
  const path = pathname.replace(/\/+$/, '');
  return KNOWN_PATH.test(path) ? origin + path : `${origin}/...`;
}

/** One operation: its requests share a deadline. */
class Operation {
  constructor(
    readonly provider: EsploraProvider,
    readonly signal: AbortSignal,
  ) {}

  fail(code: 'busy' | 'not_found' | 'rule_violation', sentence: string): Failed {
    return new Failed(refuse(code, sentence));
  }

  /** @returns the text, or undefined for 404. */
  async find(path: string, mostCharacters: number): Promise<string | undefined> {
    const { base, shown, times } = this.provider;
    const signals = times.signal ? [this.signal, times.signal] : [this.signal];
    const request = { timeoutMs: times.requestMs, mostBytes: mostCharacters, signals };
    const answer = await boundedFetch(new URL(`${base}${path}`), request).catch((error: unknown) => {
      throw this.fail('busy', `esplora ${shown} unreachable: ${errorText(error)}`);
    });
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw this.fail('busy', `esplora ${shown} returned HTTP ${answer.status}`);
    return Buffer.from(answer.bytes).toString('utf8');
  }

  async text(path: string, mostCharacters: number): Promise<string> {
    const text = await this.find(path, mostCharacters);
    if (text === undefined) throw this.fail('busy', `esplora ${this.provider.shown} returned HTTP 404`);
    return text;
  }

  /** @param what the sentence calls the answer. */
  good<T>(answer: T | BadAnswer, what: string): T {
    if (isBadAnswer(answer)) throw this.fail('busy', `bad ${what} from ${this.provider.shown}: ${answer.reason}`);
    return answer;
  }

  async transaction(id: string): Promise<EsploraTransaction> {
    const { shown, network } = this.provider;
    const text = await this.find(`/tx/${id}`, TRANSACTION_JSON.characters);
    if (text === undefined)
      throw this.fail('not_found', `transaction not yet seen by ${shown} (not broadcast/indexed?)`);
    return this.good(readTransactionAnswer(text, id, network), 'tx JSON');
  }

  async tipHeight(): Promise<number> {
    return this.good(readTipAnswer(await this.text('/blocks/tip/height', TIP_CHARACTERS)), 'tip height');
  }

  /** Asks for the block when the transaction does not name it; not every server has that route. */
  async blockHash({ block }: EsploraTransaction): Promise<string | undefined> {
    return !block || block.hash !== undefined ? block?.hash : this.hashAt(block.height);
  }

  /** @returns undefined when the server has no block of that height. */
  async hashAt(height: number): Promise<string | undefined> {
    const text = await this.find(`/block-height/${height}`, TIP_CHARACTERS + 64);
    return text === undefined ? undefined : this.good(readIdAnswer(text), 'block hash');
  }

  async bestChainHeight(hash: string | undefined): Promise<number | false | undefined> {
    const text = hash === undefined ? undefined : await this.find(`/block/${hash}/status`, SMALL_JSON.characters);
    return text === undefined ? undefined : this.good(readBlockStatusAnswer(text), 'block status');
  }

  async hex(id: string): Promise<Uint8Array> {
    return this.good(readHexAnswer(await this.text(`/tx/${id}/hex`, HEX_CHARACTERS)), 'raw transaction');
  }

  async raw(id: string): Promise<RawEvidence> {
    const transaction = await this.hex(id);
    const parsed = parseBtcTransaction(transaction);
    // What is wrong with it is said where the evidence is judged.
    if (isRefusal(parsed) || parsed.isCoinbase) return { transaction, previous: [] };
    const ids = [...new Set(parsed.inputs.map(({ previousId }) => previousId))];
    if (ids.length > MOST_PREVIOUS)
      throw this.fail('rule_violation', `transaction spends from more than ${MOST_PREVIOUS} others; it is not checked`);
    const previous: Uint8Array[] = [];
    let characters = 0;
    for (const previousId of ids) {
      const bytes = await this.hex(previousId);
      characters += 2 * bytes.length;
      if (characters > PREVIOUS_CHARACTERS)
        throw this.fail(
          'rule_violation',
          `transactions that it spends from are larger than ${PREVIOUS_CHARACTERS} digits`,
        );
      previous.push(bytes);
    }
    return { transaction, previous };
  }

  async merkleProof(id: string, height: number): Promise<MerkleProof> {
    const text = await this.text(`/tx/${id}/merkle-proof`, SMALL_JSON.characters);
    return this.good(readMerkleAnswer(text, height), 'Merkle proof');
  }

  async spv(id: string, height: number, hash: string, tipHeight: number, headers: HeaderCache): Promise<SpvEvidence> {
    const proof = await this.merkleProof(id, height);
    const first = this.good(readIdAnswer(await this.text(`/block/${hash}/txid/0`, TIP_CHARACTERS + 64)), 'coinbase id');
    const coinbase = await this.hex(first);
    const coinbaseProof = await this.merkleProof(first, height);
    const later = new Operation(this.provider, AbortSignal.timeout(HEADERS_MS));
    const chain = await headers.upTo(tipHeight, (top) => later.headers(top));
    if (isRefusal(chain))
      throw this.fail(chain.code === 'busy' ? 'busy' : 'rule_violation', `${this.provider.shown}: ${chain.message}`);
    return { proof, coinbase, coinbaseProof, chain };
  }

  async headers(top: number) {
    const text = await this.text(`/blocks/${top}`, SMALL_JSON.characters);
    return this.good(readBlocksAnswer(text, top), 'block headers');
  }
}

export class EsploraProvider {
  readonly shown: string;

  private constructor(
    /** Without a slash at its end. */
    readonly base: string,
    readonly rules: BtcBridgeRules,
    readonly times: EsploraTimes,
    private readonly headers: HeaderCache | undefined,
  ) {
    this.shown = shownBase(base);
  }

  /** @param base http or https URL. @returns a refusal when SPV cannot be done on the network of the rules. */
  static open(base: string, rules: BtcBridgeRules, times: EsploraTimes = ESPLORA_TIMES): EsploraProvider | Refusal {
    const headers =
      rules.spv === 'required' && rules.checkpoint ? HeaderCache.from(rules.network, rules.checkpoint) : undefined;
    if (isRefusal(headers)) return headers;
    return new EsploraProvider(base.replace(/\/+$/, ''), rules, times, headers);
  }

  get network(): BtcNetwork {
    return this.rules.network;
  }

  /** All requests of `run` end with the time of the operation. */
  async #operation<T>(run: (operation: Operation) => Promise<T>): Promise<T | Refusal> {
    try {
      return await run(new Operation(this, AbortSignal.timeout(this.times.operationMs)));
    } catch (error) {
      if (error instanceof Failed) return error.refusal;
      throw error;
    }
  }

  /** All that the rules need to know of a transaction. @param id as `readTxid` gives it. */
  evidence(id: string): Promise<BtcAnswer> {
    const { rules, headers, shown } = this;
    return this.#operation(async (operation) => {
      const transaction = await operation.transaction(id);
      // After the transaction: a block that arrives between the two must not lie above the tip.
      const tipHeight = await operation.tipHeight();
      const hash = await operation.blockHash(transaction);
      const bestChainHeight = await operation.bestChainHeight(hash);
      const raw = rules.rawBinding === 'required' ? await operation.raw(id) : undefined;
      const { block } = transaction;
      const spv =
        headers && block && hash !== undefined
          ? await operation.spv(id, block.height, hash, tipHeight, headers)
          : undefined;
      const placed = block ? { ...transaction, block: { ...block, hash } } : transaction;
      return { provider: shown, transaction: placed, tipHeight, bestChainHeight, raw, spv };
    });
  }

  /** Height of the newest block. */
  tipHeight(): Promise<number | Refusal> {
    return this.#operation((operation) => operation.tipHeight());
  }

  /** Satoshis of the confirmed coins of an address. */
  balance(address: string): Promise<bigint | Refusal> {
    return this.#operation(async (operation) =>
      operation.good(
        readBalanceAnswer(await operation.text(`/address/${address}`, SMALL_JSON.characters)),
        'address JSON',
      ),
    );
  }

  /** The hash of the block at a height; undefined when the server has none. */
  blockHash(height: number): Promise<string | undefined | Refusal> {
    return this.#operation((operation) => operation.hashAt(height));
  }

  /** Transactions of an address, the newest first, as many pages as a scan may take.
   *  @param from where an earlier scan ended. */
  scan(address: string, from?: string, mostPages = SCAN_PAGES): Promise<AddressScan | Refusal> {
    return this.#operation(async (operation) => {
      const transactions: EsploraTransaction[] = [];
      const seen = new Set<string>();
      let last = from;
      for (let page = 0; page < mostPages; page++) {
        const path = `/address/${address}/txs${last === undefined ? '' : `/chain/${last}`}`;
        const text = await operation.text(path, PAGE_JSON.characters);
        const found = operation.good(readPageAnswer(text, this.network), 'address JSON');
        const fresh = found.filter(({ id }) => !seen.has(id));
        for (const { id } of fresh) seen.add(id);
        transactions.push(...fresh);
        const confirmed = found.filter(({ block }) => block !== undefined);
        if (confirmed.length < PAGE_TRANSACTIONS) return { transactions, next: undefined };
        if (fresh.length === 0) throw operation.fail('busy', `bad address JSON from ${this.shown}: it repeats a page`);
        last = confirmed.at(-1)?.id;
      }
      return { transactions, next: last };
    });
  }
}
