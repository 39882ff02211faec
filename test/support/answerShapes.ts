/** Members of the API's answers that tests read: only what the types need. The tests assert the values. */

export type Json = Readonly<Record<string, unknown>>;

export interface HeaderShape extends Json {
  readonly height: number;
  readonly prev_hash: string;
  readonly proposer_pub_key: string;
  readonly tx_hash: string;
  readonly parent_commit?: string;
}

export interface TxShape extends Json {
  readonly sig: string;
  readonly signed_payload: string;
  readonly from_pub_key: string;
  readonly nonce: number;
  readonly payload: Json;
}

export interface BlockShape extends Json {
  readonly header: HeaderShape;
  readonly txs: readonly TxShape[];
  readonly hash: string;
  readonly proposer_sig: string;
  readonly parent_certificate?: {
    readonly height: number;
    readonly block_hash: string;
    readonly precommit_votes: readonly { readonly voter_pub_key: string; readonly signature: string }[];
  };
}

export interface BlocksShape {
  readonly blocks: readonly BlockShape[];
  readonly total_height: number;
  readonly page?: number;
  readonly total_pages?: number;
}

export interface WrapperShape extends Json {
  readonly txId: string;
  readonly blockHeight: number;
  readonly tx: TxShape;
}

export interface DetailShape extends WrapperShape {
  readonly receipt: Json;
}
