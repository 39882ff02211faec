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

/** An authority of the bridge states a deposit on another chain; with enough of them it is minted, once for ever */
export interface BridgeMintFields {
  /** Name of the deposit: 0x<hash>, xrge:0x<hash>, btc:<txid> or btcaddr:<txid>:<vout> */
  readonly claimKey: string;
  /** qETH, qUSDC, qBTC or XRGE */
  readonly tokenSymbol: string;
  /** Base units. In the payload: Base units; quanta of XRGE */
  readonly amountUnits: bigint;
  /** Who gets the tokens */
  readonly recipient: string;
  /** Block of the deposit on its chain */
  readonly blockHash: string;
  /** Its height */
  readonly height: number;
  /** Index of the log in the block, or of the output */
  readonly position: number;
  /** EVM address that paid */
  readonly sender?: string | undefined;
  /** Signature of the sender for the recipient, where the deposit names none */
  readonly proof?: string | undefined;
}

/** A validator attests a deposit that an authority has stated, on networks that ask for it */
export interface BridgeAttestFields {
  /** Name of the deposit: 0x<hash>, xrge:0x<hash>, btc:<txid> or btcaddr:<txid>:<vout> */
  readonly claimKey: string;
  /** qETH, qUSDC, qBTC or XRGE */
  readonly tokenSymbol: string;
  /** Base units. In the payload: Base units; quanta of XRGE */
  readonly amountUnits: bigint;
  /** Who gets the tokens */
  readonly recipient: string;
  /** Block of the deposit on its chain */
  readonly blockHash: string;
  /** Its height */
  readonly height: number;
  /** Index of the log in the block, or of the output */
  readonly position: number;
  /** EVM address that paid */
  readonly sender?: string | undefined;
  /** Signature of the sender for the recipient, where the deposit names none */
  readonly proof?: string | undefined;
}

/** Burns bridged units or XRGE of the signer, to be paid out on the other chain. The payload must name its type */
export interface BridgeWithdrawFields {
  /** Quanta of XRGE, or base units of a token. In the payload: Whole base units of a bridged token, or XRGE in decimals */
  readonly amount: bigint;
  /** Address on the other chain; of Bitcoin for qBTC */
  readonly evmAddress: string;
  /** qETH, qUSDC, qBTC or XRGE */
  readonly tokenSymbol: string;
}

/** An authority of the bridge notes that an attempt to pay a withdrawal out has failed */
export interface BridgeFailFields {
  /** Id of the withdrawal: 64 hex characters, after xrge: for XRGE */
  readonly withdrawal: string;
  /** What went wrong */
  readonly error: string;
}

/** An authority of the bridge states the payout that settles a withdrawal */
export interface BridgeFulfilFields {
  /** Id of the withdrawal: 64 hex characters, after xrge: for XRGE */
  readonly withdrawal: string;
  /** Hash of the paying transaction */
  readonly payoutTx: string;
  /** Indexes of its logs in the block, or of its outputs, that pay: rising numbers joined by commas */
  readonly positions: string;
  /** Base units. In the payload: For qBTC: satoshis that these outputs pay */
  readonly paid?: bigint | undefined;
  /** Base units. In the payload: For qBTC: network fee of the transaction in satoshis */
  readonly networkFee?: bigint | undefined;
}

/** An authority of the bridge gives back what a withdrawal has burned */
export interface BridgeRefundFields {
  /** Id of the withdrawal: 64 hex characters, after xrge: for XRGE */
  readonly withdrawal: string;
}

/** Begins a conversation; of two accounts there is one, which is given when it exists */
export interface MessengerCreateFields {
  /** Wallet ids, addresses, signing or encryption keys of registered wallets, 50 at most */
  readonly participantIds: readonly string[];
  /** Name of the group; 100 characters at most, without the character NUL */
  readonly name?: string | undefined;
  /** Whether it is a group although it begins with two; more than two are always one */
  readonly isGroup?: boolean | undefined;
}

/** Conversations of the signer, the latest first */
export interface MessengerConversationsFields {
  /** inbox, trash or all; inbox when absent */
  readonly folder?: string | undefined;
  /** Elements of a page, 500 at most; 50 when absent */
  readonly limit?: number | undefined;
  /** next_cursor of the page before, hex in either case */
  readonly cursor?: string | undefined;
}

/** Names a conversation */
export interface MessengerUpdateFields {
  /** Id of the conversation, or what the signer has called it in a message */
  readonly conversationId: string;
  /** The new name; empty for none; 100 characters at most, without the character NUL */
  readonly name: string;
}

/** Adds participants to a group */
export interface MessengerAddParticipantsFields {
  /** Id of the conversation, or what the signer has called it in a message */
  readonly conversationId: string;
  /** Wallet ids, addresses, signing or encryption keys of registered wallets, 50 at most */
  readonly participantIds: readonly string[];
}

/** Deletes a conversation for the signer; it can be restored for 30 days unless it is purged */
export interface MessengerDeleteConversationFields {
  /** Id of the conversation, or what the signer has called it in a message */
  readonly conversationId: string;
  /** Whether it cannot be restored */
  readonly purge?: boolean | undefined;
}

/** Restores a conversation that the signer has deleted */
export interface MessengerRestoreConversationFields {
  /** Id of the conversation, or what the signer has called it in a message */
  readonly conversationId: string;
}

/** Sends a message, to a conversation or to a recipient */
export interface MessengerSendFields {
  /** Id of the conversation, or what the signer has called it in a message */
  readonly conversationId?: string | undefined;
  /** The key of the signer */
  readonly senderPublicKey?: string | undefined;
  /** To whom it goes: without it, conversationId says so */
  readonly recipientPublicKey?: string | undefined;
  /** Ignored: the directory says what a wallet is called */
  readonly senderDisplayName?: string | undefined;
  /** Ignored: the directory says what a wallet is called */
  readonly recipientDisplayName?: string | undefined;
  /** The ciphertext for all; or the two that follow */
  readonly encryptedContent?: string | undefined;
  /** The ciphertext that the sender can read */
  readonly senderEncrypted?: string | undefined;
  /** The ciphertext that the recipient can read */
  readonly recipientEncrypted?: string | undefined;
  /** Signature of the sender over encryptedContent, for clients that check it; the node does not */
  readonly contentSignature?: string | undefined;
  /** text, image, video, or what clients agree on; text when absent */
  readonly messageType?: string | undefined;
  /** Whether it is hidden when it is read, and erased some time later */
  readonly selfDestruct?: boolean | undefined;
  /** Seconds from the first reading until it is erased, 31536000 at most; 30 when absent */
  readonly destructSeconds?: number | undefined;
  /** Whether clients show it only when asked */
  readonly spoiler?: boolean | undefined;
}

/** Messages of a conversation, each page oldest first */
export interface MessengerMessagesFields {
  /** Id of the conversation, or what the signer has called it in a message */
  readonly conversationId: string;
  /** Whether pages lead from the latest back in time; true, with 500 messages, for a request without limit and cursor */
  readonly latest?: boolean | undefined;
  /** Elements of a page, 500 at most; 50 when absent */
  readonly limit?: number | undefined;
  /** next_cursor of the page before, hex in either case */
  readonly cursor?: string | undefined;
}

/** Marks a message as read by the signer */
export interface MessengerReadFields {
  /** Id of the message */
  readonly messageId: string;
  /** Id of the conversation, or what the signer has called it in a message */
  readonly conversationId?: string | undefined;
}

/** Deletes a message: its sender for everybody, another participant for himself; it can be restored for 30 days */
export interface MessengerDeleteFields {
  /** Id of the message */
  readonly messageId: string;
  /** Id of the conversation, or what the signer has called it in a message */
  readonly conversationId?: string | undefined;
}

/** Restores a message that the signer has deleted */
export interface MessengerRestoreFields {
  /** Id of the message */
  readonly messageId: string;
  /** Id of the conversation, or what the signer has called it in a message */
  readonly conversationId?: string | undefined;
}

/** Sends an encrypted mail to up to 50 wallets */
export interface MailSendFields {
  /** With toWalletIds: the wallet of the signer, by its id, its address, a key or its name */
  readonly fromWalletId?: string | undefined;
  /** 1 to 50 registered wallets, each by its id, its address, a key or its mail name */
  readonly toWalletIds?: readonly string[] | undefined;
  /** With toWalletIds: at most 10 KiB, and 5 KiB for each further recipient */
  readonly subjectEncrypted?: string | undefined;
  /** With toWalletIds: at most 512 KiB, and 5 KiB for each further recipient */
  readonly bodyEncrypted?: string | undefined;
  /** Without toWalletIds: a key of the wallet of the signer, hex */
  readonly fromPublicKey?: string | undefined;
  /** Without toWalletIds: mail name of the recipient, with or without a domain behind @ */
  readonly to?: string | undefined;
  /** Without toWalletIds: a key of the wallet that has this name, hex */
  readonly toPublicKey?: string | undefined;
  /** Without toWalletIds: the sender's copy */
  readonly senderEncrypted?: string | undefined;
  /** Without toWalletIds: the recipient's copy */
  readonly recipientEncrypted?: string | undefined;
  /** A file of up to 2 MB, encrypted */
  readonly attachmentEncrypted?: string | undefined;
  /** Shown in lists */
  readonly hasAttachment?: boolean | undefined;
  /** Of the attachment, as the client makes it */
  readonly attachmentHash?: string | undefined;
  /** Signature of the sender over the ciphertexts, which readers check */
  readonly contentSignature?: string | undefined;
  /** A mail that the sender has; null for none */
  readonly replyToId?: string | undefined;
}

/** Mails in a folder of the signer, newest first */
export interface MailFolderFields {
  /** inbox, sent, trash, starred, drafts; inbox when absent */
  readonly folder?: string | undefined;
  /** Elements of a page, 500 at most; 50 when absent */
  readonly limit?: number | undefined;
  /** next_cursor of the page before, hex in either case */
  readonly cursor?: string | undefined;
}

/** One mail; marks it as read */
export interface MailMessageFields {
  /** Id of a mail of which the signer is the sender or a recipient */
  readonly messageId: string;
}

/** Marks a mail as read */
export interface MailReadFields {
  /** Id of a mail of which the signer is the sender or a recipient */
  readonly messageId: string;
}

/** Moves a mail to another folder of the signer */
export interface MailMoveFields {
  /** Id of a mail of which the signer is the sender or a recipient */
  readonly messageId: string;
  /** inbox, sent, trash, starred, drafts */
  readonly folder: string;
}

/** Deletes a mail of the signer for good; erases it when all participants have deleted it */
export interface MailDeleteFields {
  /** Id of a mail of which the signer is the sender or a recipient */
  readonly messageId: string;
}

/** Counts one more play of a track */
export interface SocialPlayFields {
  /** The track, as the clients that show it name it, without the character NUL */
  readonly trackId: string;
}

/** Likes a track, or takes that back */
export interface SocialLikeFields {
  /** The track, as the clients that show it name it, without the character NUL */
  readonly trackId: string;
}

/** Comments on a track */
export interface SocialCommentFields {
  /** The track, as the clients that show it name it, without the character NUL */
  readonly trackId: string;
  /** The text, 2000 characters at most, without the character NUL */
  readonly body: string;
}

/** Deletes a comment; its author alone may */
export interface SocialCommentDeleteFields {
  /** Id of the comment */
  readonly commentId: string;
}

/** Follows somebody, or takes that back */
export interface SocialFollowFields {
  /** Whom: a public key in hex, or an address */
  readonly artistPubkey: string;
}

/** Publishes a post, or a reply to one */
export interface SocialPostCreateFields {
  /** The text, 4000 characters at most, without the character NUL */
  readonly body: string;
  /** Id of the post that this one replies to */
  readonly replyToId?: string | undefined;
}

/** Deletes a post; its author alone may */
export interface SocialPostDeleteFields {
  /** Id of the post */
  readonly postId: string;
}

/** Reposts another's post, or takes that back */
export interface SocialRepostFields {
  /** Id of the post */
  readonly postId: string;
}

/** Posts of those whom the signer follows, of the 1000 latest of them, newest first */
export interface SocialFeedFields {
  /** Elements of a page, 500 at most; 50 when absent */
  readonly limit?: number | undefined;
  /** next_cursor of the page before, hex in either case */
  readonly cursor?: string | undefined;
  /** Posts to leave out, 10000 at most; to read on, take the cursor */
  readonly offset?: number | undefined;
}

/** Hides a track from the profile of the signer, or shows it again */
export interface SocialHideTrackFields {
  /** The track, as the clients that show it name it, without the character NUL */
  readonly trackId: string;
  /** Whether to hide it; true if absent */
  readonly hidden?: boolean | undefined;
}

/** Opens a proposal; this node is its home */
export interface RegenProposalFields {
  /** One line */
  readonly title: string;
  /** What it is about */
  readonly summary: string;
  /** Where */
  readonly territory?: string | undefined;
  /** Address to which the payout must go */
  readonly recipient?: string | undefined;
  /** Quanta. In the payload: XRGE that it asks for, above 0 and at most 340282366920938463463374607431.768211455 */
  readonly requestedXrge?: bigint | undefined;
  /** https URL */
  readonly link?: string | undefined;
  /** Voting window, 1 to 30 days */
  readonly durationDays?: number | undefined;
}

/** The frozen rules of a proposal, signed by its home */
export interface RegenOpeningFields {
  /** proposalId */
  readonly proposalId: string;
  /** Id of the record of the request, hex */
  readonly request: string;
  /** SHA-256 of the list of weights, hex */
  readonly snapshotRoot: string;
  /** creator */
  readonly creator: string;
  /** startsAtMs */
  readonly startsAtMs: number;
  /** endsAtMs */
  readonly endsAtMs: number;
  /** snapshotHeight */
  readonly snapshotHeight: number;
  /** eligibleVoters */
  readonly eligibleVoters: number;
  /** capBps */
  readonly capBps: number;
  /** turnoutBps */
  readonly turnoutBps: number;
  /** eligibleTotalQuanta */
  readonly eligibleTotalQuanta: string;
  /** capQuanta */
  readonly capQuanta: string;
  /** turnoutQuanta */
  readonly turnoutQuanta: string;
  /** Wallets without a vote */
  readonly excluded: readonly string[];
}

/** Votes on a proposal; the last vote of a wallet counts */
export interface RegenVoteFields {
  /** The proposal, as it was answered when it was opened; in any case */
  readonly proposalId: string;
  /** yes, no or abstain */
  readonly choice: string;
}

/** Records the transfer from the treasury that has paid a passed proposal; for curators */
export interface RegenPayoutFields {
  /** The proposal, as it was answered when it was opened; in any case */
  readonly proposalId: string;
  /** Id of the transfer that has paid it */
  readonly txId: string;
}

/** Cancels an open proposal: a curator, or the creator before any votes */
export interface RegenCancelFields {
  /** The proposal, as it was answered when it was opened; in any case */
  readonly proposalId: string;
  /** Why */
  readonly reason?: string | undefined;
}

/** Registers the device that gets the push notifications of the signer */
export interface PushRegisterFields {
  /** Token of the device, as its platform names it; 512 characters at most */
  readonly pushToken: string;
  /** Whose token it is: 1 to 32 small letters, digits, - and _; expo if absent. The operator says which are delivered */
  readonly platform?: string | undefined;
}

/** Ends the push notifications of the signer */
export interface PushUnregisterFields {
}

/** Follows one key's mail and conversations on a connection of the event stream */
export interface MessengerWsSubscribeFields {
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

/** Blocks from a height on with everything that they did: movements, logs, events of contracts and pools, changed balances; without signatures */
export interface BlocksEffectsQuery {
  /** Ascending from this height */
  readonly from_height: number;
  /** Records of a page: 50 when it is absent */
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
  readonly tx_type: "transfer" | "faucet" | "stake" | "unstake" | "create_token" | "mint_tokens" | "update_token_metadata" | "claim_token_metadata" | "approve" | "transfer_from" | "token_freeze" | "burn" | "create_pool" | "add_liquidity" | "remove_liquidity" | "swap" | "nft_create_collection" | "nft_mint" | "nft_batch_mint" | "nft_transfer" | "nft_burn" | "nft_lock" | "nft_freeze_collection" | "contract_deploy" | "contract_call" | "register_wallet" | "register_name" | "release_name" | "bridge_mint" | "bridge_attest" | "bridge_withdraw" | "bridge_fail" | "bridge_fulfil" | "bridge_refund";
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

/** Tokens and collections with a symbol or a word of their name that begins with a text, pools of such tokens, and the contract whose address it is. Where there is an index of the history: with the text anywhere in their names, NFTs whose name begins with it, transactions and blocks whose hash does */
export interface SearchQuery {
  /** Must be 1 to 100 characters */
  readonly q: string;
  /** Records of a page: 20 when it is absent */
  readonly limit?: number | undefined;
}

/** Each change of a balance of an account with the running balance, newest first */
export interface AnalyticsAccountHistoryQuery {
  /** In any case */
  readonly token?: string | undefined;
  /** Records of a page: 50 when it is absent */
  readonly limit?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
}

/** What was moved of a token each day, by the reason; days without are left out */
export interface AnalyticsVolumeQuery {
  /** In any case */
  readonly token?: string | undefined;
  /** How many days, the last of them included */
  readonly days?: number | undefined;
  /** The last day, in UTC; that of the newest block when absent */
  readonly until?: string | undefined;
}

/** How many accounts held a token at the end of each day, from its first on */
export interface AnalyticsHoldersQuery {
  /** In any case */
  readonly token?: string | undefined;
  /** How many days, the last of them included */
  readonly days?: number | undefined;
  /** The last day, in UTC; that of the newest block when absent */
  readonly until?: string | undefined;
}

/** Transactions of each day by kind and status, with their fees and how many signers they had */
export interface AnalyticsTransactionsQuery {
  /** How many days, the last of them included */
  readonly days?: number | undefined;
  /** The last day, in UTC; that of the newest block when absent */
  readonly until?: string | undefined;
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

/** Plays, likes and comments of a track */
export interface SocialTrackStatsQuery {
  /** Address (rouge1...) or public key of 3,904 hex characters */
  readonly viewer?: string | undefined;
}

/** Comments on a track, newest first */
export interface SocialTrackCommentsQuery {
  /** Records of a page: 50 when it is absent */
  readonly limit?: number | undefined;
  /** Elements to leave out; to read on, take the cursor */
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
}

/** How many follow somebody, and how many they follow */
export interface SocialArtistStatsQuery {
  /** Address (rouge1...) or public key of 3,904 hex characters */
  readonly viewer?: string | undefined;
}

/** Tracks that somebody likes, the latest first */
export interface SocialUserLikesQuery {
  /** Records of a page: 500 when it is absent */
  readonly limit?: number | undefined;
  /** Elements to leave out; to read on, take the cursor */
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
}

/** Whom somebody follows, the latest first */
export interface SocialUserFollowingQuery {
  /** Records of a page: 200 when it is absent */
  readonly limit?: number | undefined;
  /** Elements to leave out; to read on, take the cursor */
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
}

/** Who follows somebody, the latest first */
export interface SocialUserFollowersQuery {
  /** Records of a page: 50 when it is absent */
  readonly limit?: number | undefined;
  /** Elements to leave out; to read on, take the cursor */
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
}

/** Posts of somebody, replies among them, newest first */
export interface SocialUserPostsQuery {
  /** Records of a page: 50 when it is absent */
  readonly limit?: number | undefined;
  /** Elements to leave out; to read on, take the cursor */
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
}

/** Tracks that somebody has hidden from their profile */
export interface SocialHiddenTracksQuery {
  /** Records of a page: 500 when it is absent */
  readonly limit?: number | undefined;
  /** Elements to leave out; to read on, take the cursor */
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
}

/** All posts, replies among them, newest first */
export interface SocialTimelineQuery {
  /** Records of a page: 50 when it is absent */
  readonly limit?: number | undefined;
  /** Elements to leave out; to read on, take the cursor */
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
}

/** A post */
export interface SocialPostQuery {
  /** Address (rouge1...) or public key of 3,904 hex characters */
  readonly viewer?: string | undefined;
}

/** Likes, reposts and replies of a post */
export interface SocialPostStatsQuery {
  /** Address (rouge1...) or public key of 3,904 hex characters */
  readonly viewer?: string | undefined;
}

/** Replies to a post, oldest first; they stay when the post is deleted */
export interface SocialPostRepliesQuery {
  /** Records of a page: 50 when it is absent */
  readonly limit?: number | undefined;
  /** Elements to leave out; to read on, take the cursor */
  readonly offset?: number | undefined;
  /** Must be the next_cursor of an earlier answer */
  readonly cursor?: string | undefined;
}

/** Deposits and withdrawals of everybody that are in blocks, newest first */
export interface BridgeActivityQuery {
  /** Records of a page: 25 when it is absent */
  readonly limit?: number | undefined;
  /** Must be a cursor <height>-<index>, or a height */
  readonly before?: string | undefined;
}

/** Mints what a wallet has sent to custody: ETH or USDC. The wallet has signed who gets it */
export interface PostBridgeClaimBody {
  /** Hash of the deposit, 0x and 64 hex digits */
  readonly evmTxHash: string;
  /** Wallet that has paid */
  readonly evmAddress: string;
  readonly evmSignature?: string | null | undefined;
  /** Who gets the tokens: a public key in hex or a rouge1 address */
  readonly recipientRougechainPubkey: string;
  readonly token?: string | null | undefined;
}

/** Mints the XRGE that a wallet has sent to the vault. The wallet has signed who gets it */
export interface PostBridgeXrgeClaimBody {
  /** Hash of the deposit, 0x and 64 hex digits */
  readonly evmTxHash: string;
  /** Wallet that has paid */
  readonly evmAddress: string;
  readonly evmSignature?: string | null | undefined;
  /** Who gets the tokens: a public key in hex or a rouge1 address */
  readonly recipientRougechainPubkey: string;
  /** Ignored: the deposit says it */
  readonly amount?: unknown | undefined;
}

/** Mints what a transaction has paid to the custody of Bitcoin, for the recipient in its OP_RETURN. Ask again until it is deep enough */
export interface PostBridgeBtcClaimBody {
  /** 64 hex digits */
  readonly btcTxid: string;
  readonly recipientRougechainPubkey?: string | null | undefined;
}

/** For relayers: mints a deposit through the contracts for the recipient that its event names. Once, however often it is asked */
export interface PostBridgeDepositAutoClaimBody {
  /** Hash of the deposit */
  readonly evmTxHash?: string | undefined;
  readonly recipientRougechainPubkey?: string | null | undefined;
  readonly token?: string | null | undefined;
  /** Of an operator: these members, type bridge_operator, from, timestamp and nonce. It must name evmTxHash */
  readonly payload?: { readonly [name: string]: unknown } | undefined;
  /** ML-DSA-65 signature of the payload by an operator's key */
  readonly signature?: string | undefined;
  readonly public_key?: string | undefined;
}

/** For the operator: the same, with the admin key in the body */
export interface PostBridgeAdminReclaimBody {
  /** Hash of the deposit */
  readonly evmTxHash: string;
  readonly recipientRougechainPubkey?: string | null | undefined;
  readonly token?: string | null | undefined;
  readonly adminKey?: string | null | undefined;
}

/** Burns qETH, qUSDC or qBTC of the signer, to be paid out on the other chain */
export interface PostBridgeWithdrawBody {
  /** Public key of the signer, hex */
  readonly fromPublicKey: string;
  /** As it is signed */
  readonly amountUnits?: unknown | undefined;
  /** As it is signed; of Bitcoin for qBTC */
  readonly evmAddress?: string | undefined;
  /** As it is signed */
  readonly fee?: unknown | undefined;
  /** ML-DSA-65 signature of the payload, hex */
  readonly signature: string;
  /** type bridge_withdraw, from, amount, fee (0.1), tokenSymbol, evmAddress, timestamp, nonce. Only these count */
  readonly payload: { readonly [name: string]: unknown };
}

/** Burns XRGE of the signer, to be paid out of the vault */
export interface PostBridgeXrgeWithdrawBody {
  /** Public key of the signer, hex */
  readonly fromPublicKey: string;
  /** As it is signed */
  readonly amount?: unknown | undefined;
  /** As it is signed; of Bitcoin for qBTC */
  readonly evmAddress?: string | undefined;
  /** As it is signed */
  readonly fee?: unknown | undefined;
  /** ML-DSA-65 signature of the payload, hex */
  readonly signature: string;
  /** type bridge_withdraw, from, amount, fee (0.1), tokenSymbol, evmAddress, timestamp, nonce. Only these count */
  readonly payload: { readonly [name: string]: unknown };
}

/** For relayers and operators: marks a withdrawal as paid, once the payout is verified on the other chain */
export interface DeleteBridgeWithdrawalsBody {
  /** Hash of the payout */
  readonly evmTxHash?: string | undefined;
  /** Hash of the payout */
  readonly payout_tx_hash?: string | undefined;
  /** Of an operator: these members, type bridge_operator, from, timestamp and nonce. It must name the hash of the payout */
  readonly payload?: { readonly [name: string]: unknown } | undefined;
  /** ML-DSA-65 signature of the payload by an operator's key */
  readonly signature?: string | undefined;
  readonly public_key?: string | undefined;
}

/** For relayers and operators: marks a withdrawal as paid, once the payout is verified on the other chain */
export interface DeleteBridgeXrgeWithdrawalsBody {
  /** Hash of the payout */
  readonly evmTxHash?: string | undefined;
  /** Hash of the payout */
  readonly payout_tx_hash?: string | undefined;
  /** Of an operator: these members, type bridge_operator, from, timestamp and nonce. It must name the hash of the payout */
  readonly payload?: { readonly [name: string]: unknown } | undefined;
  /** ML-DSA-65 signature of the payload by an operator's key */
  readonly signature?: string | undefined;
  readonly public_key?: string | undefined;
}

/** For relayers and operators: marks a withdrawal as paid, once the payout is verified on the other chain */
export interface DeleteBridgeBtcWithdrawalsBody {
  /** Hash of the payout */
  readonly btcTxid?: string | undefined;
  /** Hash of the payout */
  readonly payout_tx_hash?: string | undefined;
  /** Of an operator: these members, type bridge_operator, from, timestamp and nonce. It must name the hash of the payout */
  readonly payload?: { readonly [name: string]: unknown } | undefined;
  /** ML-DSA-65 signature of the payload by an operator's key */
  readonly signature?: string | undefined;
  readonly public_key?: string | undefined;
}

/** For relayers and operators: notes that an attempt to pay a withdrawal out has failed */
export interface PostBridgeWithdrawalsFailureBody {
  /** What went wrong */
  readonly error?: string | undefined;
  /** Of an operator: these members, type bridge_operator, from, timestamp and nonce. It must name error */
  readonly payload?: { readonly [name: string]: unknown } | undefined;
  /** ML-DSA-65 signature of the payload by an operator's key */
  readonly signature?: string | undefined;
  readonly public_key?: string | undefined;
}

/** For relayers and operators: mints again what a withdrawal has burned, when the other chain shows no release. Of Bitcoin an operator must sign that nothing was paid (unpaid: true) */
export interface PostBridgeWithdrawalsRefundBody {
  /** The id in the path */
  readonly withdrawal?: string | undefined;
  /** Of Bitcoin, signed: nothing was paid */
  readonly unpaid?: boolean | undefined;
  /** Of an operator: these members, type bridge_operator, from, timestamp and nonce. It must name withdrawal */
  readonly payload?: { readonly [name: string]: unknown } | undefined;
  /** ML-DSA-65 signature of the payload by an operator's key */
  readonly signature?: string | undefined;
  readonly public_key?: string | undefined;
}

/** The Bitcoin address of a recipient, always the same one: what is paid to it is minted without a claim */
export interface PostBridgeBtcDepositAddressBody {
  /** A rouge1 address, or a public key in hex */
  readonly recipient?: string | undefined;
}

/** For relayers: adds addresses that may be given to users. What is no address, or whose address or index is known already, is left out */
export interface PostBridgeBtcDepositPoolBody {
  /** With their indexes in the wallet of the relayer */
  readonly addresses: readonly ({
  readonly index: number;
  readonly address: string;
})[];
}

/** Converts a picture to WebP of at most 256 x 256 pixels, ready to be the image of a token; of an animation the first frame */
export interface ConvertLogoBody {
  /** PNG, JPEG, WebP or GIF in base64, alone or as a data URI; what it is, its bytes say. At most 25 megapixels and 16384 pixels a side */
  readonly image: string;
}
