/** A relayer's surroundings: contracts on a real EVM chain, and the routes of a node that mints once. */

import { expect } from 'vitest';
import { addressOfKey } from '../../engine/crypto/address.js';
import type { BridgeNode } from './bridgeNode.js';
import { ETHER, type EvmScene, XRGE_WEI } from './evm/scene.js';

export const DEPOSITOR = addressOfKey(new Uint8Array(1_952).fill(7));

export class RelayerScene {
  constructor(
    readonly evm: EvmScene,
    readonly node: BridgeNode,
  ) {}

  /** Switches on what the contracts of the scene offer. */
  enable(): void {
    const { node, evm } = this;
    node.config = { ...node.config, enabled: true, custodyAddress: evm.custody, chainId: 8453 };
    node.xrge = { enabled: true, vaultAddress: evm.contracts.vault, tokenAddress: evm.contracts.xrge, chainId: 8453 };
  }

  async height(): Promise<number> {
    return Number(await this.evm.chain.rpc('eth_blockNumber'));
  }

  /** Flags of a relayer that scans from the next block on. @param providers how many of the scene. */
  async flags(providers = 1): Promise<Record<string, string>> {
    const urls = this.evm.providers.slice(0, providers).map(({ url }) => url);
    return {
      'evm-rpc': urls.join(','),
      'bridge-contract': this.evm.contracts.bridge,
      'from-block': String((await this.height()) + 1),
    };
  }

  deposit(value = ETHER, recipient = DEPOSITOR): Promise<string> {
    return this.evm.send({ to: this.evm.contracts.bridge, value, call: ['depositETH', recipient] });
  }

  /** A deposit of each kind. @returns the keys of their claims: ETH, USDC, XRGE. */
  async depositAll(): Promise<readonly string[]> {
    const { bridge, usdc, vault } = this.evm.contracts;
    const eth = await this.deposit();
    const coins = await this.evm.send({ to: bridge, call: ['depositERC20', usdc, 9n, DEPOSITOR] });
    const moved = await this.evm.send({ to: vault, call: ['deposit', XRGE_WEI, DEPOSITOR] });
    return [eth, coins, `xrge:${moved}`];
  }

  /** Resolves when the node has minted all of them. */
  minted(keys: readonly string[]): Promise<void> {
    return this.node.until(() => keys.every((key) => this.node.minted.has(key)));
  }

  /** Every claim of the node was minted once, and they are exactly these. */
  expectMinted(keys: readonly string[]): void {
    expect([...this.node.minted].sort()).toEqual(keys.map((key) => [key, 1] as const).sort());
  }
}
