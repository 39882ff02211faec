/** Requests of the bridge for tests: deposits that authorities state, withdrawals, and how they end. */

import { createHash } from 'node:crypto';
import type { JsonValue } from '../../engine/base/json.js';
import { type Actor, item, number, type Order } from './transactions.js';

type Common = Omit<Order, 'operation' | 'members'>;
export type BridgeMembers = Readonly<Record<string, JsonValue>>;

const digits = (name: string): string => createHash('sha256').update(name).digest('hex');

/** Hash of a transaction or block of the EVM. */
export const evmHash = (name: string): string => `0x${digits(name)}`;
/** Id of a transaction or block of Bitcoin. */
export const btcHash = (name: string): string => digits(name);

export const EVM_ADDRESS = '0x52908400098527886e0f7030069857d2e4169ee7';
/** Of regtest. */
export const BTC_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

/** A genesis file's member with these keys. */
export const bridgeMember = (authorities: readonly Actor[], more: Readonly<Record<string, unknown>> = {}) => {
  const { threshold = 1, ...rest } = more;
  return { authority: { keys: authorities.map(({ keyHex }) => keyHex), threshold }, btc_network: 'regtest', ...rest };
};

/** @param name of the deposit: others have other hashes. */
export function depositMembers(token: string, name: string, recipient: Actor, units: bigint): BridgeMembers {
  const isBitcoin = token === 'qBTC';
  const key = isBitcoin ? `btc:${btcHash(name)}` : `${token === 'XRGE' ? 'xrge:' : ''}${evmHash(name)}`;
  return {
    ...{ claimKey: key, tokenSymbol: token, amountUnits: String(units), recipient: recipient.address },
    ...{ blockHash: isBitcoin ? btcHash(`block of ${name}`) : evmHash(`block of ${name}`), height: number(70) },
    position: number(3),
    ...(isBitcoin ? {} : { sender: EVM_ADDRESS }),
  };
}

export const mintOrder = (common: Common, members: BridgeMembers): Order => ({
  ...common,
  operation: 'bridge_mint',
  members,
});

export const attestOrder = (common: Common, members: BridgeMembers): Order => ({
  ...common,
  operation: 'bridge_attest',
  members,
});

/** @param amount as the payload has it. */
export const withdrawOrder = (
  common: Common,
  token: string,
  amount: JsonValue,
  evmAddress = token === 'qBTC' ? BTC_ADDRESS : EVM_ADDRESS,
): Order => ({
  ...common,
  operation: 'bridge_withdraw',
  members: { amount, evmAddress, fee: number('0.1'), tokenSymbol: token },
});

export const failOrder = (common: Common, withdrawal: string, error = 'the relayer has no gas'): Order => ({
  ...common,
  operation: 'bridge_fail',
  members: { withdrawal, error },
});

export const fulfilOrder = (common: Common, withdrawal: string, members: BridgeMembers): Order => ({
  ...common,
  operation: 'bridge_fulfil',
  members: { withdrawal, ...members },
});

export const refundOrder = (common: Common, withdrawal: string): Order => ({
  ...common,
  operation: 'bridge_refund',
  members: { withdrawal },
});

/** One order of each kind and shape. */
export function bridgeSamples(signer: Actor, recipient: Actor, timestamp: number): Readonly<Record<string, Order[]>> {
  const common = { signer, timestamp };
  const deposits = ['qETH', 'qUSDC', 'qBTC', 'XRGE'].map((token) => depositMembers(token, token, recipient, 7n));
  const [first] = deposits as [BridgeMembers];
  const id = btcHash('a withdrawal');
  return {
    bridge_mint: [
      ...deposits,
      { ...first, recipient: recipient.keyHex, proof: `0x${'ab'.repeat(65)}` },
      { ...(deposits[2] as BridgeMembers), claimKey: `btcaddr:${btcHash('x')}:0` },
    ].map((members) => mintOrder(common, members)),
    bridge_attest: deposits.map((members) => attestOrder(common, members)),
    bridge_withdraw: [
      withdrawOrder(common, 'qETH', number(1)),
      withdrawOrder(common, 'qBTC', number(2_000)),
      withdrawOrder(common, 'XRGE', number('0.000000001')),
    ],
    bridge_fail: [failOrder(common, id), failOrder(common, `xrge:${id}`, 'ä')],
    bridge_fulfil: [
      fulfilOrder(common, id, { payoutTx: evmHash('paid'), positions: '0,3,17' }),
      fulfilOrder(common, id, { payoutTx: btcHash('paid'), positions: '0', paid: '1', networkFee: number(0) }),
    ],
    bridge_refund: [refundOrder(common, id)],
  };
}

export const bridgeItem = (order: Order) => item(order);
