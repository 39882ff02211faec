/** Metrics of the bridge to other chains. */

import { isRefusal } from '../../../engine/base/refusal.js';
import type { ProviderHealth } from '../../../engine/bridge/port.js';
import { BRIDGED_TOKENS } from '../../../engine/chain/bridgeRules.js';
import type { Reserve } from '../../../engine/head/bridge/reserves.js';
import type { BridgeReading } from '../../bridge/bridgeReading.js';
import {
  type Alert,
  type Chapter,
  chosen,
  lines,
  type NumberMetric,
  rate,
  type Samples,
  type Sources,
} from '../definition.js';

const of =
  (read: (bridge: BridgeReading) => number | undefined) =>
  ({ bridge }: Sources): number | undefined =>
    bridge && read(bridge);

const byProvider =
  (read: (provider: ProviderHealth) => number | undefined) =>
  ({ bridge }: Sources): Samples =>
    bridge?.health?.providers.flatMap((provider) => {
      const value = read(provider);
      return value === undefined ? [] : [[{ chain: provider.chain, provider: provider.provider }, value] as const];
    });

const byToken =
  (read: (reserve: Reserve) => bigint | undefined) =>
  ({ bridge }: Sources): Samples =>
    bridge?.reserves.flatMap((reserve) => {
      const value = read(reserve);
      return value === undefined ? [] : [[{ token: reserve.token }, Number(value)] as const];
    });

const alert = (name: string, expr: string, wait: string, severity: Alert['severity'], summary: string): Alert => ({
  ...{ name, expr, for: wait, severity, summary, runbook: 'bridge' },
});

const claims: readonly NumberMetric[] = [
  {
    name: 'rouged_bridge_claims_total',
    type: 'counter',
    help: 'Claims that this node has verified, by what became of them.',
    labels: ['result'],
    read: ({ bridge }) =>
      bridge && [
        [{ result: 'minted' }, bridge.claims.minted],
        [{ result: 'refused' }, bridge.claims.refused],
      ],
    panels: [
      lines('Claims a second', 'ops', { '{{result}} {{instance}}': rate('rouged_bridge_claims_total', 'result') }),
    ],
  },
  {
    name: 'rouged_bridge_verifying',
    type: 'gauge',
    help: 'Deposits and payouts that are being verified at the providers.',
    read: of(({ chains }) => chains.verifying),
  },
  {
    name: 'rouged_bridge_busy_total',
    type: 'counter',
    help: 'Verifications that were refused because too many were under way.',
    read: of(({ chains }) => chains.refused),
  },
  {
    name: 'rouged_bridge_thread_deaths_total',
    type: 'counter',
    help: 'Ends of the thread that asks the providers; another one takes its place.',
    read: of(({ chains }) => chains.deaths),
  },
];

const withdrawals: readonly NumberMetric[] = [
  {
    name: 'rouged_bridge_open_withdrawals',
    type: 'gauge',
    help: 'Withdrawals that are neither paid out nor refunded.',
    labels: ['token'],
    read: ({ bridge, node }) => {
      if (!bridge) return undefined;
      const counts = new Map<string, number>(BRIDGED_TOKENS.map((token) => [token.toUpperCase(), 0]));
      for (const { withdrawal } of node.indexes.bridge.open)
        counts.set(withdrawal.token, (counts.get(withdrawal.token) ?? 0) + 1);
      return BRIDGED_TOKENS.map((token) => [{ token }, counts.get(token.toUpperCase()) ?? 0] as const);
    },
    panels: [
      lines('Open withdrawals', 'short', { '{{token}} {{instance}}': chosen('rouged_bridge_open_withdrawals') }),
    ],
  },
  {
    name: 'rouged_bridge_oldest_withdrawal_seconds',
    type: 'gauge',
    help: 'Age of the oldest of them; 0 without any.',
    read: of(({ oldestWithdrawalMs = 0 }) => oldestWithdrawalMs / 1_000),
    panels: [
      lines('Age of the oldest withdrawal', 's', {
        '{{instance}}': chosen('rouged_bridge_oldest_withdrawal_seconds'),
      }),
    ],
    alerts: [
      alert(
        'RougedBridgeWithdrawalsWait',
        'rouged_bridge_oldest_withdrawal_seconds > 86400',
        '10m',
        'ticket',
        'A withdrawal was neither paid out nor refunded for a day.',
      ),
    ],
  },
  {
    name: 'rouged_bridge_waiting_claims',
    type: 'gauge',
    help: 'Claims that wait for further authorities or attestations.',
    read: ({ bridge, node }) => bridge && node.indexes.bridge.waitingClaims.size,
  },
  {
    name: 'rouged_bridge_addresses_left',
    type: 'gauge',
    help: 'Deposit addresses of Bitcoin that are given to nobody yet.',
    read: of(({ addressesLeft }) => addressesLeft),
    alerts: [
      alert(
        'RougedBridgeAddressesLow',
        'rouged_bridge_addresses_left < 10 and rouged_bridge_addresses_left offset 1h > 0',
        '15m',
        'ticket',
        'The pool of deposit addresses runs out: the relayer does not fill it up.',
      ),
    ],
  },
];

const providers: readonly NumberMetric[] = [
  {
    name: 'rouged_bridge_provider_failing_seconds',
    type: 'gauge',
    help: 'For how long a provider has given no usable answer; 0 while it does.',
    labels: ['chain', 'provider'],
    read: byProvider(({ failingMs }) => (failingMs ?? 0) / 1_000),
    panels: [
      lines('Failing providers', 's', {
        '{{provider}} {{instance}}': chosen('rouged_bridge_provider_failing_seconds'),
      }),
    ],
    alerts: [
      alert(
        'RougedBridgeProviderFails',
        'rouged_bridge_provider_failing_seconds > 600',
        '1m',
        'ticket',
        'A provider of another chain gives no usable answers; without enough of them nothing is minted.',
      ),
    ],
  },
  {
    name: 'rouged_bridge_provider_behind_blocks',
    type: 'gauge',
    help: 'Blocks that a provider is behind the one that is furthest ahead.',
    labels: ['chain', 'provider'],
    read: byProvider(({ behind }) => behind),
    alerts: [
      alert(
        'RougedBridgeProviderLags',
        'rouged_bridge_provider_behind_blocks{chain="evm"} > 300 or rouged_bridge_provider_behind_blocks{chain="btc"} > 3',
        '15m',
        'ticket',
        'A provider of another chain is behind the others.',
      ),
    ],
  },
  {
    name: 'rouged_bridge_provider_answers_total',
    type: 'counter',
    help: 'Operations of a provider, by whether it gave a usable answer.',
    labels: ['chain', 'provider', 'result'],
    read: ({ bridge }) =>
      bridge?.health?.providers.flatMap(({ chain, provider, answered, failed }) => [
        [{ chain, provider, result: 'answered' }, answered] as const,
        [{ chain, provider, result: 'failed' }, failed] as const,
      ]),
  },
  {
    name: 'rouged_bridge_disagreements_total',
    type: 'counter',
    help: 'Verifications that were refused because providers contradicted each other.',
    read: of(({ health }) => health?.disagreements),
    alerts: [
      alert(
        'RougedBridgeProvidersDisagree',
        'increase(rouged_bridge_disagreements_total[15m]) > 0',
        '0s',
        'page',
        'Providers of another chain contradict each other: one of them lies or follows a fork.',
      ),
    ],
  },
];

const reserves: readonly NumberMetric[] = [
  {
    name: 'rouged_bridge_claimable_units',
    type: 'gauge',
    help: 'Units in circulation that deposits and refunds have minted and no withdrawal has burned; quanta of XRGE.',
    labels: ['token'],
    read: byToken(({ claimable }) => claimable),
  },
  {
    name: 'rouged_bridge_owed_units',
    type: 'gauge',
    help: 'Units that are burned and neither paid out nor refunded.',
    labels: ['token'],
    read: byToken(({ owed }) => owed),
  },
  {
    name: 'rouged_bridge_custody_units',
    type: 'gauge',
    help: 'Coins behind the token as the providers saw them at the latest look, in the same units.',
    labels: ['token'],
    read: byToken(({ custody }) => (custody === undefined || isRefusal(custody) ? undefined : custody.units)),
  },
  {
    name: 'rouged_bridge_difference_units',
    type: 'gauge',
    help: 'Custody minus what is claimable and owed; negative when coins are missing.',
    labels: ['token'],
    read: byToken(({ difference }) => difference),
    panels: [
      lines('Coins more than owed', 'short', { '{{token}} {{instance}}': chosen('rouged_bridge_difference_units') }),
    ],
    alerts: [
      alert(
        'RougedBridgeCoinsMissing',
        'rouged_bridge_difference_units < 0',
        '30m',
        'page',
        'Custody has fewer coins than the chain owes.',
      ),
    ],
  },
];

export const bridgeChapter: Chapter = {
  title: 'Bridge',
  metrics: [...claims, ...withdrawals, ...providers, ...reserves],
};
