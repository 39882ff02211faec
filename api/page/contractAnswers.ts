/** What the page takes from the API's answers about contracts. Only the members that it shows are here. */

export interface ContractRecord {
  readonly address: string;
  /** The address of its balances. */
  readonly account: string;
  readonly deployer: string;
  readonly deployer_address: string;
  readonly code_hash: string;
  /** Bytes. */
  readonly wasm_size: number;
  /** Milliseconds. */
  readonly created_at: number;
  readonly created_height: number;
  readonly balance_quanta: string;
  readonly storage_records: number;
  readonly storage_bytes: number;
  readonly event_transactions: number;
}

export interface ContractList {
  readonly contracts: readonly ContractRecord[];
  readonly total: number;
  readonly next_cursor: string | null;
}

export interface ContractAnswer {
  readonly contract: ContractRecord;
}

export interface HostImport {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly results: readonly string[];
}

export interface ContractInterface {
  /** Whether only the code itself knows its methods. */
  readonly component: boolean;
  readonly methods: readonly string[];
  readonly imports: readonly HostImport[];
  readonly memory_pages: { readonly minimum: number; readonly maximum: number };
}

/** What a contract told. */
export interface ContractEvent {
  readonly contract_addr: string;
  readonly topic: string;
  readonly data: string;
}

export interface PlacedEvent extends ContractEvent {
  readonly block_height: number;
  readonly tx_hash: string;
}

export interface ContractEvents {
  readonly events: readonly PlacedEvent[];
  readonly next_cursor: string | null;
}

/** A record that a contract keeps. */
export interface KeptRecord {
  readonly key_hex: string;
  readonly value_hex: string;
}

export interface ContractState {
  /** In the order of their keys. */
  readonly entries: readonly KeptRecord[];
  readonly total: number;
  readonly next_cursor: string | null;
}

/** A position in the code of a contract. */
export interface FailedAt {
  readonly function: number;
  readonly name?: string;
  /** Byte of the module. */
  readonly offset: number;
}

export interface ContractPreview {
  readonly success: boolean;
  readonly returnData: unknown;
  readonly gasUsed: number;
  /** Of a call that succeeds. */
  readonly gasNeeded?: number;
  readonly events: readonly ContractEvent[];
  /** Why it would fail; of a call that succeeds its log. */
  readonly error: string | null;
  /** Of a call that would fail. */
  readonly logs?: readonly string[];
  readonly failed_at?: FailedAt;
}

/** Members of a receipt that only a call has. */
export interface CallReceipt {
  readonly gas_used?: number;
  readonly return_data?: unknown;
  readonly contract_events?: readonly ContractEvent[];
  readonly contract_logs?: readonly string[];
  readonly calls?: readonly {
    readonly contract: string;
    readonly method: string;
    readonly gas_used: number;
    readonly error: string | null;
  }[];
  readonly failed_at?: FailedAt;
}
