/** The clients of a simulated network: they submit through the routes, hold receipts and read.
 *
 *  In: a workload, machines. Out: requests at random times: transactions of every kind, in the forms of every route and in
 *  other spellings, the same bytes again, garbage, reads whose answers are compared with what the node shows. */

import { fromBinary, toHex, utf8, utf8Text } from '../../engine/base/bytes.js';
import { isJsonObject, parseJson } from '../../engine/base/json.js';
import { SIGNED_JSON } from '../../engine/base/limits.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { joinKey } from '../../engine/chain/transaction.js';
import { kindOfTransaction } from '../../engine/ledger/admission.js';
import type { SeededRandom } from '../support/random.js';
import { broadcastOf, envelopeOf, envelopeWithBytes, respelled } from '../support/spellings.js';
import type { Actor } from '../support/transactions.js';
import type { VirtualTime } from '../support/virtualTime.js';
import type { Planned, Workload } from '../support/workload.js';
import type { Checks } from './checks.js';
import type { ApiAnswer, ApiRequest } from './door.js';
import type { Keyring } from './keyring.js';
import type { Machine } from './machine.js';
import type { Receipt } from './receipts.js';
import type { Trace } from './trace.js';

export interface ClientsParts {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly keyring: Keyring;
  readonly workload: Workload;
  readonly machines: readonly Machine[];
  readonly checks: Checks;
  readonly trace: Trace;
  /** What another machine answers is not believed. */
  readonly isHonest: (machine: Machine) => boolean;
  /** Milliseconds between two requests at the beginning, on average. */
  readonly pauseMs: number;
  /** Share of signed texts in another spelling, in percent. */
  readonly spelled: number;
}

/** A signed request and the identity that an accepting node must answer with. */
interface Prepared {
  readonly path: string;
  readonly body: Uint8Array;
  readonly txId: string;
}

/** Refusals that do not say that the transaction was not taken: an earlier copy was, or the node does not know. */
const OPEN: ReadonlySet<string> = new Set(['internal', 'nonce_used', 'unconfirmed']);

/** Statuses for a body that is none: the second when two threads have died over it. */
const NONSENSE = [400, 500] as const;

/** Requests that may be sent again. */
const REMEMBERED = 200;

export class Clients {
  /** What was planned, by identity: the reference ledger plays it when it is in a block. */
  readonly plans = new Map<string, Planned>();
  readonly counts = { sent: 0, accepted: 0, refused: 0, read: 0 };
  /** By code. */
  readonly refusals = new Map<string, number>();
  /** Reasons that nodes have given for transactions which they had taken and which are in no block, by code. */
  readonly fates = new Map<string, number>();
  readonly #sent: Prepared[] = [];
  #isOpen = true;
  /** Milliseconds between two requests, on average. */
  pauseMs: number;

  constructor(private readonly parts: ClientsParts) {
    this.pauseMs = parts.pauseMs;
    parts.checks.receipts.onLeft = (receipt) => this.askFate(receipt);
  }

  /** Begins to send. */
  start(): void {
    const { time, random } = this.parts;
    const next = (): void => {
      if (!this.#isOpen) return;
      this.#act();
      time.set(random.between(1, 2 * this.pauseMs), next);
    };
    time.set(0, next);
  }

  stop(): void {
    this.#isOpen = false;
  }

  #act(): void {
    const { random, machines } = this.parts;
    const machine = random.pick(machines);
    const from = `203.0.113.${random.between(1, 30)}`;
    const kind = random.below(100);
    if (kind < 72) this.#submit(machine, from, this.#prepared());
    else if (kind < 80 && this.#sent.length > 0) this.#submit(machine, from, random.pick(this.#sent));
    else if (kind < 84)
      this.#ask(machine, { method: 'POST', path: '/api/v2/transfer', body: random.bytes(40), from }, NONSENSE);
    else if (kind < 92) this.#readTransaction(machine, from);
    else this.#readBalance(machine, from);
  }

  #submit(machine: Machine, from: string, prepared: Prepared): void {
    const { checks, trace, isHonest } = this.parts;
    const { path, body, txId } = prepared;
    this.#sent.push(prepared);
    if (this.#sent.length > REMEMBERED) this.#sent.shift();
    this.counts.sent++;
    checks.receipts.sent(txId, machine);
    this.#send(machine, { method: 'POST', path, body, from }, ({ status, text }) => {
      if (!isHonest(machine)) return;
      const answer = JSON.parse(text) as { readonly success: boolean; readonly txId?: string; readonly code?: string };
      if (answer.success !== (status === 200)) checks.fail('answer', `${path} answered ${status} with ${text}`);
      if (answer.success) {
        this.counts.accepted++;
        if (answer.txId !== txId) checks.fail('answer', `${path} calls transaction ${txId} ${answer.txId}`);
        checks.receipts.taken(txId, machine, trace.step);
        return;
      }
      this.counts.refused++;
      const { code = '' } = answer;
      this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
      const problem = OPEN.has(code) ? undefined : checks.receipts.refused(txId, code);
      if (problem) checks.fail('receipts', problem);
    });
  }

  /** A new transaction, as a wallet sends it or otherwise. */
  #prepared(): Prepared {
    const { random, workload, time, spelled } = this.parts;
    for (;;) {
      const planned = workload.plan(time.clock.now());
      const { transaction } = planned.item;
      const signer = workload.actors.find(({ account }) => account === transaction.sender);
      const message = joinKey(transaction.text, transaction.keyAt, transaction.publicKey);
      if (!signer || !message) throw new Error('a planned transaction has a signer and a text');
      // The quorum stays with the validators of the genesis file.
      if (planned.intent.action.kind === 'unstake' && workload.validators.includes(signer)) continue;
      const { route } = kindOfTransaction(transaction);
      if (random.chance(spelled)) return this.#respelled(utf8Text(message), signer, transaction.operation, route);
      this.plans.set(toHex(fromBinary(transaction.id)), planned);
      return this.#packed(utf8Text(message), utf8Text(message), signer, transaction.operation, route);
    }
  }

  /** Another text of nearly the same value: the node decides whether it is one. */
  #respelled(text: string, signer: Actor, operation: string, route: string): Prepared {
    const payload = parseJson(text, SIGNED_JSON);
    if (isRefusal(payload) || !isJsonObject(payload)) throw new Error('a planned text is an object');
    const spelling = respelled(payload, signer.keyHex, this.parts.random);
    return this.#packed(spelling.text, spelling.beside, signer, operation, route);
  }

  /** In the form of one of the routes that take it. */
  #packed(text: string, beside: string, signer: Actor, operation: string, route: string): Prepared {
    const { random, keyring, workload } = this.parts;
    const message = utf8(text);
    const signature = toHex(keyring.backend.sign(message, keyring.secretOf(signer), random.bytes(32)));
    const txId = toHex(workload.rules.protocol.transactionId(signer.publicKey, message));
    const signed = { text, keyHex: signer.keyHex, signature };
    const form = random.below(10);
    if (form < 2) return { path: '/api/tx/broadcast', body: broadcastOf(signed, operation), txId };
    if (form < 6 || text !== beside)
      return { path: route, body: envelopeWithBytes(signed, beside, random.chance(20)), txId };
    return { path: route, body: envelopeOf(signed), txId };
  }

  /** What is in a block that a node shows, the node finds. */
  #readTransaction(machine: Machine, from: string): void {
    const { random, checks } = this.parts;
    const receipts = [...checks.receipts.all.values()];
    const receipt = receipts.length > 0 ? random.pick(receipts.slice(-REMEMBERED)) : undefined;
    if (!receipt) return;
    const { txId } = receipt;
    const height = checks.receipts.heightOf(txId);
    const shown = machine.running?.node.chain.tip.height ?? 0;
    this.#ask(
      machine,
      { method: 'GET', path: `/api/tx/${txId}`, from },
      height !== undefined && height <= shown ? this.#kept(machine, height) : undefined,
    );
  }

  /** A pruned machine may have dropped the block, one from a snapshot never had it; both say so. */
  #kept({ running }: Machine, height: number): readonly number[] {
    const chain = running?.node.chain;
    return chain?.mode === 'pruned' || chain?.notKept(height) ? [200, 404, 410] : [200];
  }

  /** A transaction has left the mempool of the machine that took it: that node says why. */
  askFate({ txId, machine }: Receipt): void {
    const request = { method: 'GET', path: `/api/tx/${txId}`, from: '203.0.113.31' } as const;
    this.#send(machine, request, ({ status, text }) => {
      const { code, error } = JSON.parse(text) as { readonly code?: string; readonly error?: string };
      if (status === 200 || status === 503) return;
      if (code === undefined || error?.startsWith('no transaction with this id'))
        this.parts.checks.fail('fate', `${request.path} answered ${status} with ${text} for what had left the mempool`);
      else this.fates.set(code, (this.fates.get(code) ?? 0) + 1);
    });
  }

  #readBalance(machine: Machine, from: string): void {
    const { random, workload } = this.parts;
    const { keyHex, address } = random.pick(workload.actors);
    this.#ask(machine, { method: 'GET', path: `/api/balance/${random.pick([keyHex, address])}`, from }, [200]);
  }

  /** @param expected the right statuses beside 503; undefined when any is. */
  #ask(machine: Machine, request: ApiRequest, expected: readonly number[] | undefined): void {
    this.counts.read++;
    this.#send(machine, request, ({ status, text }) => {
      if (expected && status !== 503 && !expected.includes(status))
        this.parts.checks.fail(
          'answer',
          `${request.path} answered ${status} with ${text}, not ${expected.join(' or ')}`,
        );
    });
  }

  #send(machine: Machine, request: ApiRequest, answered: (answer: ApiAnswer) => void): void {
    const { checks, trace } = this.parts;
    const life = machine.running?.life;
    const sent = machine.ask(request);
    if (!sent) return;
    sent.then(
      (answer) => {
        // What a process that is gone wrote reaches nobody.
        if (machine.running?.life !== life) return;
        trace.note(machine.number, `${request.method} ${request.path} ${answer.status}`, answer.text);
        answered(answer);
      },
      (error: unknown) => checks.thrown(machine, error, request.path),
    );
  }
}
