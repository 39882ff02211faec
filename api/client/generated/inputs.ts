// Generated from the route table by `npm run client:generate`. Do not edit.

/** Sends XRGE or a token to an account; to the burn address it is destroyed */
export interface TransferFields {
  /** Address or public key of the recipient, address of a contract, or the burn address */
  readonly to: string;
  /** Quanta of XRGE, or base units of a token. In the payload: XRGE in decimals, or whole base units of a token */
  readonly amount: bigint;
  /** Symbol of the token; XRGE when absent */
  readonly token?: string | undefined;
}

/** Mints 10,000 XRGE to the signer on networks that enable it */
export interface FaucetFields {
  /** Recipient, when a genesis validator signs for somebody else */
  readonly recipient?: string | undefined;
}

/** Stakes XRGE, at least 10000 XRGE in every call */
export interface StakeFields {
  /** Quanta. In the payload: XRGE */
  readonly amount: bigint;
}

/** Takes XRGE out of the stake, all of it or a part; it is in the balance again after the unbonding time. The payload must name its type */
export interface UnstakeFields {
  /** Quanta. In the payload: XRGE */
  readonly amount: bigint;
}

/** Creates a token and credits its whole supply to the signer */
export interface CreateTokenFields {
  /** Full name, 1 to 64 characters */
  readonly name: string;
  /** Kept in upper case, matched in any case */
  readonly symbol: string;
  /** Base units. In the payload: Whole base units, all of them credited to the signer */
  readonly totalSupply: bigint;
  /** For display, 0 to 18; 0 when absent */
  readonly decimals?: number | undefined;
  /** https or ipfs URL, or a data URI of a WebP, PNG, JPEG or GIF picture of at most 256 x 256 pixels; at most 102,400 characters */
  readonly image?: string | undefined;
  /** At most 1000 characters */
  readonly description?: string | undefined;
  /** Link that begins with https://. At most 256 characters */
  readonly website?: string | undefined;
  /** Link that begins with https://. At most 256 characters */
  readonly twitter?: string | undefined;
  /** Link that begins with https://. At most 256 characters */
  readonly discord?: string | undefined;
  /** Whether the signer may mint more; from the token-minting height on */
  readonly mintable?: boolean | undefined;
  /** Base units. In the payload: Base units that a mintable token may ever have, burned ones counted; unlimited when absent */
  readonly max_supply?: bigint | undefined;
}

/** Mints units of a mintable token to its creator, the signer, up to the cap of the token */
export interface MintTokensFields {
  /** Symbol of the token, in any case */
  readonly token_symbol: string;
  /** Base units. In the payload: Whole base units */
  readonly amount: bigint;
}

/** Changes image, description and links of a token, by its creator; an absent member keeps its value, an empty text removes it. The payload must name its type */
export interface UpdateTokenMetadataFields {
  /** Symbol of the token, in any case */
  readonly token_symbol: string;
  /** https or ipfs URL, or a data URI of a WebP, PNG, JPEG or GIF picture of at most 256 x 256 pixels; at most 102,400 characters */
  readonly image?: string | undefined;
  /** At most 1000 characters */
  readonly description?: string | undefined;
  /** Link that begins with https://. At most 256 characters */
  readonly website?: string | undefined;
  /** Link that begins with https://. At most 256 characters */
  readonly twitter?: string | undefined;
  /** Link that begins with https://. At most 256 characters */
  readonly discord?: string | undefined;
}

/** Opens the metadata of a token that has none, by its creator. The payload must name its type */
export interface ClaimTokenMetadataFields {
  /** Symbol of the token, in any case */
  readonly token_symbol: string;
}

/** Lets a spender move units of a token for the signer, in place of what was allowed before; 0 takes it back */
export interface ApproveFields {
  /** Address or public key of who may move them */
  readonly spender: string;
  /** Symbol of the token, in any case; not XRGE */
  readonly token_symbol: string;
  /** Base units. In the payload: Whole base units */
  readonly amount: bigint;
}

/** Moves units of a token that their owner lets the signer move; to the burn address they are destroyed */
export interface TransferFromFields {
  /** Address or public key of whose units they are */
  readonly owner: string;
  /** Address or public key of the recipient, address of a contract, or the burn address */
  readonly to: string;
  /** Symbol of the token, in any case; not XRGE */
  readonly token_symbol: string;
  /** Base units. In the payload: Whole base units */
  readonly amount: bigint;
}

/** Pauses or resumes every movement of a token, by its creator */
export interface TokenFreezeFields {
  /** Symbol of the token, in any case */
  readonly token_symbol: string;
  /** Whether nothing of it moves; true when absent */
  readonly frozen?: boolean | undefined;
}

/** Destroys XRGE or units of a token of the signer. The payload must name its type */
export interface BurnFields {
  /** Symbol of the token; XRGE when absent */
  readonly token?: string | undefined;
  /** Quanta of XRGE, or base units of a token. In the payload: XRGE in decimals, or whole base units of a token */
  readonly amount: bigint;
}

/** Opens the pool of two tokens with a first provision of both */
export interface CreatePoolFields {
  /** One of the tokens */
  readonly token_a: string;
  /** The other one */
  readonly token_b: string;
  /** Quanta of XRGE, or base units of a token. In the payload: XRGE in decimals or base units of token_a */
  readonly amount_a: bigint;
  /** Quanta of XRGE, or base units of a token. In the payload: XRGE in decimals or base units of token_b */
  readonly amount_b: bigint;
}

/** Adds both tokens to a pool at its price; what the price leaves over of one of them stays with its owner */
export interface AddLiquidityFields {
  /** Id of the pool: its two symbols joined by a hyphen, in either order and any case */
  readonly pool_id: string;
  /** Quanta of XRGE, or base units of a token. In the payload: At most so much of token_a, or of the first token in pool_id; rounded down to a whole unit, also as text */
  readonly amount_a: bigint;
  /** Quanta of XRGE, or base units of a token. In the payload: At most so much of token_b, or of the second token in pool_id; rounded down to a whole unit, also as text */
  readonly amount_b: bigint;
  /** Token that amount_a is of */
  readonly token_a?: string | undefined;
  /** Token that amount_b is of */
  readonly token_b?: string | undefined;
}

/** Gives LP units back for their share of both reserves */
export interface RemoveLiquidityFields {
  /** Id of the pool: its two symbols joined by a hyphen, in either order and any case */
  readonly pool_id: string;
  /** Base units. In the payload: LP units */
  readonly lp_amount: bigint;
}

/** Swaps one token for another, through their pool or along the path of a quote */
export interface SwapFields {
  /** Token that the signer gives */
  readonly token_in: string;
  /** Token that the signer gets */
  readonly token_out: string;
  /** Quanta of XRGE, or base units of a token. In the payload: XRGE in decimals or base units of token_in */
  readonly amount_in: bigint;
  /** Quanta of XRGE, or base units of a token. In the payload: XRGE in decimals or base units of token_out, also as text, rounded up to a whole unit: for less the swap fails. 0 when absent */
  readonly min_amount_out?: bigint | undefined;
  /** Tokens from token_in to token_out: the way to take. The best route at the time of the swap when absent */
  readonly path?: readonly string[] | undefined;
}

/** Creates a collection of NFTs; its id follows from the signer's key and the symbol */
export interface NftCreateCollectionFields {
  /** Symbol of the collection, one of each per signer */
  readonly symbol: string;
  /** 1 to 64 characters */
  readonly name: string;
  /** At most 1,000 characters */
  readonly description?: string | undefined;
  /** https or ipfs URL, or a data URI of a WebP, PNG, JPEG or GIF picture of at most 256 x 256 pixels; at most 102,400 characters */
  readonly image?: string | undefined;
  /** Tokens that may ever be minted, at least 1; unlimited when absent */
  readonly maxSupply?: number | undefined;
  /** Hundredths of a percent of a sale, 0 to 10,000: 500 means 5% */
  readonly royaltyBps?: number | undefined;
  /** Wallet that gets the royalties; the signer when absent */
  readonly royaltyRecipient?: string | undefined;
  /** Whether everybody may mint; false when absent */
  readonly publicMint?: boolean | undefined;
  /** Quanta. In the payload: XRGE that everybody but the signer pays to the signer for a token */
  readonly mintPrice?: bigint | undefined;
  /** Token whose holders mint at a discount */
  readonly tokenGateSymbol?: string | undefined;
  /** Quanta of XRGE, or base units of a token. In the payload: How much of it they must hold: XRGE in decimals, or whole base units of a token */
  readonly tokenGateAmount?: bigint | undefined;
  /** Their discount in percent, 0 to 100; 100 when absent */
  readonly discountPct?: number | undefined;
}

/** Mints one NFT: the creator of the collection for the fee alone, others where minting is public at its price */
export interface NftMintFields {
  /** Id of the collection, `col:<start of its creator>:<symbol>` */
  readonly collectionId: string;
  /** 1 to 100 characters */
  readonly name: string;
  /** Where its metadata stands; at most 2,048 characters */
  readonly metadataUri?: string | undefined;
  /** Any JSON of at most 8,192 characters */
  readonly attributes?: unknown | undefined;
}

/** Mints 1 to 50 NFTs at once; the creator of the collection alone */
export interface NftBatchMintFields {
  /** Id of the collection, `col:<start of its creator>:<symbol>` */
  readonly collectionId: string;
  /** 1 to 50 names of 1 to 100 characters */
  readonly names: readonly string[];
  /** Where their metadata stands, in the order of the names; at most 2,048 characters each */
  readonly uris?: readonly string[] | undefined;
  /** Any JSON for each, in the order of the names; at most 8,192 characters each */
  readonly batchAttributes?: readonly unknown[] | undefined;
}

/** Hands an NFT on; with a sale price the sender pays the collection's royalty of it */
export interface NftTransferFields {
  /** Id of the collection, `col:<start of its creator>:<symbol>` */
  readonly collectionId: string;
  /** Id of the token in its collection, from 1 */
  readonly tokenId: number;
  /** Address or public key of the new owner, or address of a contract */
  readonly to: string;
  /** Quanta. In the payload: XRGE for which it was sold; no royalty is paid when absent */
  readonly salePrice?: bigint | undefined;
}

/** Destroys an NFT of the signer, also a locked one. The payload must name its type */
export interface NftBurnFields {
  /** Id of the collection, `col:<start of its creator>:<symbol>` */
  readonly collectionId: string;
  /** Id of the token in its collection, from 1 */
  readonly tokenId: number;
}

/** Locks an NFT of the signer against transfers, or unlocks it; its owner can burn a locked one */
export interface NftLockFields {
  /** Id of the collection, `col:<start of its creator>:<symbol>` */
  readonly collectionId: string;
  /** Id of the token in its collection, from 1 */
  readonly tokenId: number;
  /** False unlocks it; true when absent */
  readonly locked?: boolean | undefined;
}

/** Stops minting in a collection of the signer, or allows it again */
export interface NftFreezeCollectionFields {
  /** Id of the collection, `col:<start of its creator>:<symbol>` */
  readonly collectionId: string;
  /** False allows minting again; true when absent */
  readonly frozen?: boolean | undefined;
}

/** Makes a contract out of a WebAssembly module */
export interface ContractDeployFields {
  /** The module in base64, at most 1 MiB decoded */
  readonly wasm: string;
}

/** Runs a method of a contract; pays for the fuel that it uses */
export interface ContractCallFields {
  /** Address of the contract, 40 hex characters */
  readonly contractAddr: string;
  /** Name of an exported function without parameters */
  readonly method: string;
  /** Any JSON for the method; an empty object when absent */
  readonly args?: unknown | undefined;
  /** Most fuel that the call may use, 1,000 to 10,000,000; 10,000,000 when absent */
  readonly gasLimit?: number | undefined;
  /** Payment to the contract, `{"symbol": "XRGE", "amount": 1}`: whole quanta of XRGE, or base units of a token, as a JSON integer */
  readonly attach?: unknown | undefined;
}

/** Registers the signer's wallet, or replaces all of it; answers when a block has it */
export interface RegisterWalletFields {
  /** The key of the signer, or a text of its choice: at most 128 letters, digits and signs */
  readonly id: string;
  /** 1 to 50 bytes; unique, whatever the case of its letters */
  readonly displayName: string;
  /** ML-DSA-65 key of the signer, hex */
  readonly signingPublicKey: string;
  /** ML-KEM-768 key, 2368 hex characters */
  readonly encryptionPublicKey: string;
  /** Whether lists show it; true when absent */
  readonly discoverable?: boolean | undefined;
  /** https URL, or a data URI of a picture of at most 256 KiB; its bytes are paid for */
  readonly avatarUrl?: string | undefined;
}

/** Registers a name for the signer's wallet; answers when a block has it */
export interface RegisterNameFields {
  /** 3 to 20 letters, digits and underscores, none of these at an end; any case */
  readonly name: string;
  /** The wallet of the signer: its id, its address or one of its keys */
  readonly walletId: string;
}

/** Gives a name of the signer back; answers when a block has it */
export interface ReleaseNameFields {
  /** 3 to 20 letters, digits and underscores, none of these at an end; any case */
  readonly name: string;
}

/** Whether the node works, on which chain, at which height; never counted against a limit */
export interface HealthQuery {
  /** Answer 503 unless the status is ok; for load balancers */
  readonly strict?: boolean | undefined;
}

/** Blocks: the latest, a page counted from the tip, or a range from a height on */
export interface BlocksQuery {
  /** From 1; turns on the paginated mode, newest first */
  readonly page?: number | undefined;
  /** Records of a page: 10 when it is absent */
  readonly per_page?: number | undefined;
  /** Records of a page: 50 when it is absent */
  readonly limit?: number | undefined;
  /** Ascending from this height, limit up to 1000 */
  readonly from_height?: number | undefined;
}

/** Numbers of blocks and transactions over time */
export interface BlocksSummaryQuery {
  readonly range?: "1h" | "24h" | "7d" | undefined;
}

/** Blocks without their transactions, newest first */
export interface BlocksHeadersQuery {
  /** Records of a page: 20 when it is absent */
  readonly limit?: number | undefined;
  /** Only blocks below this height */
  readonly before?: number | undefined;
}

/** One block with its transactions, or with the page of them that offset and limit name */
export interface BlockQuery {
  readonly offset?: number | undefined;
  /** As many as one answer holds when absent */
  readonly limit?: number | undefined;
}

/** Included transactions, newest first */
export interface TxsQuery {
  /** Records of a page: 200 when it is absent */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
}

/** Takes a whole TxV1 with its signed_payload; derived members that differ are refused */
export interface BroadcastBody {
  /** Name of the operation */
  readonly tx_type: "transfer" | "faucet" | "stake" | "unstake" | "create_token" | "mint_tokens" | "update_token_metadata" | "claim_token_metadata" | "approve" | "transfer_from" | "token_freeze" | "burn" | "create_pool" | "add_liquidity" | "remove_liquidity" | "swap" | "nft_create_collection" | "nft_mint" | "nft_batch_mint" | "nft_transfer" | "nft_burn" | "nft_lock" | "nft_freeze_collection" | "contract_deploy" | "contract_call" | "register_wallet" | "register_name" | "release_name";
  /** ML-DSA-65 public key, 3904 hex characters */
  readonly from_pub_key: string;
  /** ML-DSA-65 signature, 6618 hex characters */
  readonly sig: string;
  /** The exact text that was signed */
  readonly signed_payload: string;
  readonly version?: 1 | undefined;
  /** Sequential account nonce that it must get */
  readonly nonce?: number | undefined;
  /** What the network will charge */
  readonly fee?: number | undefined;
  /** The same, exact */
  readonly fee_quanta?: string | undefined;
  /** As a read shows it */
  readonly payload?: { readonly [name: string]: unknown } | undefined;
}

/** XRGE and tokens of an account */
export interface BalanceQuery {
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** One token of an account; the symbol in any case */
export interface TokenBalanceQuery {
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** Transactions of which the account is sender or recipient, newest first */
export interface AddressTransactionsQuery {
  /** Records of a page: 50 when it is absent */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
}

/** Address and public key of an account, from either; an account that the chain has not seen holds nothing */
export interface ResolveAccountQuery {
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** The sequential nonce of an account; pending transactions count in next_nonce */
export interface AccountNonceQuery {
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** Mints 10,000 XRGE to a public key on networks that enable it, once per 24 hours */
export interface AskFaucetBody {
  /** Public key in hex, not an address */
  readonly recipientPublicKey: string;
  /** When given it must be 10000 */
  readonly amount?: bigint | undefined;
}

/** Proof of an account: its balance in quanta (16 bytes), nonce (8) and number of transactions (8) */
export interface ProofAccountQuery {
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** Proof of a token balance: base units (16 bytes) */
export interface ProofTokenQuery {
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** Proof of any key of the state */
export interface ProofKeyQuery {
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** Every change of the active set with its proof, oldest first: the set of a record proposes and votes from the block after on. GET /api/finality/:height has the votes that make that block final */
export interface ProofSetsQuery {
  /** Only blocks from this height on */
  readonly from_height?: number | undefined;
  /** Records of a page: 20 when it is absent */
  readonly limit?: number | undefined;
}

/** Tokens and collections with a symbol or a word of their name that begins with a text, pools of such tokens, and the contract whose address it is */
export interface SearchQuery {
  /** Must be 1 to 100 characters */
  readonly q: string;
  /** Records of a page: 20 when it is absent */
  readonly limit?: number | undefined;
}

/** Validators, greatest stake first; the totals are those of the whole network */
export interface ValidatorsQuery {
  /** Address (rouge1...) or public key of 3,904 hex characters */
  readonly publicKey?: string | undefined;
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** What an account has unstaked and does not have in its balance yet, in the order of its release */
export interface ValidatorsUnbondingQuery {
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** Who has voted for which block of a height, as far as this node has heard: of heights below the tip, precommits only */
export interface VotesQuery {
  /** The latest block when absent */
  readonly height?: number | undefined;
}

/** All tokens: built-in ones, then those of the genesis file, then created ones in the order of creation */
export interface TokensQuery {
  /** Records of a page. Without it the answer is the whole list, up to 100000 records or 32 MiB */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** One token */
export interface TokenMetadataQuery {
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** Successful transactions that moved or changed a token, newest first; of XRGE all transactions */
export interface TokenTransactionsQuery {
  /** Records of a page: 50 when it is absent */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
}

/** Accounts that hold a token, greatest balance first */
export interface TokenHoldersQuery {
  /** Records of a page. Without it the answer is the whole list, up to 100000 records or 32 MiB */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** The greatest of them, for the token that the query names */
export interface TopHoldersQuery {
  /** In any case */
  readonly token?: string | undefined;
  /** Records of a page: 100 when it is absent */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** What a spender may still move of a token for its owner; 0 where nothing is allowed */
export interface TokenAllowanceQuery {
  /** Address (rouge1...) or public key of 3,904 hex characters */
  readonly owner: string;
  /** Address (rouge1...) or public key of 3,904 hex characters */
  readonly spender: string;
  /** In any case */
  readonly token: string;
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** Allowances of an owner, or those that a spender has; ordered by the account on the other side, then the symbol */
export interface TokenAllowancesQuery {
  /** Address (rouge1...) or public key of 3,904 hex characters */
  readonly owner?: string | undefined;
  /** Address (rouge1...) or public key of 3,904 hex characters */
  readonly spender?: string | undefined;
  /** Records of a page. Without it the answer is the whole list, up to 100000 records or 32 MiB */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** Allowances that an account has given */
export interface AllowancesQuery {
  /** Records of a page. Without it the answer is the whole list, up to 100000 records or 32 MiB */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** Pools in the order of their creation */
export interface PoolsQuery {
  /** Records of a page. Without it the answer is the whole list, up to 100000 records or 32 MiB */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** One pool; its members stand in the answer and under `pool` */
export interface PoolQuery {
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** What a swap without a path would give now: the best route through up to three pools, among the 8 deepest of each token */
export interface QuoteSwapBody {
  /** Must be 1 to 10 letters and digits */
  readonly token_in: string;
  /** Must be 1 to 10 letters and digits */
  readonly token_out: string;
  /** XRGE in decimals or base units of token_in; as text where a number would not hold it */
  readonly amount_in: bigint;
  /** Not looked at: the best way is found */
  readonly pool_id?: string | undefined;
}

/** What happened in a pool, newest first */
export interface PoolEventsQuery {
  /** Records of a page: 100 when it is absent */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
}

/** What happened in all pools, newest first */
export interface AllPoolEventsQuery {
  /** Records of a page: 100 when it is absent */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
}

/** The newest prices of a pool, one for each event, oldest first */
export interface PoolPricesQuery {
  /** Records of a page: 500 when it is absent */
  readonly limit?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
}

/** The newest candles of a pool within the bounds, oldest first; weeks start on Monday 00:00 UTC */
export interface PoolCandlesQuery {
  readonly interval?: "1m" | "5m" | "15m" | "30m" | "1h" | "4h" | "1d" | "1w" | undefined;
  /** Seconds since the epoch. Buckets that start then or later */
  readonly from?: number | undefined;
  /** Seconds since the epoch. Buckets that start then or earlier */
  readonly to?: number | undefined;
  /** Seconds since the epoch. Buckets that start earlier */
  readonly before?: number | undefined;
  /** Records of a page: 100 when it is absent */
  readonly limit?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
  /** Whether quiet buckets are filled at the price before them */
  readonly fill?: boolean | undefined;
}

/** NFT collections in the order of their creation */
export interface NftCollectionsQuery {
  /** Records of a page. Without it the answer is the whole list, up to 100000 records or 32 MiB */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** One NFT collection */
export interface NftCollectionQuery {
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** NFTs of a collection by their ids */
export interface NftCollectionTokensQuery {
  /** Records of a page. Without it the answer is the whole list, up to 100000 records or 32 MiB */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** Successful transactions in a collection, newest first */
export interface NftCollectionTransactionsQuery {
  /** Records of a page: 50 when it is absent */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
}

/** One NFT */
export interface NftTokenQuery {
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** NFTs of an account, by the age of their collections and their ids */
export interface NftOwnerQuery {
  /** Records of a page. Without it the answer is the whole list, up to 100000 records or 32 MiB */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** Contracts, newest first */
export interface ContractsQuery {
  /** Records of a page: 100 when it is absent */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** A contract: who deployed it, its code, its balance, how much it keeps */
export interface ContractQuery {
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** What the code of a contract offers and asks for: methods, host functions, memory */
export interface ContractInterfaceQuery {
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** Events of a contract, newest first */
export interface ContractEventsQuery {
  /** Records of a page: 50 when it is absent */
  readonly limit?: number | undefined;
  /** Only events of blocks below this height */
  readonly before?: number | undefined;
  /** Only those of this transaction */
  readonly tx?: string | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** What a contract keeps: all of it in pages, or the value at one key */
export interface ContractStateQuery {
  /** Only this one: hex when it is some, its characters otherwise */
  readonly key?: string | undefined;
  /** Only this one, in hex; not together with `key` */
  readonly key_hex?: string | undefined;
  /** Records of a page: 1000 when it is absent */
  readonly limit?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** What a method of a contract would answer in the next block, or a millisecond after the one of `height`; nothing is signed, sent or kept */
export interface PostContractQueryBody {
  /** Name of an exported function without parameters */
  readonly method: string;
  /** Any JSON for the method; an empty object when absent */
  readonly args?: unknown | undefined;
  /** Who calls: a public key in hex; needed where a payment is attached */
  readonly caller?: string | undefined;
  /** Most fuel, also `gas_limit`; 10,000,000 when absent */
  readonly gasLimit?: number | undefined;
  /** A payment */
  readonly attach?: {
  readonly symbol: string;
  /** Quanta of XRGE, or base units of a token, in digits alone: no text, no fraction, no exponent */
  readonly amount: number;
} | undefined;
}

/** What a method of a contract would answer in the next block, or a millisecond after the one of `height`; nothing is signed, sent or kept */
export interface PostContractQueryQuery {
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** With a signed envelope the same as POST /api/v2/contract/execute; without one a query */
export interface PostContractCallBody {
  readonly contractAddr: string;
  /** Name of an exported function without parameters */
  readonly method: string;
  /** Any JSON for the method; an empty object when absent */
  readonly args?: unknown | undefined;
  /** Who calls: a public key in hex; needed where a payment is attached */
  readonly caller?: string | undefined;
  /** Most fuel, also `gas_limit`; 10,000,000 when absent */
  readonly gasLimit?: number | undefined;
  /** A payment */
  readonly attach?: {
  readonly symbol: string;
  /** Quanta of XRGE, or base units of a token, in digits alone: no text, no fraction, no exponent */
  readonly amount: number;
} | undefined;
}

/** With a signed envelope the same as POST /api/v2/contract/publish; unsigned deploys are gone */
export interface PostContractDeployBody {
  readonly payload: unknown;
  readonly signature: string;
  readonly public_key: string;
}

/** Discoverable wallets in the order of their first registrations */
export interface MessengerWalletsQuery {
  /** Records of a page. Without it the answer is the whole list, up to 100000 records or 32 MiB */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** One wallet, by its id, the address of its owner, or one of its keys; also when lists do not show it */
export interface MessengerWalletsByWalletQuery {
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** The wallet that has a name */
export interface NamesResolveQuery {
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** The name of a wallet; null when it has none */
export interface NamesReverseQuery {
  /** As it was after the block of this height; the tip when absent. Below the tip on archive nodes */
  readonly height?: number | undefined;
}

/** Sends an encrypted mail to up to 50 wallets */
export interface PostMailSendBody {
  /** Members of the operation mail_send, then those that every payload may have; 7340032 signed bytes at most */
  readonly payload: {
  /** With toWalletIds: the wallet of the signer, by its id, its address, a key or its name */
  readonly fromWalletId?: string;
  /** The same as fromWalletId */
  readonly from_wallet_id?: string;
  /** 1 to 50 registered wallets, each by its id, its address, a key or its mail name */
  readonly toWalletIds?: readonly string[];
  /** The same as toWalletIds */
  readonly to_wallet_ids?: readonly string[];
  /** With toWalletIds: at most 10 KiB */
  readonly subjectEncrypted?: string;
  /** The same as subjectEncrypted */
  readonly subject_encrypted?: string;
  /** With toWalletIds: at most 512 KiB */
  readonly bodyEncrypted?: string;
  /** The same as bodyEncrypted */
  readonly body_encrypted?: string;
  /** Without toWalletIds: a key of the wallet of the signer, hex */
  readonly fromPublicKey?: string;
  /** The same as fromPublicKey */
  readonly from_public_key?: string;
  /** Without toWalletIds: mail name of the recipient, with or without a domain behind @ */
  readonly to?: string;
  /** Without toWalletIds: a key of the wallet that has this name, hex */
  readonly toPublicKey?: string;
  /** The same as toPublicKey */
  readonly to_public_key?: string;
  /** Without toWalletIds: the sender's copy */
  readonly senderEncrypted?: string;
  /** The same as senderEncrypted */
  readonly sender_encrypted?: string;
  /** Without toWalletIds: the recipient's copy */
  readonly recipientEncrypted?: string;
  /** The same as recipientEncrypted */
  readonly recipient_encrypted?: string;
  /** A file of up to 2 MB, encrypted */
  readonly attachmentEncrypted?: string;
  /** The same as attachmentEncrypted */
  readonly attachment_encrypted?: string;
  /** Shown in lists */
  readonly hasAttachment?: boolean;
  /** The same as hasAttachment */
  readonly has_attachment?: boolean;
  /** Of the attachment, as the client makes it */
  readonly attachmentHash?: string;
  /** The same as attachmentHash */
  readonly attachment_hash?: string;
  /** Signature of the sender over the ciphertexts, which readers check */
  readonly contentSignature?: string;
  /** The same as contentSignature */
  readonly content_signature?: string;
  /** The same as contentSignature */
  readonly signature?: string;
  /** A mail that the sender has; null for none */
  readonly replyToId?: string;
  /** The same as replyToId */
  readonly reply_to_id?: string;
  /** Name of the operation */
  readonly type?: "mail_send";
  /** The same as type */
  readonly action?: "mail_send";
  /** ML-DSA-65 public key, 3904 hex characters */
  readonly from: string;
  /** Milliseconds since the epoch, at most five minutes from the clock of the node */
  readonly timestamp: number;
  /** Random text of 8 to 128 bytes that this key has not used before */
  readonly nonce: string;
  /** Network the request is meant for */
  readonly chain_id?: string;
  /** The same as chain_id */
  readonly chainId?: string;
  /** Tip in XRGE; at most 9 decimals; a number, or its decimal text */
  readonly priority_fee?: number | string;
  /** The same as priority_fee */
  readonly priorityFee?: number | string;
  /** Account nonce it must get */
  readonly account_nonce?: number;
  /** The same as account_nonce */
  readonly accountNonce?: number;
  /** Ignored, unless negative: the network sets the fee; at most 9 decimals; a number, or its decimal text */
  readonly fee?: number | string;
};
  /** ML-DSA-65 signature, 6618 hex characters */
  readonly signature: string;
  /** ML-DSA-65 public key, 3904 hex characters */
  readonly public_key: string;
  /** The bytes that were signed, in hex, when they are not the canonical JSON of payload */
  readonly payload_bytes_hex?: string | undefined;
}

/** Mails in a folder of the signer, newest first */
export interface PostMailFolderBody {
  /** Members of the operation mail_folder, then those that every payload may have; 22099 signed bytes at most */
  readonly payload: {
  /** inbox, sent, trash, starred, drafts; inbox when absent */
  readonly folder?: string;
  /** Elements of a page, 500 at most; 50 when absent */
  readonly limit?: number;
  /** next_cursor of the page before */
  readonly cursor?: string;
  /** Name of the operation */
  readonly type?: "mail_folder";
  /** The same as type */
  readonly action?: "mail_folder";
  /** ML-DSA-65 public key, 3904 hex characters */
  readonly from: string;
  /** Milliseconds since the epoch, at most five minutes from the clock of the node */
  readonly timestamp: number;
  /** Random text of 8 to 128 bytes that this key has not used before */
  readonly nonce: string;
  /** Network the request is meant for */
  readonly chain_id?: string;
  /** The same as chain_id */
  readonly chainId?: string;
  /** Tip in XRGE; at most 9 decimals; a number, or its decimal text */
  readonly priority_fee?: number | string;
  /** The same as priority_fee */
  readonly priorityFee?: number | string;
  /** Account nonce it must get */
  readonly account_nonce?: number;
  /** The same as account_nonce */
  readonly accountNonce?: number;
  /** Ignored, unless negative: the network sets the fee; at most 9 decimals; a number, or its decimal text */
  readonly fee?: number | string;
};
  /** ML-DSA-65 signature, 6618 hex characters */
  readonly signature: string;
  /** ML-DSA-65 public key, 3904 hex characters */
  readonly public_key: string;
  /** The bytes that were signed, in hex, when they are not the canonical JSON of payload */
  readonly payload_bytes_hex?: string | undefined;
}

/** One mail; marks it as read */
export interface PostMailMessageBody {
  /** Members of the operation mail_message, then those that every payload may have; 21666 signed bytes at most */
  readonly payload: {
  /** Id of a mail of which the signer is the sender or a recipient */
  readonly messageId?: string;
  /** The same as messageId */
  readonly message_id?: string;
  /** Name of the operation */
  readonly type?: "mail_message";
  /** The same as type */
  readonly action?: "mail_message";
  /** ML-DSA-65 public key, 3904 hex characters */
  readonly from: string;
  /** Milliseconds since the epoch, at most five minutes from the clock of the node */
  readonly timestamp: number;
  /** Random text of 8 to 128 bytes that this key has not used before */
  readonly nonce: string;
  /** Network the request is meant for */
  readonly chain_id?: string;
  /** The same as chain_id */
  readonly chainId?: string;
  /** Tip in XRGE; at most 9 decimals; a number, or its decimal text */
  readonly priority_fee?: number | string;
  /** The same as priority_fee */
  readonly priorityFee?: number | string;
  /** Account nonce it must get */
  readonly account_nonce?: number;
  /** The same as account_nonce */
  readonly accountNonce?: number;
  /** Ignored, unless negative: the network sets the fee; at most 9 decimals; a number, or its decimal text */
  readonly fee?: number | string;
};
  /** ML-DSA-65 signature, 6618 hex characters */
  readonly signature: string;
  /** ML-DSA-65 public key, 3904 hex characters */
  readonly public_key: string;
  /** The bytes that were signed, in hex, when they are not the canonical JSON of payload */
  readonly payload_bytes_hex?: string | undefined;
}

/** Marks a mail as read */
export interface PostMailReadBody {
  /** Members of the operation mail_read, then those that every payload may have; 21666 signed bytes at most */
  readonly payload: {
  /** Id of a mail of which the signer is the sender or a recipient */
  readonly messageId?: string;
  /** The same as messageId */
  readonly message_id?: string;
  /** Name of the operation */
  readonly type?: "mail_read";
  /** The same as type */
  readonly action?: "mail_read";
  /** ML-DSA-65 public key, 3904 hex characters */
  readonly from: string;
  /** Milliseconds since the epoch, at most five minutes from the clock of the node */
  readonly timestamp: number;
  /** Random text of 8 to 128 bytes that this key has not used before */
  readonly nonce: string;
  /** Network the request is meant for */
  readonly chain_id?: string;
  /** The same as chain_id */
  readonly chainId?: string;
  /** Tip in XRGE; at most 9 decimals; a number, or its decimal text */
  readonly priority_fee?: number | string;
  /** The same as priority_fee */
  readonly priorityFee?: number | string;
  /** Account nonce it must get */
  readonly account_nonce?: number;
  /** The same as account_nonce */
  readonly accountNonce?: number;
  /** Ignored, unless negative: the network sets the fee; at most 9 decimals; a number, or its decimal text */
  readonly fee?: number | string;
};
  /** ML-DSA-65 signature, 6618 hex characters */
  readonly signature: string;
  /** ML-DSA-65 public key, 3904 hex characters */
  readonly public_key: string;
  /** The bytes that were signed, in hex, when they are not the canonical JSON of payload */
  readonly payload_bytes_hex?: string | undefined;
}

/** Moves a mail to another folder of the signer */
export interface PostMailMoveBody {
  /** Members of the operation mail_move, then those that every payload may have; 21694 signed bytes at most */
  readonly payload: {
  /** Id of a mail of which the signer is the sender or a recipient */
  readonly messageId?: string;
  /** The same as messageId */
  readonly message_id?: string;
  /** inbox, sent, trash, starred, drafts */
  readonly folder: string;
  /** Name of the operation */
  readonly type?: "mail_move";
  /** The same as type */
  readonly action?: "mail_move";
  /** ML-DSA-65 public key, 3904 hex characters */
  readonly from: string;
  /** Milliseconds since the epoch, at most five minutes from the clock of the node */
  readonly timestamp: number;
  /** Random text of 8 to 128 bytes that this key has not used before */
  readonly nonce: string;
  /** Network the request is meant for */
  readonly chain_id?: string;
  /** The same as chain_id */
  readonly chainId?: string;
  /** Tip in XRGE; at most 9 decimals; a number, or its decimal text */
  readonly priority_fee?: number | string;
  /** The same as priority_fee */
  readonly priorityFee?: number | string;
  /** Account nonce it must get */
  readonly account_nonce?: number;
  /** The same as account_nonce */
  readonly accountNonce?: number;
  /** Ignored, unless negative: the network sets the fee; at most 9 decimals; a number, or its decimal text */
  readonly fee?: number | string;
};
  /** ML-DSA-65 signature, 6618 hex characters */
  readonly signature: string;
  /** ML-DSA-65 public key, 3904 hex characters */
  readonly public_key: string;
  /** The bytes that were signed, in hex, when they are not the canonical JSON of payload */
  readonly payload_bytes_hex?: string | undefined;
}

/** Deletes a mail of the signer for good; erases it when all participants have deleted it */
export interface PostMailDeleteBody {
  /** Members of the operation mail_delete, then those that every payload may have; 21666 signed bytes at most */
  readonly payload: {
  /** Id of a mail of which the signer is the sender or a recipient */
  readonly messageId?: string;
  /** The same as messageId */
  readonly message_id?: string;
  /** Name of the operation */
  readonly type?: "mail_delete";
  /** The same as type */
  readonly action?: "mail_delete";
  /** ML-DSA-65 public key, 3904 hex characters */
  readonly from: string;
  /** Milliseconds since the epoch, at most five minutes from the clock of the node */
  readonly timestamp: number;
  /** Random text of 8 to 128 bytes that this key has not used before */
  readonly nonce: string;
  /** Network the request is meant for */
  readonly chain_id?: string;
  /** The same as chain_id */
  readonly chainId?: string;
  /** Tip in XRGE; at most 9 decimals; a number, or its decimal text */
  readonly priority_fee?: number | string;
  /** The same as priority_fee */
  readonly priorityFee?: number | string;
  /** Account nonce it must get */
  readonly account_nonce?: number;
  /** The same as account_nonce */
  readonly accountNonce?: number;
  /** Ignored, unless negative: the network sets the fee; at most 9 decimals; a number, or its decimal text */
  readonly fee?: number | string;
};
  /** ML-DSA-65 signature, 6618 hex characters */
  readonly signature: string;
  /** ML-DSA-65 public key, 3904 hex characters */
  readonly public_key: string;
  /** The bytes that were signed, in hex, when they are not the canonical JSON of payload */
  readonly payload_bytes_hex?: string | undefined;
}

/** Counts one more play of a track */
export interface PostSocialPlayBody {
  /** Members of the operation social_play, then those that every payload may have; 23072 signed bytes at most */
  readonly payload: {
  /** The track, as the clients that show it name it */
  readonly trackId?: string;
  /** The same as trackId */
  readonly track_id?: string;
  /** Name of the operation */
  readonly type?: "social_play";
  /** The same as type */
  readonly action?: "social_play";
  /** ML-DSA-65 public key, 3904 hex characters */
  readonly from: string;
  /** Milliseconds since the epoch, at most five minutes from the clock of the node */
  readonly timestamp: number;
  /** Random text of 8 to 128 bytes that this key has not used before */
  readonly nonce: string;
  /** Network the request is meant for */
  readonly chain_id?: string;
  /** The same as chain_id */
  readonly chainId?: string;
  /** Tip in XRGE; at most 9 decimals; a number, or its decimal text */
  readonly priority_fee?: number | string;
  /** The same as priority_fee */
  readonly priorityFee?: number | string;
  /** Account nonce it must get */
  readonly account_nonce?: number;
  /** The same as account_nonce */
  readonly accountNonce?: number;
  /** Ignored, unless negative: the network sets the fee; at most 9 decimals; a number, or its decimal text */
  readonly fee?: number | string;
};
  /** ML-DSA-65 signature, 6618 hex characters */
  readonly signature: string;
  /** ML-DSA-65 public key, 3904 hex characters */
  readonly public_key: string;
  /** The bytes that were signed, in hex, when they are not the canonical JSON of payload */
  readonly payload_bytes_hex?: string | undefined;
}

/** Converts a picture to WebP of at most 256 x 256 pixels, ready to be the image of a token; of an animation the first frame */
export interface ConvertLogoBody {
  /** PNG, JPEG, WebP or GIF in base64, alone or as a data URI; what it is, its bytes say. At most 25 megapixels and 16384 pixels a side */
  readonly image: string;
}
