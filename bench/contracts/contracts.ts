/** Bench of blocks full of contract calls: the token of `ops/examples/contracts`, of which every caller gives some to another.
 *
 *  In: nothing; the contract is compiled and the calls are made here, outside the measured time. Out: calls a second that a block's
 *  execution applies, and microseconds of the main thread for each call by stage, through the producer's own code. In the execution
 *  they are of the contract with its host functions, of what it asks of the chain, of its storage, and of the ledger around it
 *  (admission, fee, receipt). Left out: the
 *  network, signatures, and the dry run before a call is taken, which has a thread of its own. */

import { fileURLToPath } from 'node:url';
import { InvariantError, invariant, isRefusal } from '../../engine/base/refusal.js';
import { sha256 } from '../../engine/crypto/sha256.js';
import { deployedAddress } from '../../engine/ledger/contracts.js';
import { InlineMachine } from '../../engine/ledger/inlineMachine.js';
import { nativePrices } from '../../engine/vm/prices.js';
import { buildContract } from '../../ops/contract/build.js';
import { atLeast, type BenchDefinition, type BenchOptions, type Figure, figureOf, median } from '../figures.js';
import { collectGarbage, threadClock } from '../measure.js';
import { accountKeys, fillState } from '../network.js';
import { type BlockTimes, runBlock, stages } from '../pipeline/block.js';
import { type BenchChain, openChain } from '../pipeline/chain.js';
import { bytesOf, CHAIN_ID, envelope, givenVerdict, NOW, verifyAll, type Wallet, wallets } from '../transfers.js';
import { type Spent, WatchedMachine } from './watchedMachine.js';

const TOKEN = fileURLToPath(new URL('../../../ops/examples/contracts/token.ts', import.meta.url));

const CALLS = 4_096;
const QUICK_CALLS = 64;
const ACCOUNTS = 100_000;
const QUICK_ACCOUNTS = 1_000;
/** Blocks of each of the two ways of measuring. */
const ROUNDS = 7;
/** Blocks of all callers before the first that counts. */
const WARM_UP_BLOCKS = 3;
/** A transfer of the token uses some 122,000. */
const GAS_LIMIT = 200_000;
/** The promise: calls a second of a block's execution. */
const LEAST_RATE = 10_000;
const SUPPLY = 2 ** 40;

/** One block of the bench. */
interface Round {
  readonly times: BlockTimes;
  readonly spent: Spent;
}

/** A chain with the token, and callers who give each other some. */
class Calls {
  #blocks = 0;
  #serial = 0;

  private constructor(
    private readonly chain: BenchChain,
    private readonly machine: WatchedMachine,
    private readonly callers: readonly Wallet[],
    private readonly contract: string,
  ) {}

  /** Deploys the token, and doubles its holders with each block until every caller is one. */
  static async open(chain: BenchChain, machine: WatchedMachine, callers: readonly Wallet[]): Promise<Calls> {
    const wasm = await tokenCode();
    const [owner] = callers;
    invariant(owner, 'there are callers');
    const nonce = 'the deploy of the bench';
    const calls = new Calls(chain, machine, callers, deployedAddress(owner.keyHex, nonce, sha256(wasm)));
    await calls.#block([owner], 'contract_deploy', () => ({ wasm: Buffer.from(wasm).toString('base64'), nonce }));
    const supply = { name: 'Bench', symbol: 'BENCH', decimals: 0, supply: String(SUPPLY) };
    await calls.#call([owner], 'init', () => supply);
    for (let holders = 1; holders < callers.length; holders *= 2) {
      const givers = callers.slice(0, Math.min(holders, callers.length - holders));
      await calls.#give(givers, (index) => index + holders, Math.floor(SUPPLY / (2 * holders)));
    }
    return calls;
  }

  /** A block in which every caller gives one unit to another. @param watchesScene as the machine has it. */
  async round(watchesScene: boolean): Promise<Round> {
    const { callers, machine } = this;
    const step = 1 + (this.#blocks % (callers.length - 1));
    machine.watchesScene = watchesScene;
    return this.#give(callers, (index) => (index + step) % callers.length, 1);
  }

  #give(givers: readonly Wallet[], to: (index: number) => number, amount: number): Promise<Round> {
    return this.#call(givers, 'transfer', (index) => {
      const recipient = this.callers[to(index)];
      invariant(recipient, 'a call names a caller');
      return { to: recipient.address, amount: String(amount) };
    });
  }

  #call(signers: readonly Wallet[], method: string, args: (index: number) => object): Promise<Round> {
    const { contract: contractAddr } = this;
    return this.#block(signers, 'contract_call', (index) => ({
      ...{ contractAddr, method, gasLimit: GAS_LIMIT },
      args: args(index),
    }));
  }

  /** @param members of the payload of each signer, by their place. */
  async #block(signers: readonly Wallet[], operation: string, members: (index: number) => object): Promise<Round> {
    const requests = signers.map((signer, index) => {
      const serial = this.#serial++;
      const payload = {
        nonce: Buffer.from(bytesOf(`nonce of call ${serial}`, 16)).toString('hex'),
        ...members(index),
        ...{ type: operation, chain_id: CHAIN_ID, from: signer.keyHex, timestamp: NOW - (serial % 60_000) },
      };
      return envelope(signer, JSON.stringify(payload), serial);
    });
    const { items } = verifyAll(requests, operation);
    await collectGarbage();
    this.machine.read();
    const times = await runBlock(this.chain, items, this.#blocks++);
    return { times, spent: this.machine.read() };
  }
}

/** @throws InvariantError when the example does not compile. */
async function tokenCode(): Promise<Uint8Array> {
  const built = await buildContract(TOKEN, nativePrices);
  if (isRefusal(built)) throw new InvariantError(built.message);
  return built.wasm;
}

/** @param plain rounds of which only executions were timed. @param watched rounds of which the scene was timed too. */
function figures(plain: readonly Round[], watched: readonly Round[], count: number): Figure[] {
  const each = (name: string, rounds: readonly Round[], milliseconds: (round: Round) => number): Figure =>
    figureOf(
      name,
      rounds.map((round) => (milliseconds(round) * 1_000) / count),
      'us',
    );
  const executed = ({ times }: Round): number => times.stages.execution.thread;
  const whole = ({ times }: Round): number => stages.reduce((sum, stage) => sum + times.stages[stage].thread, 0);
  // Calls are too short for the clock of the thread: their parts are shares of the execution's own time.
  const share = (round: Round, wall: number): number => (executed(round) * wall) / round.times.stages.execution.wall;
  const inMachine = (round: Round): number => share(round, round.spent.machine);
  const inScene = median(watched.map((round) => share(round, round.spent.scene + round.spent.storage)));
  const rate = (milliseconds: (round: Round) => number): number[] =>
    plain.map((round) => (count * 1_000) / milliseconds(round));
  return [
    atLeast(figureOf('calls a second, applied', rate(executed), '/s'), LEAST_RATE),
    figureOf('calls a second, from the mempool to the durable block', rate(whole), '/s'),
    each('execution: the contract and its host functions', plain, (round) => inMachine(round) - inScene),
    each('execution: scene without storage', watched, (round) => share(round, round.spent.scene)),
    each('execution: storage', watched, (round) => share(round, round.spent.storage)),
    each('execution: ledger', plain, (round) => executed(round) - inMachine(round)),
    ...stages
      .filter((stage) => stage !== 'execution')
      .map((stage) => each(stage, plain, ({ times }) => times.stages[stage].thread)),
    each(`total by ${threadClock.name}`, plain, whole),
    each('total by the wall clock', plain, ({ times }) =>
      stages.reduce((sum, stage) => sum + times.stages[stage].wall, 0),
    ),
    figureOf(
      'million gas a second, executions alone',
      plain.map((round) => round.spent.gas / 1_000 / inMachine(round)),
      '/s',
    ),
  ];
}

async function measure({ quick }: BenchOptions): Promise<Figure[]> {
  const count = quick ? QUICK_CALLS : CALLS;
  const callers = wallets(count);
  const machine = new WatchedMachine(new InlineMachine(nativePrices, givenVerdict));
  const chain = await openChain(
    count,
    (state, rules) => fillState(state, rules, accountKeys(callers, quick ? QUICK_ACCOUNTS : ACCOUNTS)),
    machine,
  );
  try {
    const calls = await Calls.open(chain, machine, callers);
    for (let block = 0; block < (quick ? 1 : WARM_UP_BLOCKS); block++) await calls.round(block % 2 === 1);
    const plain: Round[] = [];
    const watched: Round[] = [];
    for (let round = 0; round < (quick ? 1 : ROUNDS); round++) {
      plain.push(await calls.round(false));
      watched.push(await calls.round(true));
    }
    invariant(
      [...plain, ...watched].every(({ spent }) => spent.runs === count),
      'every call was executed once',
    );
    return figures(plain, watched, count);
  } finally {
    await chain.close();
  }
}

export const contractsBench: BenchDefinition = {
  name: 'contracts',
  about: 'blocks full of calls of a token contract: calls a second, microseconds of main thread by stage',
  run: measure,
};
