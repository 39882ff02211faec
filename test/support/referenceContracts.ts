/** The rules of contracts, by the reference: programs of `scriptedMachine.ts`, executed without touching anything. An execution keeps
 *  a list of what it would do and reads the ledger through that list, entry by entry; a failed one's list is dropped, and what is left
 *  at the end of the call is done to the ledger in its order.
 *
 *  In: an action whose reserve is paid. Out: the action, performed on the maps, or why it failed, with nothing changed; and what its
 *  receipt must say. */

import { createHash } from 'node:crypto';
import { XRGE } from '../../engine/base/amounts.js';
import { type AccountId, accountOfName, addressOf, burnAccount, treasuryAccount } from '../../engine/crypto/address.js';
import {
  contractAccounts,
  contractCode,
  contractStorage,
  contracts,
  storageSizes,
} from '../../engine/ledger/contractTables.js';
import type { State } from '../../engine/state/state.js';
import { type ContractAction, deed, line, type Moment, type Verdict } from './referenceActions.js';
import { type Effect, EffectWorld } from './referenceEffects.js';
import type { ReferenceFunds } from './referenceFunds.js';
import type { ReferenceNfts } from './referenceNfts.js';
import type { ReferenceTokens } from './referenceTokens.js';
import { moduleOf, type Program, START_FUEL, STEP_FUEL, type Step } from './scriptedMachine.js';

const MOST_DEPTH = 8;
/** Fuel that a call pays for at least. */
export const LEAST_FUEL = 1_000;
/** Bytes that a transaction's log may have, and its events; each line and each event counts 64 at least. */
const MOST_TOLD = 65_536;
const LEAST_TOLD = 64;

interface ContractFacts {
  readonly number: number;
  readonly deployer: AccountId;
  readonly program: Program;
  readonly created: Moment;
  readonly code: Uint8Array;
}

interface Asked {
  readonly address: string;
  readonly method: string;
  readonly caller: string;
  readonly fuel: number;
  readonly depth: number;
}

/** What the receipt of a call says. */
export interface Told {
  gasUsed: number;
  returned: string | undefined;
  logs: string[];
  events: string[];
  calls: (readonly [contract: string, method: string, gasUsed: number, error: string | undefined])[];
}

/** One execution under way. */
interface Run extends Asked {
  readonly account: AccountId;
  /** What was done before it, then what it does itself. */
  readonly effects: Effect[];
  readonly told: Told;
  readonly queue: { readonly address: string; readonly method: string; readonly gas: bigint }[];
}

const sha = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

export class ReferenceContracts {
  readonly deployed = new Map<string, ContractFacts>();
  readonly world: EffectWorld;
  /** Of the latest call. */
  #spent = { log: 0, events: 0, isCut: false };
  told: Told = { gasUsed: 0, returned: undefined, logs: [], events: [], calls: [] };

  constructor(
    private readonly funds: ReferenceFunds,
    private readonly tokens: ReferenceTokens,
    private readonly nfts: ReferenceNfts,
    /** In hex. */
    private readonly publicKeys: ReadonlyMap<AccountId, string>,
  ) {
    this.world = new EffectWorld(funds, nfts);
  }

  addressFor(signer: AccountId, nonce: string, program: Program): string {
    const from = this.publicKeys.get(signer) ?? '';
    return sha('rougechain/contract/v2', from, '\0', nonce, '\0', sha(moduleOf(program)))
      .toString('hex')
      .slice(0, 40);
  }

  /** Addresses, oldest first. */
  get addresses(): readonly string[] {
    return [...this.deployed.keys()];
  }

  addressOf(account: AccountId): string | undefined {
    return this.addresses.find((address) => accountOfName(address) === account);
  }

  run(action: ContractAction, signer: AccountId, nonce: string, moment: Moment): Verdict {
    this.told = { gasUsed: 0, returned: undefined, logs: [], events: [], calls: [] };
    this.#spent = { log: 0, events: 0, isCut: false };
    if (action.kind === 'contract_call') return this.#call(action, signer, moment);
    const address = this.addressFor(signer, nonce, action.program);
    if (this.deployed.has(address)) return 'address taken';
    const number = this.deployed.size + 1;
    this.deployed.set(address, {
      number,
      deployer: signer,
      program: action.program,
      created: moment,
      code: moduleOf(action.program),
    });
    return deed([accountOfName(address)]);
  }

  #call(action: Extract<ContractAction, { kind: 'contract_call' }>, signer: AccountId, moment: Moment): Verdict {
    const { contract, method, gasLimit, attach } = action;
    const account = accountOfName(contract);
    if (!this.deployed.has(contract)) return this.#notRun('no such contract');
    const effects: Effect[] = [];
    if (attach) {
      const token = attach.symbol.toUpperCase();
      if (this.funds.balance(signer, token) < attach.amount) return this.#notRun('payment');
      if (this.tokens.isFrozen(token)) return this.#notRun('frozen');
      effects.push({ does: 'pay', from: signer, to: account, token, amount: attach.amount });
    }
    const caller = this.publicKeys.get(signer) ?? '';
    const acted: AccountId[] = [];
    const error = this.#execute(
      { address: contract, method, caller, fuel: gasLimit, depth: 0 },
      effects,
      gasLimit,
      acted,
    );
    if (error !== undefined) {
      const reason = error.split(' ').slice(0, 2).join(' ');
      return this.told.gasUsed === 0 ? this.#notRun(reason) : reason;
    }
    for (const effect of effects) this.world.perform(effect, moment);
    const gets = effects.flatMap((effect) => ('to' in effect ? [effect.to] : []));
    const subjects = effects.flatMap((effect) =>
      effect.does === 'pay'
        ? effect.token === XRGE
          ? []
          : [`token:${effect.token}`]
        : 'id' in effect
          ? [`collection:${effect.id}`]
          : [],
    );
    const emitters = this.told.events.map((event) => `contract:${event.split(' ', 1)[0]}`);
    return deed([...acted, ...gets], ...subjects, ...emitters);
  }

  /** The contract was not run: the call pays for the least fuel of one. */
  #notRun(reason: string): string {
    this.told = { gasUsed: LEAST_FUEL, returned: undefined, logs: [], events: [], calls: [] };
    return reason;
  }

  /** @param effects of everything before; gets those of this execution and its sub-calls when it succeeds. */
  #execute(asked: Asked, effects: Effect[], limit: number, acted: AccountId[]): string | undefined {
    const { told } = this;
    const contract = this.deployed.get(asked.address);
    if (asked.depth >= MOST_DEPTH) return 'Max call depth 8 exceeded';
    if (!contract) return `Contract not found: ${asked.address}`;
    if (asked.fuel === 0) return 'Out of gas (limit: 0, used: 0)';
    const steps = contract.program[asked.method];
    if (!steps) return `Execution error: Method '${asked.method}' not found`;
    const before = { returned: told.returned, events: told.events.length };
    const run: Run = { ...asked, account: accountOfName(asked.address), effects: [...effects], told, queue: [] };
    told.returned = undefined;
    const end = this.#steps(run, steps);
    told.gasUsed += end.used;
    if (end.error !== undefined) {
      told.returned = before.returned;
      told.events.length = before.events;
      return end.error;
    }
    const { returned } = told;
    acted.push(run.account);
    effects.push(...run.effects.slice(effects.length));
    for (const queued of run.queue) this.#sub(asked, queued, effects, limit, acted);
    told.returned = returned;
    return undefined;
  }

  #sub(caller: Asked, queued: Run['queue'][number], effects: Effect[], limit: number, acted: AccountId[]): void {
    const { told } = this;
    const left = limit - told.gasUsed;
    const wanted = queued.gas > 0n ? queued.gas : BigInt(caller.fuel >> 1);
    const fuel = wanted > BigInt(left) ? left : Number(wanted);
    const place = told.calls.push([queued.address, queued.method, 0, undefined]) - 1;
    const used = told.gasUsed;
    const { address, method } = queued;
    const asked = { address, method, caller: caller.address, fuel, depth: caller.depth + 1 };
    const sum = (): number => told.calls.slice(place + 1).reduce((all, [, , gas]) => all + gas, 0);
    const error = this.#execute(asked, effects, limit, acted);
    told.calls[place] = [address, method, told.gasUsed - used - sum(), error];
  }

  #steps(run: Run, steps: readonly Step[]): { readonly used: number; readonly error: string | undefined } {
    let used = 0;
    const prices = [START_FUEL, ...steps.map((step) => (step[0] === 'use' ? step[1] : STEP_FUEL))];
    for (const [index, price] of prices.entries()) {
      if (used + price > run.fuel) return { used, error: `Out of gas (limit: ${run.fuel}, used: ${used})` };
      used += price;
      const step = steps[index - 1];
      if (!step) continue;
      if (step[0] === 'trap') return { used, error: `Execution error: ${step[1]}` };
      if (step[0] === 'emit' && !this.#tells(step[1], step[2]))
        return { used, error: `Execution error: the events of a call have more than ${MOST_TOLD} bytes` };
      const answer = this.#step(run, step);
      if (answer !== undefined) this.#log(`${step[0]} ${answer}`);
    }
    return { used, error: undefined };
  }

  #log(line: string): void {
    const bytes = Math.max(LEAST_TOLD, Buffer.byteLength(line));
    const spent = this.#spent;
    if (spent.log + bytes <= MOST_TOLD) {
      spent.log += bytes;
      this.told.logs.push(line);
    } else if (!spent.isCut) {
      spent.isCut = true;
      this.told.logs.push(`[lines are left out: the log of a call has at most ${MOST_TOLD} bytes]`);
    }
  }

  /** Whether there is room for an event. */
  #tells(topic: string, data: string): boolean {
    const bytes = Math.max(LEAST_TOLD, Buffer.byteLength(topic) + Buffer.byteLength(data));
    if (this.#spent.events + bytes > MOST_TOLD) return false;
    this.#spent.events += bytes;
    return true;
  }

  /** @returns what the step writes into the log. */
  #step(run: Run, step: Step): string | undefined {
    const text = (at: number): string =>
      String(step[at])
        .replace('$caller', run.caller)
        .replace('$self', run.address)
        .replace('$start', run.address.slice(0, 16));
    const who = (at: number): AccountId | undefined => this.#named(text(at));
    const at = (key: number): string => `${run.address}/${text(key)}`;
    switch (step[0]) {
      case 'write':
      case 'delete':
        run.effects.push({ does: 'store', at: at(1), value: step[0] === 'write' ? (step[2] ?? '') : undefined });
        return undefined;
      case 'read': {
        const value = this.world.stored(run.effects, at(1));
        return value === undefined ? 'none' : Buffer.from(value).toString('hex');
      }
      case 'emit':
        run.told.events.push(`${run.address} ${step[1]} ${step[2]}`);
        return undefined;
      case 'return':
        run.told.returned = step[1];
        return undefined;
      case 'balance':
        return JSON.stringify(String(this.world.balance(run.effects, who(1), XRGE)));
      case 'tokens':
        return JSON.stringify(String(this.world.balance(run.effects, who(2), text(1))));
      case 'pay':
        return String(this.#pay(run, who(1), XRGE, BigInt(text(2))) === 'done');
      case 'payTokens': {
        const [symbol, to, amount] = [text(1), who(2), BigInt(text(3))];
        const refused = symbol === XRGE || amount === 0n || this.tokens.isFrozen(symbol) || !this.#takes(to);
        return JSON.stringify(refused ? 'invalid' : this.#pay(run, to, symbol, amount));
      }
      case 'call': {
        const address = text(1).toLowerCase();
        return String(run.queue.push({ address, method: text(2), gas: BigInt(text(4)) }) - 1);
      }
      default:
        return this.#nftStep(run, step, text, who);
    }
  }

  #nftStep(
    run: Run,
    step: Step,
    text: (at: number) => string,
    who: (at: number) => AccountId | undefined,
  ): string | undefined {
    const [id, number] = [text(1), Number(step[2])];
    const owner = this.world.owner(run.effects, id, number);
    switch (step[0]) {
      case 'owner':
        return owner === undefined ? 'none' : JSON.stringify(this.addressOf(owner) ?? addressOf(owner));
      case 'handOn': {
        const to = who(3);
        if (owner === undefined || to === undefined || to === burnAccount || !this.#takes(to)) return '"not_found"';
        if (owner !== run.account) return '"not_owned"';
        if (this.nfts.tokens.get(`${id}/${number}`)?.locked) return '"not_found"';
        run.effects.push({ does: 'hand', id, token: number, to });
        return '"done"';
      }
      case 'collect': {
        const made = `col:${run.address.slice(0, 16)}:${id}`;
        if (this.world.creator(run.effects, made) !== undefined) return '"exists"';
        run.effects.push({
          does: 'collect',
          id: made,
          symbol: id,
          name: text(2),
          most: Number(text(3)),
          by: run.account,
        });
        return JSON.stringify({ id: made });
      }
      case 'mint': {
        const to = who(2);
        if (to === undefined || to === burnAccount || !this.#takes(to) || text(3) === '') return '"invalid"';
        const creator = this.world.creator(run.effects, id);
        if (creator === undefined) return '"missing"';
        if (creator !== run.account) return '"not_creator"';
        const { minted, most } = this.world.minted(run.effects, id);
        if (most !== 0 && minted >= most) return '"max_reached"';
        run.effects.push({ does: 'mint', id, token: minted + 1, to, name: text(3), texts: text(4), by: run.account });
        return JSON.stringify({ id: minted + 1 });
      }
      default:
        return undefined;
    }
  }

  /** The account that a text names. */
  #named(text: string): AccountId | undefined {
    if (/^[0-9a-fA-F]{40}$/.test(text)) {
      const address = text.toLowerCase();
      return this.deployed.has(address) ? accountOfName(address) : undefined;
    }
    const known = [...this.publicKeys].find(([account, key]) => key === text || addressOf(account) === text)?.[0];
    return known ?? [burnAccount, treasuryAccount].find((account) => addressOf(account) === text);
  }

  /** Whether a contract may send it something. */
  #takes(account: AccountId | undefined): boolean {
    return account !== undefined && account !== treasuryAccount;
  }

  #pay(run: Run, to: AccountId | undefined, token: string, amount: bigint): 'done' | 'insufficient' {
    if (to === undefined || !this.#takes(to) || amount < 0n) return 'insufficient';
    if (this.world.balance(run.effects, run.account, token) < amount) return 'insufficient';
    if (to !== run.account && amount > 0n) run.effects.push({ does: 'pay', from: run.account, to, token, amount });
    return 'done';
  }

  records(out: Map<string, string>): void {
    const sizes = new Map<string, { records: number; bytes: number }>();
    for (const [at, value] of this.world.storage) {
      const [address = '', key = ''] = at.split('/');
      const size = sizes.get(address) ?? { records: 0, bytes: 0 };
      sizes.set(address, { records: size.records + 1, bytes: size.bytes + key.length + value.length });
      out.set(`${contractStorage.name}/${address}/${key}`, value);
    }
    for (const [address, { records, bytes }] of sizes) out.set(`${storageSizes.name}/${address}`, line(records, bytes));
    for (const [address, { number, deployer, created, code }] of this.deployed) {
      const hash = sha(code).toString('hex');
      out.set(`${contracts.name}/${address}`, line(number, deployer, hash, code.length, created.height, created.time));
      out.set(`${contractAccounts.name}/${accountOfName(address)}`, address);
      out.set(`${contractCode.name}/${hash}`, Buffer.from(code).toString());
    }
  }
}

const hex = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

export function contractRecordsOf(state: State, out: Map<string, string>): void {
  for (const [key, value] of state.entries(contractStorage))
    out.set(`${contractStorage.name}/${hex(key.slice(0, 20))}/${key.slice(20)}`, Buffer.from(value).toString());
  for (const [key, { records, bytes }] of state.entries(storageSizes))
    out.set(`${storageSizes.name}/${hex(key)}`, line(records, bytes));
  for (const [key, { number, deployer, codeHash, codeBytes, createdHeight, createdAt }] of state.entries(contracts))
    out.set(
      `${contracts.name}/${hex(key)}`,
      line(number, deployer, hex(codeHash), codeBytes, createdHeight, createdAt),
    );
  for (const [account, key] of state.entries(contractAccounts))
    out.set(`${contractAccounts.name}/${account}`, hex(key));
  for (const [codeHash, code] of state.entries(contractCode))
    out.set(`${contractCode.name}/${hex(codeHash)}`, Buffer.from(code).toString());
}
