/** The desk of the services over a database in memory and balances that a test says: community votes without a node.
 *
 *  Signatures are those of `keyedBackend`, of the real sizes and made in microseconds. */

import { randomUUID } from 'node:crypto';
import { readU64, toHex, utf8, utf8Text } from '../../engine/base/bytes.js';
import { canonicalJson, JsonNumber, type JsonValue } from '../../engine/base/json.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { ACCOUNT_BYTES, type AccountId, accountBytes, accountOfKey, addressOf } from '../../engine/crypto/address.js';
import type { KeyPair } from '../../engine/crypto/mldsa.js';
import { sha256 } from '../../engine/crypto/sha256.js';
import { accounts, ledgerTables } from '../../engine/ledger/tables.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { ServiceDesk } from '../../engine/services/desk.js';
import type { FinalTransfer, Forward } from '../../engine/services/host.js';
import { keyOf } from '../../engine/services/keys.js';
import { serviceKindOf } from '../../engine/services/kinds/index.js';
import { authorKeys, logEntries, recordPayloads } from '../../engine/services/record.js';
import { metaOf } from '../../engine/services/records.js';
import { DurableScene } from '../../engine/services/scene.js';
import type { LogPlace } from '../../engine/services/serviceKind.js';
import { type ReadRequest, readRecord } from '../../engine/services/serviceRequest.js';
import { STANDARD_VOTE_RULES, type VoteRules, voteRules } from '../../engine/services/voteRules.js';
import type { PackedCopy } from '../../engine/state/packedCopy.js';
import { State } from '../../engine/state/state.js';
import { LogBook } from './engineNode.js';
import { keyedBackend } from './keyedBackend.js';
import { type MemoryStore, openMemoryStore } from './memoryStore.js';

export const CHAIN = 'rouged-votes-1';

export interface Wallet extends KeyPair {
  readonly account: AccountId;
  readonly address: string;
  readonly keyHex: string;
}

export function wallet(name: string): Wallet {
  const keys = keyedBackend.keygen(sha256(utf8(name)));
  const account = accountOfKey(keys.publicKey);
  return { ...keys, account, address: addressOf(account), keyHex: toHex(keys.publicKey) };
}

type Members = Readonly<Record<string, JsonValue>>;
// biome-ignore lint/suspicious/noExplicitAny: answers of a test, of any shape
export type Answer = any;

export function copyOf(state: State): PackedCopy | undefined {
  const copying = state.packedCopy(accounts, ACCOUNT_BYTES);
  for (let step = copying?.next(); step; step = copying?.next()) if (step.done) return step.value;
  return undefined;
}

export interface DeskSetting {
  readonly balances: ReadonlyMap<AccountId, bigint>;
  readonly contracts?: readonly AccountId[];
  readonly rules?: Partial<VoteRules>;
  readonly home?: string;
  readonly forward?: Forward;
}

/** A state that has these accounts. */
export function stateOf(balances: ReadonlyMap<AccountId, bigint>): State {
  const state = new State(ledgerTables, nativeProtocol.stateTree);
  for (const [account, balance] of balances)
    state.load(accounts.id, account, accounts.encode({ balance, nonce: 0, activity: 0 }));
  state.finishLoad();
  return state;
}

const readContext = {
  chainId: CHAIN,
  requireChainId: false,
  protocol: nativeProtocol,
  backend: keyedBackend,
  isKind: (name: string) => serviceKindOf(name) !== undefined,
};

/** An entry of the log of a node, as another node gets it. */
interface LoggedRecord {
  readonly request: ReadRequest;
  readonly height: number;
  readonly place: LogPlace;
}

export class VotingDesk {
  now = 1_800_000_000_000;
  height = 7;

  private constructor(
    private readonly store: MemoryStore,
    readonly home: Wallet,
    readonly desk: ServiceDesk,
    /** By id of the transaction. */
    readonly transfers: Map<string, FinalTransfer>,
  ) {}

  static async open(setting: DeskSetting): Promise<VotingDesk> {
    const { balances, contracts = [], rules = {}, forward } = setting;
    const home = wallet(setting.home ?? 'home');
    const state = stateOf(balances);
    const transfers = new Map<string, FinalTransfer>();
    const store = await openMemoryStore();
    const desk = new ServiceDesk({
      store,
      directory: { wallets: () => Promise.resolve([]), walletsOf: () => Promise.resolve([]) },
      read: readContext,
      nodeKey: home.publicKey,
      mostBytes: 1e9,
      log: new LogBook(),
      onEvents: () => undefined,
      voteRules: voteRules({ ...STANDARD_VOTE_RULES, ...rules }),
      ...(forward ? { forward } : {}),
      host: {
        sign: async (message) => keyedBackend.sign(message, home.secretKey),
        balance: async (account) => balances.get(account) ?? 0n,
        balances: async () => ({
          height: 7,
          accounts: copyOf(state),
          contracts: Buffer.concat(contracts.map(accountBytes)),
        }),
        transfer: async (id) => transfers.get(id),
      },
    });
    await desk.open();
    return new VotingDesk(store, home, desk, transfers);
  }

  get moment() {
    return { now: this.now, height: this.height };
  }

  body(signer: Wallet, members: Members): Uint8Array {
    const common = { from: signer.keyHex, timestamp: new JsonNumber(String(this.now)), nonce: randomUUID() };
    const text = canonicalJson(new Map<string, JsonValue>(Object.entries({ ...common, ...members })));
    const signature = toHex(keyedBackend.sign(utf8(text), signer.secretKey));
    return utf8(`{"payload":${text},"signature":"${signature}","public_key":"${signer.keyHex}"}`);
  }

  async take(kind: string, signer: Wallet, members: Members): Promise<Answer | Refusal> {
    const answer = await this.desk.take(kind, this.body(signer, members), this.moment);
    return isRefusal(answer) ? answer : JSON.parse(utf8Text(answer));
  }

  async read(query: string, args: Readonly<Record<string, unknown>> = {}): Promise<Answer | Refusal> {
    const answer = await this.desk.read(query, args, this.moment);
    return isRefusal(answer) ? answer : JSON.parse(utf8Text(answer));
  }

  /** All pieces of a list. */
  async list(query: string, args: Readonly<Record<string, unknown>> = {}): Promise<Answer[]> {
    const items: Answer[] = [];
    let behind: string | null | undefined;
    while (behind !== null) {
      const piece = await this.read(query, { ...args, behind });
      items.push(...piece.items);
      behind = piece.next;
    }
    return items;
  }

  async open(signer: Wallet): Promise<string> {
    const answer = await this.take('regen_proposal', signer, { title: 'Trees', summary: 'Plant some' });
    if (isRefusal(answer)) throw new Error(answer.message);
    return answer.id;
  }

  vote(signer: Wallet, proposalId: string, choice: string): Promise<Answer | Refusal> {
    return this.take('regen_vote', signer, { proposalId, choice });
  }

  /** Everything that this node has taken in. */
  async log(): Promise<readonly LoggedRecord[]> {
    const scene = new DurableScene(this.store);
    const found = await scene.range(logEntries, keyOf(), { limit: 10_000 });
    return Promise.all(
      found.map(async ({ key, value }) => {
        const { id, kind: name, height } = value;
        const [meta, payload] = [await metaOf(scene, id, name), await scene.get(recordPayloads, id)];
        const kind = serviceKindOf(name);
        const publicKey = meta && (await scene.get(authorKeys, accountBytes(meta.author)));
        if (!kind || !payload || !publicKey) throw new Error('an entry of the log has no record');
        const request = readRecord(kind, payload, publicKey, readContext, false);
        if (isRefusal(request)) throw new Error(request.message);
        return { request, height, place: { origin: this.home.account, number: readU64(key, key.length - 8) } };
      }),
    );
  }

  /** Enters what another node has taken in. */
  enter({ request, height, place }: LoggedRecord): Promise<void> {
    return this.desk.turn(async (scene) => {
      await this.desk.book.record(scene, request, height, this.desk.around(this.moment));
      await request.kind.placed?.(scene, request, place);
    });
  }

  /** What `rouged regen recount` reads. */
  async answers(id: string) {
    const shown = { ...(await this.read('regen_proposal', { id })), votes: await this.list('regen_votes', { id }) };
    const snapshot = {
      ...(await this.read('regen_snapshot', { id })),
      weights: await this.list('regen_snapshot_entries', { id }),
    };
    return { shown, snapshot };
  }
}
