/** What an operator configures of the EVM bridge, and what does not hold together. */

import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { type EvmSetup, evmBridgeOptions, evmSetup } from '../../../ops/config/bridgeOptions.js';
import { loadOptions } from '../../../ops/config/load.js';

function setup(environment: Readonly<Record<string, string>>): EvmSetup | string {
  const loaded = loadOptions(evmBridgeOptions, { flags: new Map(), environment });
  const made = isRefusal(loaded) ? loaded : evmSetup(loaded.values);
  return isRefusal(made) ? made.message : made;
}

const PROVIDERS = 'ROUGED_BRIDGE_EVM_PROVIDERS';
const urls = (...hosts: readonly string[]): string => hosts.map((host) => `https://${host}/v2/hidden-key`).join(',');

describe('the EVM bridge', () => {
  test('without options is off, on Base, with one provider and depth 6', () => {
    expect(setup({})).toMatchObject({
      bridge: {
        rules: { chainId: 8453n, confirmations: 6, finality: 'depth', rawBinding: false, quorum: 1 },
        usdc: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        xrge: '0x147120faec9277ec02d957584cfcd92b56a24317',
      },
      providers: [{ host: 'sepolia.base.org' }],
    });
    expect(Object.keys((setup({}) as EvmSetup).bridge)).toEqual(['rules', 'usdc', 'xrge']);
  });

  test('takes the names of the specification', () => {
    const own = `0x${'ab'.repeat(20)}`;
    const made = setup({
      ...{
        QV_BRIDGE_CUSTODY_ADDRESS: own.toUpperCase().replace('X', 'x'),
        QV_BRIDGE_CHAIN_ID: '84532',
        QV_BRIDGE_MIN_CONFIRMATIONS: '9',
      },
      ...{ ROUGE_BRIDGE_ADDRESS: own, XRGE_BRIDGE_VAULT: own, XRGE_BRIDGE_TOKEN: own },
      [PROVIDERS]: urls('a.example', 'b.example', 'c.example', 'd.example'),
    });
    expect(made).toMatchObject({
      bridge: {
        ...{ custody: own, bridge: own, vault: own, xrge: own, usdc: '0x036cbd53842c5426634e7929541ec2318f3dcf7e' },
        rules: { chainId: 84_532n, confirmations: 9, quorum: 3 },
      },
    });
  });

  const refused: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [{ [PROVIDERS]: urls('a.example', 'b.example', 'A.example:444') }, /two EVM providers have the host a\.example/],
    [
      { [PROVIDERS]: urls('a.example', 'b.example'), ROUGED_BRIDGE_EVM_QUORUM: '3' },
      /quorum 3 needs as many .* there are 2$/,
    ],
    [{ [PROVIDERS]: 'https://user:hidden@a.example' }, /must be an http or https URL without user name and query$/],
    [{ [PROVIDERS]: urls(...Array.from({ length: 17 }, (_, at) => `h${at}.example`)) }, /at most 16 EVM providers/],
    [{ QV_BRIDGE_CHAIN_ID: '1' }, /^QV_BRIDGE_CHAIN_ID '1' is not a valid chain id — refusing to credit$/],
    [{ QV_BRIDGE_CHAIN_ID: '0x2105' }, /is not a valid chain id/],
    [{ QV_BRIDGE_CUSTODY_ADDRESS: '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }, /mixed letters are its checksum/],
    [{ QV_BRIDGE_MIN_CONFIRMATIONS: '0' }, /from 1 to 10000/],
  ];
  test.each(refused)('refuses %o', (environment, pattern) => {
    const made = setup(environment);
    expect(made).toMatch(pattern);
    expect(made).not.toMatch(/hidden/);
  });
});
