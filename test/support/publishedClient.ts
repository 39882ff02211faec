/** The published client `@rougechain/sdk` 1.3.0, as the tests load it.
 *
 *  Its built file imports `@noble/hashes/sha2`, a name that the version of that package it depends on no longer exports
 *  (it is `sha2.js` there), so Node refuses to load it as it is. A resolve hook adds the ending; the client
 *  itself is unchanged. The package has no type declarations, hence the interfaces: they declare only what the
 *  client's own code reads of an answer; everything else is `unknown`. */

import { register } from 'node:module';

const hook = `export const resolve = (specifier, context, next) =>
  next(specifier === '@noble/hashes/sha2' ? '@noble/hashes/sha2.js' : specifier, context);`;

export interface ClientWallet {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The client's result for a write: an HTTP error becomes its `error` text. */
export interface Submitted {
  readonly success: boolean;
  readonly error?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface ClientEnvelope {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly signature: string;
  readonly public_key: string;
}

type Answer = Readonly<Record<string, unknown>>;

/** The methods that reach routes of the chapters System, Blocks, Transactions, Wallet and accounts, Faucet, Staking, Peers,
 *  Tokens, Events. */
export interface ClientChain {
  getStats(): Promise<Answer>;
  getHealth(): Promise<Answer>;
  getBlocks(page?: { readonly limit?: number }): Promise<readonly Answer[]>;
  getBlocksSummary(range?: string): Promise<Answer>;
  getBalance(publicKey: string): Promise<Answer>;
  getTokenBalance(publicKey: string, token: string): Promise<number>;
  getTransactions(page?: { readonly limit?: number; readonly offset?: number }): Promise<Answer>;
  getFeeInfo(): Promise<Answer>;
  getBurnedTokens(): Promise<Answer>;
  resolveAddress(input: string): Promise<Answer>;
  getNonce(publicKey: string): Promise<Answer>;
  transfer(
    wallet: ClientWallet,
    order: { readonly to: string; readonly amount: number; readonly fee?: number; readonly token?: string },
  ): Promise<Submitted>;
  burn(wallet: ClientWallet, amount: number, fee?: number, token?: string): Promise<Submitted>;
  faucet(wallet: ClientWallet): Promise<Submitted>;
  stake(wallet: ClientWallet, order: { readonly amount: number; readonly fee?: number }): Promise<Submitted>;
  unstake(wallet: ClientWallet, order: { readonly amount: number; readonly fee?: number }): Promise<Submitted>;
  getValidators(): Promise<readonly Answer[]>;
  getFinality(): Promise<Answer>;
  getFinalityProof(height: number): Promise<Answer>;
  getValidatorStats(): Promise<Answer>;
  getPeers(): Promise<readonly string[]>;
  getTokens(): Promise<readonly Answer[]>;
  getTokenMetadata(symbol: string): Promise<Answer>;
  getTokenHolders(symbol: string): Promise<readonly Answer[]>;
  getTokenTransactions(symbol: string): Promise<Answer>;
  createToken(
    wallet: ClientWallet,
    order: { readonly name: string; readonly symbol: string; readonly totalSupply: number; readonly image?: string },
  ): Promise<Submitted>;
  updateTokenMetadata(wallet: ClientWallet, order: Readonly<Record<string, string>>): Promise<Submitted>;
  claimTokenMetadata(wallet: ClientWallet, symbol: string): Promise<Submitted>;
  mintTokens(wallet: ClientWallet, order: { readonly symbol: string; readonly amount: number }): Promise<Submitted>;
  /** Uses the global WebSocket class. */
  connectWebSocket(topics?: readonly string[]): unknown;
}

/** Its methods of the bridge. */
export interface ClientBridge {
  getConfig(): Promise<Answer>;
  getXrgeConfig(): Promise<Answer>;
  getWithdrawals(): Promise<readonly Answer[]>;
  getXrgeWithdrawals(): Promise<readonly Answer[]>;
  withdraw(
    wallet: ClientWallet,
    order: {
      readonly amount: number;
      readonly evmAddress: string;
      readonly tokenSymbol?: string;
      readonly fee?: number;
    },
  ): Promise<Submitted>;
  withdrawXrge(
    wallet: ClientWallet,
    order: { readonly amount: number; readonly evmAddress: string },
  ): Promise<Submitted>;
  claim(order: {
    readonly evmTxHash: string;
    readonly evmAddress: string;
    readonly evmSignature: string;
    readonly recipientPubkey: string;
    readonly token?: string;
  }): Promise<Submitted>;
  claimXrge(order: {
    readonly evmTxHash: string;
    readonly evmAddress: string;
    readonly amount: string;
    readonly recipientPubkey: string;
  }): Promise<Submitted>;
}

export interface ClientOptions {
  readonly fetch?: (url: string, init: { body: string }) => Promise<Response>;
  readonly apiKey?: string;
}

export interface ClientWalletClass {
  generate(strength?: 128 | 256): ClientWallet;
  generateRandom(): ClientWallet;
  fromKeys(publicKey: string, privateKey: string): ClientWallet & { address(): Promise<string>; verify(): boolean };
}

export interface PublishedClient {
  readonly BURN_ADDRESS: string;
  readonly Wallet: ClientWalletClass;
  readonly RougeChain: new (url: string, options?: ClientOptions) => ClientChain & { readonly bridge: ClientBridge };
  serializePayload(payload: unknown): Uint8Array;
  signTransaction(payload: unknown, privateKey: string, publicKey: string): ClientEnvelope;
  signRequest(wallet: ClientWallet, payload: unknown): ClientEnvelope;
  verifyTransaction(envelope: unknown): boolean;
  pubkeyToAddress(publicKey: string): Promise<string>;
  isRougeAddress(text: string): boolean;
  isBurnAddress(text: string): boolean;
  addressToHash(address: string): string;
}

/** A name that the compiler does not resolve, because the package has no declarations. */
const packageName: string = '@rougechain/sdk';

export async function loadPublishedClient(): Promise<PublishedClient> {
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
  return (await import(packageName)) as PublishedClient;
}
