/** The node's bridge: what routes, the watcher and the attester ask of it.
 *
 *  It joins the state, the foreign chains and this node's key. Without a bridge in the genesis file everything is refused with a sentence. */

import { QUANTA, XRGE } from '../../base/amounts.js';
import { ENVELOPE_JSON } from '../../base/limits.js';
import type { Clock, Log, Random } from '../../base/ports.js';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import type { AssignedDeposits } from '../../bridge/depositPool.js';
import type { ForeignChains } from '../../bridge/port.js';
import type { BridgeRules } from '../../chain/bridgeRules.js';
import type { Transaction } from '../../chain/transaction.js';
import type { ChainRules } from '../../consensus/production.js';
import { type AccountId, accountOfKey } from '../../crypto/address.js';
import { parseObject } from '../../intake/signedEnvelope.js';
import type { VerifierPort } from '../../intake/verifier.js';
import type { BlockContext } from '../../ledger/blockContext.js';
import { noBridge } from '../../ledger/bridge.js';
import { accountOf } from '../../ledger/funds.js';
import { bridgeWithdraw, type WithdrawFields } from '../../ledger/kinds/bridgeWithdraw.js';
import { shownSymbol } from '../../ledger/tokens.js';
import type { PeerNetwork } from '../../network/peerNetwork.js';
import type { StateView } from '../../state/state.js';
import type { ChainStore } from '../../store/chainStore.js';
import type { Inclusions } from '../inclusions.js';
import type { Accepted } from '../requests.js';
import { Claims } from './claims.js';
import { Endings } from './endings.js';
import { Newcomers } from './newcomers.js';
import { isSecret, OperatorAccess } from './operatorAccess.js';
import { OwnTransactions } from './ownTransactions.js';
import { Reserves } from './reserves.js';
import { readWithdraw, type WithdrawRoute } from './withdrawBody.js';

/** What an operator configures of the routes. */
export interface BridgeOptions {
  readonly relayerSecret: string | undefined;
  readonly adminKey: string | undefined;
  /** Whose signed bodies count as the operator's, beside this node's own key. */
  readonly operators: readonly AccountId[];
  readonly withdrawPaused: boolean;
  /** Base units, whole XRGE of XRGE; 0 for no cap. */
  readonly maxWithdrawUnits: bigint;
}

export const NO_BRIDGE_OPTIONS: BridgeOptions = {
  ...{ relayerSecret: undefined, adminKey: undefined, operators: [] },
  ...{ withdrawPaused: false, maxWithdrawUnits: 0n },
};

/** The foreign side; absent where the network has no bridge. */
export interface BridgePorts {
  readonly chains: ForeignChains;
  /** Deposit addresses of Bitcoin; undefined where that bridge is off. */
  readonly addresses: AssignedDeposits | undefined;
}

export interface BridgeDeskParts {
  readonly rules: ChainRules;
  /** ML-DSA-65 public key of this node. */
  readonly publicKey: Uint8Array;
  readonly options: BridgeOptions;
  readonly ports: BridgePorts | undefined;
  readonly verifier: VerifierPort;
  readonly random: Random;
  readonly clock: Clock;
  readonly log: Log;
}

/** The node to which the desk belongs. */
export interface BridgedNode {
  readonly state: StateView;
  /** Milliseconds since the epoch, by the chain's clock. */
  readonly now: number;
  readonly inclusions: Pick<Inclusions, 'wait'>;
  readonly network: Pick<PeerNetwork, 'urlOf'> | undefined;
  readonly chain: Pick<ChainStore, 'publicKeys'>;
  nextBlock(): BlockContext;
  submit(operation: string, bytes: Uint8Array, source?: string): Promise<Accepted | Refusal>;
}

export class BridgeDesk {
  readonly own: OwnTransactions;
  readonly claims: Claims;
  readonly endings: Endings;
  readonly access: OperatorAccess;
  readonly reserves: Reserves;
  readonly #newcomers: Newcomers;

  constructor(
    private readonly node: BridgedNode,
    private readonly parts: BridgeDeskParts,
  ) {
    const { rules, publicKey, options, verifier, clock, log } = parts;
    const { genesis, protocol } = rules;
    const { chains, bridge } = this;
    const { state } = node;
    const now = (): number => node.now;
    const nextBlock = (): BlockContext => node.nextBlock();
    this.own = new OwnTransactions({
      ...{ ...parts, now },
      submit: (operation, bytes) => node.submit(operation, bytes),
      included: (txId) => node.inclusions.wait(txId),
      urlOf: (key) => node.network?.urlOf(key),
    });
    const { own } = this;
    const keyOf = async (account: AccountId): Promise<string | null> =>
      (await node.chain.publicKeys([account]))[0] ?? null;
    this.claims = new Claims({ bridge, chains, state, own, publicKey, keyOf, nextBlock, log });
    this.endings = new Endings({ bridge, chains, state, own, wallTime: () => clock.now(), log });
    this.access = new OperatorAccess({
      ...{ protocol, chainId: genesis.chainId, verifier, now, relayerSecret: options.relayerSecret },
      operators: new Set([accountOfKey(publicKey), ...options.operators]),
    });
    this.reserves = new Reserves(state, chains, clock);
    this.#newcomers = new Newcomers(clock);
  }

  get bridge(): BridgeRules | undefined {
    return this.parts.rules.genesis.bridge;
  }

  /** Undefined where the network has no bridge. */
  get chains(): ForeignChains | undefined {
    return this.bridge && this.parts.ports?.chains;
  }

  get addresses(): AssignedDeposits | undefined {
    return this.bridge && this.parts.ports?.addresses;
  }

  /** Whether a text is the admin key. @returns why not. */
  adminFault(key: string): Refusal | undefined {
    const { adminKey } = this.parts.options;
    if (adminKey === undefined) return refuse('not_authorized', 'Admin key not configured (set QV_ADMIN_KEY)');
    return isSecret(key, adminKey) ? undefined : refuse('not_authorized', 'Invalid admin key');
  }

  /** The deposit address of a recipient. */
  async depositAddress(recipient: string): Promise<string | Refusal> {
    const { addresses } = this;
    if (!addresses) return refuse('not_found', 'BTC bridge is not enabled');
    if (recipient.trim() === '') return refuse('invalid_recipient', 'recipient (RougeChain address) is required');
    const fault = (account: AccountId, left: number): Refusal | undefined =>
      this.#isKnown(account) ? undefined : this.#newcomers.take(left);
    return this.own.notAuthority() ?? addresses.assign(recipient, fault);
  }

  #isKnown(account: AccountId): boolean {
    const { balance, nonce } = accountOf(this.node.state, account);
    return balance > 0n || nonce > 0;
  }

  /** A withdrawal in the body that clients send. @param source as in `RawItem`. */
  async withdraw(route: WithdrawRoute, body: Uint8Array, source: string): Promise<Accepted | Refusal> {
    const members = parseObject(body, 'the request body', ENVELOPE_JSON);
    if (isRefusal(members)) return members;
    const off = this.#withdrawOff(route);
    if (off) return off;
    const read = readWithdraw(members, route, this.parts.rules.protocol);
    if (isRefusal(read)) return read;
    if (read.token === 'QBTC' && !this.chains?.facts.btc)
      return refuse('not_found', 'BTC bridge is not enabled (QV_BRIDGE_BTC_CUSTODY not set)');
    if (read.token !== 'QBTC' && route === 'generic') {
      const noEvm = this.claims.offFault('ETH');
      if (noEvm) return noEvm;
    }
    return this.node.submit(bridgeWithdraw.name, read.envelope, source);
  }

  #withdrawOff(route: WithdrawRoute): Refusal | undefined {
    if (!this.chains) return noBridge();
    return route === 'xrge' ? this.claims.offFault('XRGE') : undefined;
  }

  /** What this node's operator adds to the rules of withdrawals that come to it: a switch, a cap, and no way to the bridge itself.
   *  @returns undefined for every other transaction at once. */
  guard(transaction: Transaction): Promise<Refusal | undefined> | undefined {
    if (transaction.operation !== bridgeWithdraw.name || !this.chains) return undefined;
    return this.#guardWithdraw(this.chains, transaction.fields as WithdrawFields);
  }

  async #guardWithdraw(
    chains: ForeignChains,
    { token, amount, destination }: WithdrawFields,
  ): Promise<Refusal | undefined> {
    const { withdrawPaused, maxWithdrawUnits } = this.parts.options;
    if (withdrawPaused) return refuse('suspended', 'Bridge withdrawals are temporarily paused');
    const cap = token === XRGE ? maxWithdrawUnits * QUANTA : maxWithdrawUnits;
    if (cap > 0n && amount > cap)
      return refuse('rule_violation', `Withdrawal exceeds the per-transaction cap of ${maxWithdrawUnits} units`);
    const { btc } = chains.facts;
    const symbol = shownSymbol(token) as Parameters<ForeignChains['destination']>[0];
    if (symbol === 'qBTC' && !btc) return undefined;
    if (symbol === 'qBTC' && btc && amount < btc.minWithdraw)
      return refuse(
        'invalid_amount',
        `qBTC withdrawal of ${amount} sats is below the minimum of ${btc.minWithdraw} sats (the Bitcoin network fee is deducted from the amount you receive)`,
      );
    const own = await chains.destination(symbol, destination);
    return isRefusal(own) ? own : undefined;
  }
}
