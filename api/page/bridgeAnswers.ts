/** What the page takes from the API's answers about the bridge. Amounts are read by name (`assets.ts`). */

type Amounts = Readonly<Record<string, unknown>>;

export interface BridgeConfig {
  readonly networkHasBridge: boolean;
  readonly enabled: boolean;
  readonly custodyAddress: string | null;
  readonly chainId: number | null;
  readonly supportedTokens: readonly string[];
  readonly bridgeAddress?: string;
  readonly confirmations?: number;
  readonly btcCustodyAddress?: string;
  readonly btcNetwork?: string;
  readonly btcConfirmations?: number;
}

export interface XrgeConfig {
  readonly enabled: boolean;
  readonly vaultAddress: string | null;
}

export interface BridgeHealth {
  readonly degraded: boolean;
  readonly failed_tx_ids: readonly string[];
  readonly pending: number;
}

export interface BridgeReserve extends Amounts {
  readonly token: string;
  readonly custody_of: string | null;
  readonly custody_error: string | null;
  /** Digits, with a minus sign when coins are missing. */
  readonly difference: string | null;
}

export interface BridgeWithdrawal extends Amounts {
  readonly txId: string;
  readonly evmAddress: string;
  readonly createdAt: number;
  readonly ownerAddress: string;
  readonly tokenSymbol: string;
  readonly status: string;
  readonly attempts: number;
  readonly lastError: string | null;
}

export interface XrgeWithdrawal extends Amounts {
  readonly tx_id: string;
  readonly evm_address: string;
  readonly created_at: number;
  readonly owner_address: string;
  readonly status: string;
  readonly attempts: number;
  readonly last_error: string | null;
}

export interface BridgeActivityItem extends Amounts {
  readonly kind: string;
  readonly asset: string;
  readonly fromChain: string;
  readonly toChain: string;
  readonly rougechainTxId: string;
  readonly rougechainAddress: string;
  readonly externalTxHash: string | null;
  readonly status: string;
  readonly statusReason: string;
  readonly timestamp: number;
}
