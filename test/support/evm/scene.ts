/** The bridge's foreign side on a real chain: contracts, accounts, and three providers of different hosts. */

import { createContract, parseAbi } from 'micro-eth-signer/abi.js';
import { toHex } from '../../../engine/base/bytes.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { EvmProviders } from '../../../ops/bridge/evmProviders.js';
import type { RpcLimits } from '../../../ops/bridge/jsonRpc.js';
import { type EvmBridgeConfig, evmBridgeOptions, evmSetup } from '../../../ops/config/bridgeOptions.js';
import { loadOptions } from '../../../ops/config/load.js';
import { type Anvil, honest, type JsonMembers, type Provider, startAnvil, startProvider } from './anvil.js';
import { bytecode } from './bytecode.js';

const CALLS = createContract(
  parseAbi([
    'function transfer(address to, uint256 value) returns (bool)',
    'function deposit(uint256 amount, string pubkey)',
    'function release(address to, uint256 amount, string id)',
    'function depositETH(string pubkey) payable',
    'function depositETHTwice(string pubkey) payable',
    'function depositERC20(address token, uint256 amount, string pubkey)',
    'function claimERC20(address token, uint256 amount, string pubkey)',
    'function releaseETH(address recipient, uint256 amount, bytes32 id)',
    'function releaseERC20(address recipient, address token, uint256 amount, bytes32 id)',
    'function move(address from, address to, uint256 value)',
  ]),
) as unknown as Record<string, { encodeInput(values: unknown): Uint8Array }>;

export interface Sent {
  readonly to?: string;
  /** Wei. */
  readonly value?: bigint;
  /** Name and arguments of a call. */
  readonly call?: readonly [name: string, ...values: unknown[]];
  readonly data?: string;
  readonly from?: string;
  /** Sent although it will be reverted. */
  readonly gas?: number;
}

export const XRGE_WEI = 10n ** 18n;
export const ETHER = 10n ** 18n;

/** Arguments by name, as the encoder takes several; one argument goes alone. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  transfer: ['to', 'value'],
  move: ['from', 'to', 'value'],
  deposit: ['amount', 'pubkey'],
  release: ['to', 'amount', 'id'],
  depositERC20: ['token', 'amount', 'pubkey'],
  claimERC20: ['token', 'amount', 'pubkey'],
  releaseETH: ['recipient', 'amount', 'id'],
  releaseERC20: ['recipient', 'token', 'amount', 'id'],
};

function callData([name, ...values]: readonly [string, ...unknown[]]): string {
  const names = NAMES[name];
  const argument = names ? Object.fromEntries(names.map((key, at) => [key, values[at]])) : values[0];
  const encoder = CALLS[name];
  if (!encoder) throw new Error(`no call ${name}`);
  return `0x${toHex(encoder.encodeInput(argument))}`;
}

export class EvmScene {
  readonly contracts: Record<'usdc' | 'xrge' | 'vault' | 'bridge' | 'fake', string> = {
    ...{ usdc: '', xrge: '', vault: '', bridge: '', fake: '' },
  };

  private constructor(
    readonly chain: Anvil,
    readonly accounts: readonly string[],
    readonly providers: readonly Provider[],
  ) {}

  static async start(): Promise<EvmScene> {
    const chain = await startAnvil();
    const accounts = (await chain.rpc('eth_accounts')) as string[];
    const providers = await Promise.all([1, 2, 3].map((number) => startProvider(chain, number)));
    const scene = new EvmScene(chain, accounts, providers);
    try {
      await scene.#deployAll();
    } catch (error) {
      await scene.stop();
      throw error;
    }
    return scene;
  }

  async stop(): Promise<void> {
    await Promise.all(this.providers.map((provider) => provider.stop()));
    await this.chain.stop();
  }

  get user(): string {
    return this.accounts[0] as string;
  }

  /** Another wallet. */
  get stranger(): string {
    return this.accounts[1] as string;
  }

  get custody(): string {
    return this.accounts[9] as string;
  }

  beHonest(): void {
    for (const provider of this.providers) provider.lie = honest;
  }

  /** @returns the hash of a transaction that is mined, in a block of its own. */
  async send(sent: Sent): Promise<string> {
    const hash = await this.queue(sent);
    await this.mine(1);
    return hash;
  }

  /** @returns the hash of a transaction that waits for the next block. */
  async queue({ to, value = 0n, call, data, from = this.user, gas }: Sent): Promise<string> {
    const input = call ? callData(call) : (data ?? '0x');
    const transaction = {
      from,
      to,
      data: input,
      value: `0x${value.toString(16)}`,
      ...(gas ? { gas: `0x${gas.toString(16)}` } : {}),
    };
    return (await this.chain.rpc('eth_sendTransaction', [transaction])) as string;
  }

  async #deployAll(): Promise<void> {
    const { contracts } = this;
    contracts.usdc = await this.#deploy(bytecode.Coin);
    contracts.xrge = await this.#deploy(bytecode.Coin);
    contracts.vault = await this.#deploy(bytecode.Vault + contracts.xrge.slice(2).padStart(64, '0'));
    contracts.bridge = await this.#deploy(bytecode.Bridge);
    contracts.fake = await this.#deploy(bytecode.Bridge);
  }

  async #deploy(code: string): Promise<string> {
    const receipt = (await this.chain.rpc('eth_getTransactionReceipt', [
      await this.send({ data: code }),
    ])) as JsonMembers;
    return receipt.contractAddress as string;
  }

  mine = (blocks: number): Promise<unknown> => this.chain.rpc('anvil_mine', [`0x${blocks.toString(16)}`]);

  /** The environment of an operator who has configured all of it. @param urls the providers; all three when absent. */
  environment(urls = this.providers.map(({ url }) => url)): Record<string, string> {
    const { bridge, usdc, vault, xrge } = this.contracts;
    return {
      QV_BRIDGE_CUSTODY_ADDRESS: this.custody,
      QV_BRIDGE_CHAIN_ID: '8453',
      QV_BRIDGE_USDC_ADDRESS: usdc,
      QV_ROUGE_BRIDGE_ADDRESS: bridge,
      XRGE_BRIDGE_VAULT: vault,
      XRGE_BRIDGE_TOKEN: xrge,
      ROUGED_BRIDGE_EVM_PROVIDERS: urls.join(','),
    };
  }

  /** The verifier that the options make. */
  verifier(extra: Readonly<Record<string, string>> = {}, limits: Partial<RpcLimits> = {}): EvmProviders {
    const environment = { ...this.environment(), ...extra };
    const loaded = loadOptions(evmBridgeOptions, { flags: new Map(), environment });
    if (isRefusal(loaded)) throw new Error(loaded.message);
    const setup = evmSetup(loaded.values as EvmBridgeConfig, limits);
    if (isRefusal(setup)) throw new Error(setup.message);
    return new EvmProviders(setup.bridge, setup.providers);
  }
}
