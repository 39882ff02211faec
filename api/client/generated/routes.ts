// Generated from the route table by `npm run client:generate`. Do not edit.

import type {
  AccountNonceAnswer,
  AddLiquidityAnswer,
  AddressTransactionsAnswer,
  AllPoolEventsAnswer,
  AllowancesAnswer,
  AnalyticsAccountHistoryAnswer,
  AnalyticsHoldersAnswer,
  AnalyticsStatusAnswer,
  AnalyticsTransactionsAnswer,
  AnalyticsVolumeAnswer,
  ApproveAnswer,
  AskFaucetAnswer,
  BalanceAnswer,
  BlockAnswer,
  BlockByHashAnswer,
  BlocksAnswer,
  BlocksEffectsAnswer,
  BlocksHeadersAnswer,
  BlocksSummaryAnswer,
  BridgeActivityAnswer,
  BridgeActivityByTxIdAnswer,
  BridgeAttestAnswer,
  BridgeBtcDepositAddressesAnswer,
  BridgeBtcWithdrawalsAnswer,
  BridgeConfigAnswer,
  BridgeFailAnswer,
  BridgeFulfilAnswer,
  BridgeHealthAnswer,
  BridgeMintAnswer,
  BridgeRefundAnswer,
  BridgeReservesAnswer,
  BridgeWithdrawAnswer,
  BridgeWithdrawalsAnswer,
  BridgeXrgeConfigAnswer,
  BridgeXrgeWithdrawalsAnswer,
  BroadcastAnswer,
  BurnAddressAnswer,
  BurnAnswer,
  BurnedAnswer,
  ClaimTokenMetadataAnswer,
  ContractAnswer,
  ContractCallAnswer,
  ContractDeployAnswer,
  ContractEventsAnswer,
  ContractInterfaceAnswer,
  ContractStateAnswer,
  ContractsAnswer,
  ConvertLogoAnswer,
  CreatePoolAnswer,
  CreateTokenAnswer,
  DeleteBridgeBtcWithdrawalsAnswer,
  DeleteBridgeWithdrawalsAnswer,
  DeleteBridgeXrgeWithdrawalsAnswer,
  EvidenceAnswer,
  FaucetAnswer,
  FeeAnswer,
  FeeInfoAnswer,
  FinalityAnswer,
  FinalityByHeightAnswer,
  HealthAnswer,
  MailDeleteAnswer,
  MailFolderAnswer,
  MailMessageAnswer,
  MailMoveAnswer,
  MailReadAnswer,
  MailSendAnswer,
  MessengerAddParticipantsAnswer,
  MessengerConversationsAnswer,
  MessengerCreateAnswer,
  MessengerDeleteAnswer,
  MessengerDeleteConversationAnswer,
  MessengerMessagesAnswer,
  MessengerReadAnswer,
  MessengerRestoreAnswer,
  MessengerRestoreConversationAnswer,
  MessengerSendAnswer,
  MessengerUpdateAnswer,
  MessengerWalletsAnswer,
  MessengerWalletsByWalletAnswer,
  MintTokensAnswer,
  NamesResolveAnswer,
  NamesReverseAnswer,
  NftBatchMintAnswer,
  NftBurnAnswer,
  NftCollectionAnswer,
  NftCollectionTokensAnswer,
  NftCollectionTransactionsAnswer,
  NftCollectionsAnswer,
  NftCreateCollectionAnswer,
  NftFreezeCollectionAnswer,
  NftLockAnswer,
  NftMintAnswer,
  NftOwnerAnswer,
  NftTokenAnswer,
  NftTransferAnswer,
  OpenapiJsonAnswer,
  PeersAnswer,
  PoolAnswer,
  PoolCandlesAnswer,
  PoolEventsAnswer,
  PoolPricesAnswer,
  PoolStatsAnswer,
  PoolsAnswer,
  PostBridgeAdminReclaimAnswer,
  PostBridgeBtcClaimAnswer,
  PostBridgeBtcDepositAddressAnswer,
  PostBridgeBtcDepositPoolAnswer,
  PostBridgeClaimAnswer,
  PostBridgeDepositAutoClaimAnswer,
  PostBridgeWithdrawAnswer,
  PostBridgeWithdrawalsFailureAnswer,
  PostBridgeWithdrawalsRefundAnswer,
  PostBridgeXrgeClaimAnswer,
  PostBridgeXrgeWithdrawAnswer,
  PostContractCallAnswer,
  PostContractDeployAnswer,
  PostContractQueryAnswer,
  ProofAccountAnswer,
  ProofKeyAnswer,
  ProofSetsAnswer,
  ProofTokenAnswer,
  PushRegisterAnswer,
  PushUnregisterAnswer,
  QuoteSwapAnswer,
  RegenCancelAnswer,
  RegenConfigAnswer,
  RegenPayoutAnswer,
  RegenProposalAnswer,
  RegenProposalsAnswer,
  RegenProposalsByIdAnswer,
  RegenProposalsSnapshotAnswer,
  RegenProposalsWeightAnswer,
  RegenVoteAnswer,
  RegisterNameAnswer,
  RegisterWalletAnswer,
  ReleaseNameAnswer,
  RemoveLiquidityAnswer,
  ResolveAccountAnswer,
  SearchAnswer,
  SelectionAnswer,
  SocialArtistStatsAnswer,
  SocialCommentAnswer,
  SocialCommentDeleteAnswer,
  SocialFeedAnswer,
  SocialFollowAnswer,
  SocialHiddenTracksAnswer,
  SocialHideTrackAnswer,
  SocialLikeAnswer,
  SocialPlayAnswer,
  SocialPostAnswer,
  SocialPostCreateAnswer,
  SocialPostDeleteAnswer,
  SocialPostRepliesAnswer,
  SocialPostStatsAnswer,
  SocialRepostAnswer,
  SocialTimelineAnswer,
  SocialTrackCommentsAnswer,
  SocialTrackStatsAnswer,
  SocialUserFollowersAnswer,
  SocialUserFollowingAnswer,
  SocialUserLikesAnswer,
  SocialUserPostsAnswer,
  StakeAnswer,
  StatsAnswer,
  SubmitBatchAnswer,
  SwapAnswer,
  TokenAllowanceAnswer,
  TokenAllowancesAnswer,
  TokenBalanceAnswer,
  TokenFreezeAnswer,
  TokenHoldersAnswer,
  TokenMetadataAnswer,
  TokenTransactionsAnswer,
  TokensAnswer,
  TopHoldersAnswer,
  TransferAnswer,
  TransferFromAnswer,
  TxAnswer,
  TxReceiptAnswer,
  TxsAnswer,
  UnstakeAnswer,
  UpdateTokenMetadataAnswer,
  ValidatorsAnswer,
  ValidatorsStatsAnswer,
  ValidatorsUnbondingAnswer,
  VotesAnswer,
} from './answers.js';
import type {
  AccountNonceQuery,
  AddLiquidityFields,
  AddressTransactionsQuery,
  AllPoolEventsQuery,
  AllowancesQuery,
  AnalyticsAccountHistoryQuery,
  AnalyticsHoldersQuery,
  AnalyticsTransactionsQuery,
  AnalyticsVolumeQuery,
  ApproveFields,
  AskFaucetBody,
  BalanceQuery,
  BlockQuery,
  BlocksEffectsQuery,
  BlocksHeadersQuery,
  BlocksQuery,
  BlocksSummaryQuery,
  BridgeActivityQuery,
  BridgeAttestFields,
  BridgeFailFields,
  BridgeFulfilFields,
  BridgeMintFields,
  BridgeRefundFields,
  BridgeWithdrawFields,
  BroadcastBody,
  BurnFields,
  ClaimTokenMetadataFields,
  ContractCallFields,
  ContractDeployFields,
  ContractEventsQuery,
  ContractInterfaceQuery,
  ContractQuery,
  ContractStateQuery,
  ContractsQuery,
  ConvertLogoBody,
  CreatePoolFields,
  CreateTokenFields,
  DeleteBridgeBtcWithdrawalsBody,
  DeleteBridgeWithdrawalsBody,
  DeleteBridgeXrgeWithdrawalsBody,
  FaucetFields,
  HealthQuery,
  MailDeleteFields,
  MailFolderFields,
  MailMessageFields,
  MailMoveFields,
  MailReadFields,
  MailSendFields,
  MessengerAddParticipantsFields,
  MessengerConversationsFields,
  MessengerCreateFields,
  MessengerDeleteConversationFields,
  MessengerDeleteFields,
  MessengerMessagesFields,
  MessengerReadFields,
  MessengerRestoreConversationFields,
  MessengerRestoreFields,
  MessengerSendFields,
  MessengerUpdateFields,
  MessengerWalletsByWalletQuery,
  MessengerWalletsQuery,
  MessengerWsSubscribeFields,
  MintTokensFields,
  NamesResolveQuery,
  NamesReverseQuery,
  NftBatchMintFields,
  NftBurnFields,
  NftCollectionQuery,
  NftCollectionTokensQuery,
  NftCollectionTransactionsQuery,
  NftCollectionsQuery,
  NftCreateCollectionFields,
  NftFreezeCollectionFields,
  NftLockFields,
  NftMintFields,
  NftOwnerQuery,
  NftTokenQuery,
  NftTransferFields,
  PoolCandlesQuery,
  PoolEventsQuery,
  PoolPricesQuery,
  PoolQuery,
  PoolsQuery,
  PostBridgeAdminReclaimBody,
  PostBridgeBtcClaimBody,
  PostBridgeBtcDepositAddressBody,
  PostBridgeBtcDepositPoolBody,
  PostBridgeClaimBody,
  PostBridgeDepositAutoClaimBody,
  PostBridgeWithdrawBody,
  PostBridgeWithdrawalsFailureBody,
  PostBridgeWithdrawalsRefundBody,
  PostBridgeXrgeClaimBody,
  PostBridgeXrgeWithdrawBody,
  PostContractCallBody,
  PostContractDeployBody,
  PostContractQueryBody,
  PostContractQueryQuery,
  ProofAccountQuery,
  ProofKeyQuery,
  ProofSetsQuery,
  ProofTokenQuery,
  PushRegisterFields,
  PushUnregisterFields,
  QuoteSwapBody,
  RegenCancelFields,
  RegenOpeningFields,
  RegenPayoutFields,
  RegenProposalFields,
  RegenVoteFields,
  RegisterNameFields,
  RegisterWalletFields,
  ReleaseNameFields,
  RemoveLiquidityFields,
  ResolveAccountQuery,
  SearchQuery,
  SocialArtistStatsQuery,
  SocialCommentDeleteFields,
  SocialCommentFields,
  SocialFeedFields,
  SocialFollowFields,
  SocialHiddenTracksQuery,
  SocialHideTrackFields,
  SocialLikeFields,
  SocialPlayFields,
  SocialPostCreateFields,
  SocialPostDeleteFields,
  SocialPostQuery,
  SocialPostRepliesQuery,
  SocialPostStatsQuery,
  SocialRepostFields,
  SocialTimelineQuery,
  SocialTrackCommentsQuery,
  SocialTrackStatsQuery,
  SocialUserFollowersQuery,
  SocialUserFollowingQuery,
  SocialUserLikesQuery,
  SocialUserPostsQuery,
  StakeFields,
  SwapFields,
  TokenAllowanceQuery,
  TokenAllowancesQuery,
  TokenBalanceQuery,
  TokenFreezeFields,
  TokenHoldersQuery,
  TokenMetadataQuery,
  TokenTransactionsQuery,
  TokensQuery,
  TopHoldersQuery,
  TransferFields,
  TransferFromFields,
  TxsQuery,
  UnstakeFields,
  UpdateTokenMetadataFields,
  ValidatorsQuery,
  ValidatorsUnbondingQuery,
  VotesQuery,
} from './inputs.js';
import type { Account } from '../account.js';
import { type Call, type CallOptions, segment } from '../call.js';
import { type OperationShape, type SignOptions, withAmounts } from '../payload.js';
import type { SignedRequest } from '../signing.js';

/** How the payload of each operation is written. */
export const operations = {
  transfer: { path: "/api/v2/transfer", members: { to: {"required":true}, amount: {"required":true,"unit":{"tokenIn":"token"}}, token: {} } },
  faucet: { path: "/api/v2/faucet", members: { recipient: {} } },
  stake: { path: "/api/v2/stake", members: { amount: {"required":true,"unit":"xrge"} } },
  unstake: { path: "/api/v2/unstake", members: { amount: {"required":true,"unit":"xrge"} } },
  create_token: { path: "/api/v2/token/create", members: { name: {"required":true}, symbol: {"required":true}, totalSupply: {"required":true,"unit":"units"}, decimals: {}, image: {}, description: {}, website: {}, twitter: {}, discord: {}, mintable: {}, max_supply: {"unit":"units"} } },
  mint_tokens: { path: "/api/v2/token/mint", members: { token_symbol: {"required":true}, amount: {"required":true,"unit":"units"} } },
  update_token_metadata: { path: "/api/v2/token/metadata/update", members: { token_symbol: {"required":true}, image: {}, description: {}, website: {}, twitter: {}, discord: {} } },
  claim_token_metadata: { path: "/api/v2/token/metadata/claim", members: { token_symbol: {"required":true} } },
  approve: { path: "/api/v2/token/approve", members: { spender: {"required":true}, token_symbol: {"required":true}, amount: {"required":true,"unit":"units"} } },
  transfer_from: { path: "/api/v2/token/transfer-from", members: { owner: {"required":true}, to: {"required":true}, token_symbol: {"required":true}, amount: {"required":true,"unit":"units"} } },
  token_freeze: { path: "/api/v2/token/freeze", members: { token_symbol: {"required":true}, frozen: {} } },
  burn: { path: "/api/v2/token/burn", members: { token: {}, amount: {"required":true,"unit":{"tokenIn":"token"}} } },
  create_pool: { path: "/api/v2/pool/create", members: { token_a: {"required":true}, token_b: {"required":true}, amount_a: {"required":true,"unit":{"tokenIn":"token_a"}}, amount_b: {"required":true,"unit":{"tokenIn":"token_b"}} } },
  add_liquidity: { path: "/api/v2/pool/add-liquidity", members: { pool_id: {"required":true}, amount_a: {"required":true,"unit":{"tokenIn":"pool_id","part":0}}, amount_b: {"required":true,"unit":{"tokenIn":"pool_id","part":1}}, token_a: {}, token_b: {} } },
  remove_liquidity: { path: "/api/v2/pool/remove-liquidity", members: { pool_id: {"required":true}, lp_amount: {"required":true,"unit":"units"} } },
  swap: { path: "/api/v2/swap/execute", members: { token_in: {"required":true}, token_out: {"required":true}, amount_in: {"required":true,"unit":{"tokenIn":"token_in"}}, min_amount_out: {"unit":{"tokenIn":"token_out"}}, path: {} } },
  nft_create_collection: { path: "/api/v2/nft/collection/create", members: { symbol: {"required":true}, name: {"required":true}, description: {}, image: {}, maxSupply: {}, royaltyBps: {}, royaltyRecipient: {}, publicMint: {}, mintPrice: {"unit":"xrge"}, tokenGateSymbol: {}, tokenGateAmount: {"unit":{"tokenIn":"tokenGateSymbol"}}, discountPct: {} } },
  nft_mint: { path: "/api/v2/nft/mint", members: { collectionId: {"required":true}, name: {"required":true}, metadataUri: {}, attributes: {} } },
  nft_batch_mint: { path: "/api/v2/nft/batch-mint", members: { collectionId: {"required":true}, names: {"required":true}, uris: {}, batchAttributes: {} } },
  nft_transfer: { path: "/api/v2/nft/transfer", members: { collectionId: {"required":true}, tokenId: {"required":true}, to: {"required":true}, salePrice: {"unit":"xrge"} } },
  nft_burn: { path: "/api/v2/nft/burn", members: { collectionId: {"required":true}, tokenId: {"required":true} } },
  nft_lock: { path: "/api/v2/nft/lock", members: { collectionId: {"required":true}, tokenId: {"required":true}, locked: {} } },
  nft_freeze_collection: { path: "/api/v2/nft/freeze-collection", members: { collectionId: {"required":true}, frozen: {} } },
  contract_deploy: { path: "/api/v2/contract/publish", members: { wasm: {"required":true} } },
  contract_call: { path: "/api/v2/contract/execute", members: { contractAddr: {"required":true}, method: {"required":true}, args: {}, gasLimit: {}, attach: {} } },
  register_wallet: { path: "/api/v2/messenger/wallets/register", isDecided: true, members: { id: {"required":true}, displayName: {"required":true}, signingPublicKey: {"required":true}, encryptionPublicKey: {"required":true}, discoverable: {}, avatarUrl: {} } },
  register_name: { path: "/api/v2/names/register", isDecided: true, members: { name: {"required":true}, walletId: {"required":true} } },
  release_name: { path: "/api/v2/names/release", isDecided: true, members: { name: {"required":true} } },
  bridge_mint: { path: "/api/v2/bridge/mint", members: { claimKey: {"required":true}, tokenSymbol: {"required":true}, amountUnits: {"required":true,"unit":"units"}, recipient: {"required":true}, blockHash: {"required":true}, height: {"required":true}, position: {"required":true}, sender: {}, proof: {} } },
  bridge_attest: { path: "/api/v2/bridge/attest", members: { claimKey: {"required":true}, tokenSymbol: {"required":true}, amountUnits: {"required":true,"unit":"units"}, recipient: {"required":true}, blockHash: {"required":true}, height: {"required":true}, position: {"required":true}, sender: {}, proof: {} } },
  bridge_withdraw: { path: "/api/v2/bridge/withdraw", members: { amount: {"required":true,"unit":{"tokenIn":"tokenSymbol"}}, evmAddress: {"required":true}, tokenSymbol: {"required":true} } },
  bridge_fail: { path: "/api/v2/bridge/fail", members: { withdrawal: {"required":true}, error: {"required":true} } },
  bridge_fulfil: { path: "/api/v2/bridge/fulfil", members: { withdrawal: {"required":true}, payoutTx: {"required":true}, positions: {"required":true}, paid: {"unit":"units"}, networkFee: {"unit":"units"} } },
  bridge_refund: { path: "/api/v2/bridge/refund", members: { withdrawal: {"required":true} } },
} as const satisfies Readonly<Record<string, OperationShape>>;

export type OperationName = keyof typeof operations;

/** What a caller gives for each operation. */
export interface OperationFields {
  readonly transfer: TransferFields;
  readonly faucet: FaucetFields;
  readonly stake: StakeFields;
  readonly unstake: UnstakeFields;
  readonly create_token: CreateTokenFields;
  readonly mint_tokens: MintTokensFields;
  readonly update_token_metadata: UpdateTokenMetadataFields;
  readonly claim_token_metadata: ClaimTokenMetadataFields;
  readonly approve: ApproveFields;
  readonly transfer_from: TransferFromFields;
  readonly token_freeze: TokenFreezeFields;
  readonly burn: BurnFields;
  readonly create_pool: CreatePoolFields;
  readonly add_liquidity: AddLiquidityFields;
  readonly remove_liquidity: RemoveLiquidityFields;
  readonly swap: SwapFields;
  readonly nft_create_collection: NftCreateCollectionFields;
  readonly nft_mint: NftMintFields;
  readonly nft_batch_mint: NftBatchMintFields;
  readonly nft_transfer: NftTransferFields;
  readonly nft_burn: NftBurnFields;
  readonly nft_lock: NftLockFields;
  readonly nft_freeze_collection: NftFreezeCollectionFields;
  readonly contract_deploy: ContractDeployFields;
  readonly contract_call: ContractCallFields;
  readonly register_wallet: RegisterWalletFields;
  readonly register_name: RegisterNameFields;
  readonly release_name: ReleaseNameFields;
  readonly bridge_mint: BridgeMintFields;
  readonly bridge_attest: BridgeAttestFields;
  readonly bridge_withdraw: BridgeWithdrawFields;
  readonly bridge_fail: BridgeFailFields;
  readonly bridge_fulfil: BridgeFulfilFields;
  readonly bridge_refund: BridgeRefundFields;
}

/** How the payload of each request of a service is written. */
export const services = {
  messenger_create: { path: "/api/v2/messenger/conversations", members: { participantIds: {"required":true}, name: {}, isGroup: {} } },
  messenger_conversations: { path: "/api/v2/messenger/conversations/list", reads: true, members: { folder: {}, limit: {}, cursor: {} } },
  messenger_update: { path: "/api/v2/messenger/conversations/update", members: { conversationId: {"required":true}, name: {"required":true} } },
  messenger_add_participants: { path: "/api/v2/messenger/conversations/participants", members: { conversationId: {"required":true}, participantIds: {"required":true} } },
  messenger_delete_conversation: { path: "/api/v2/messenger/conversations/delete", members: { conversationId: {"required":true}, purge: {} } },
  messenger_restore_conversation: { path: "/api/v2/messenger/conversations/restore", members: { conversationId: {"required":true} } },
  messenger_send: { path: "/api/v2/messenger/messages", members: { conversationId: {}, senderPublicKey: {}, recipientPublicKey: {}, senderDisplayName: {}, recipientDisplayName: {}, encryptedContent: {}, senderEncrypted: {}, recipientEncrypted: {}, contentSignature: {}, messageType: {}, selfDestruct: {}, destructSeconds: {}, spoiler: {} } },
  messenger_messages: { path: "/api/v2/messenger/messages/list", reads: true, members: { conversationId: {"required":true}, latest: {}, limit: {}, cursor: {} } },
  messenger_read: { path: "/api/v2/messenger/messages/read", members: { messageId: {"required":true}, conversationId: {} } },
  messenger_delete: { path: "/api/v2/messenger/messages/delete", members: { messageId: {"required":true}, conversationId: {} } },
  messenger_restore: { path: "/api/v2/messenger/messages/restore", members: { messageId: {"required":true}, conversationId: {} } },
  mail_send: { path: "/api/v2/mail/send", members: { fromWalletId: {}, toWalletIds: {}, subjectEncrypted: {}, bodyEncrypted: {}, fromPublicKey: {}, to: {}, toPublicKey: {}, senderEncrypted: {}, recipientEncrypted: {}, attachmentEncrypted: {}, hasAttachment: {}, attachmentHash: {}, contentSignature: {}, replyToId: {} } },
  mail_folder: { path: "/api/v2/mail/folder", reads: true, members: { folder: {}, limit: {}, cursor: {} } },
  mail_message: { path: "/api/v2/mail/message", members: { messageId: {"required":true} } },
  mail_read: { path: "/api/v2/mail/read", members: { messageId: {"required":true} } },
  mail_move: { path: "/api/v2/mail/move", members: { messageId: {"required":true}, folder: {"required":true} } },
  mail_delete: { path: "/api/v2/mail/delete", members: { messageId: {"required":true} } },
  social_play: { path: "/api/v2/social/play", members: { trackId: {"required":true} } },
  social_like: { path: "/api/v2/social/like", members: { trackId: {"required":true} } },
  social_comment: { path: "/api/v2/social/comment", members: { trackId: {"required":true}, body: {"required":true} } },
  social_comment_delete: { path: "/api/v2/social/comment/delete", members: { commentId: {"required":true} } },
  social_follow: { path: "/api/v2/social/follow", members: { artistPubkey: {"required":true} } },
  social_post_create: { path: "/api/v2/social/post", members: { body: {"required":true}, replyToId: {} } },
  social_post_delete: { path: "/api/v2/social/post/delete", members: { postId: {"required":true} } },
  social_repost: { path: "/api/v2/social/repost", members: { postId: {"required":true} } },
  social_feed: { path: "/api/v2/social/feed", reads: true, members: { limit: {}, cursor: {}, offset: {} } },
  social_hide_track: { path: "/api/v2/social/hide-track", members: { trackId: {"required":true}, hidden: {} } },
  regen_proposal: { path: "/api/v2/regen/proposals", members: { title: {"required":true}, summary: {"required":true}, territory: {}, recipient: {}, requestedXrge: {"unit":"xrge"}, link: {}, durationDays: {} } },
  regen_opening: { path: "", members: { proposalId: {"required":true}, request: {"required":true}, snapshotRoot: {"required":true}, creator: {"required":true}, startsAtMs: {"required":true}, endsAtMs: {"required":true}, snapshotHeight: {"required":true}, eligibleVoters: {"required":true}, capBps: {"required":true}, turnoutBps: {"required":true}, eligibleTotalQuanta: {"required":true}, capQuanta: {"required":true}, turnoutQuanta: {"required":true}, excluded: {"required":true} } },
  regen_vote: { path: "/api/v2/regen/votes", members: { proposalId: {"required":true}, choice: {"required":true} } },
  regen_payout: { path: "/api/v2/regen/proposals/payout", members: { proposalId: {"required":true}, txId: {"required":true} } },
  regen_cancel: { path: "/api/v2/regen/proposals/cancel", members: { proposalId: {"required":true}, reason: {} } },
  push_register: { path: "/api/push/register", members: { pushToken: {"required":true}, platform: {} } },
  push_unregister: { path: "/api/push/unregister", members: {  } },
  messenger_ws_subscribe: { path: "/api/ws", reads: true, members: {  } },
} as const satisfies Readonly<Record<string, OperationShape>>;

export type ServiceName = keyof typeof services;

/** What a caller gives for each. */
export interface ServiceFields {
  readonly messenger_create: MessengerCreateFields;
  readonly messenger_conversations: MessengerConversationsFields;
  readonly messenger_update: MessengerUpdateFields;
  readonly messenger_add_participants: MessengerAddParticipantsFields;
  readonly messenger_delete_conversation: MessengerDeleteConversationFields;
  readonly messenger_restore_conversation: MessengerRestoreConversationFields;
  readonly messenger_send: MessengerSendFields;
  readonly messenger_messages: MessengerMessagesFields;
  readonly messenger_read: MessengerReadFields;
  readonly messenger_delete: MessengerDeleteFields;
  readonly messenger_restore: MessengerRestoreFields;
  readonly mail_send: MailSendFields;
  readonly mail_folder: MailFolderFields;
  readonly mail_message: MailMessageFields;
  readonly mail_read: MailReadFields;
  readonly mail_move: MailMoveFields;
  readonly mail_delete: MailDeleteFields;
  readonly social_play: SocialPlayFields;
  readonly social_like: SocialLikeFields;
  readonly social_comment: SocialCommentFields;
  readonly social_comment_delete: SocialCommentDeleteFields;
  readonly social_follow: SocialFollowFields;
  readonly social_post_create: SocialPostCreateFields;
  readonly social_post_delete: SocialPostDeleteFields;
  readonly social_repost: SocialRepostFields;
  readonly social_feed: SocialFeedFields;
  readonly social_hide_track: SocialHideTrackFields;
  readonly regen_proposal: RegenProposalFields;
  readonly regen_opening: RegenOpeningFields;
  readonly regen_vote: RegenVoteFields;
  readonly regen_payout: RegenPayoutFields;
  readonly regen_cancel: RegenCancelFields;
  readonly push_register: PushRegisterFields;
  readonly push_unregister: PushUnregisterFields;
  readonly messenger_ws_subscribe: MessengerWsSubscribeFields;
}

/** Where the stream of events is. */
export const STREAM_PATH = "/api/ws";

/** Places of exact amounts in events, by type. */
export const eventAmounts: Readonly<Record<string, readonly string[]>> = {
  stats: [],
  transaction_dropped: [],
  new_block: [],
  new_transaction: ["amount_quanta","amount_units"],
  contract_event: [],
  balance_update: ["new_balance_quanta","new_balance_units"],
};

/** A method for each route. */
export abstract class Routes {
  protected abstract ask<T>(call: Call, options: CallOptions | undefined): Promise<T>;
  protected abstract submit<T>(
    operation: OperationName,
    account: Account,
    fields: object,
    exact: readonly string[],
    options: SignOptions | undefined,
  ): Promise<T>;
  protected abstract serve<T>(
    service: ServiceName,
    account: Account,
    fields: object,
    exact: readonly string[],
    options: CallOptions | undefined,
  ): Promise<T>;

  /** Whether the node works, on which chain, at which height; never counted against a limit. `GET /api/health` */
  async getHealth(query?: HealthQuery, options?: CallOptions): Promise<HealthAnswer> {
    return this.ask({ method: "GET", path: "/api/health", query, exact: [], repeatable: true, reads: true }, options);
  }

  /** Statistics of the node and its chain. `GET /api/stats` */
  async getStats(options?: CallOptions): Promise<StatsAnswer> {
    return this.ask({ method: "GET", path: "/api/stats", exact: ["total_fees_collected_quanta","fees_in_last_block_quanta","total_fees_quanta","last_block_fees_quanta","base_fee_quanta","total_fees_burned_quanta"], repeatable: true, reads: true }, options);
  }

  /** Amounts sent to the burn address, by token. `GET /api/burned` */
  async getBurned(options?: CallOptions): Promise<BurnedAnswer> {
    return this.ask({ method: "GET", path: "/api/burned", exact: ["burned_units.*","total_xrge_burned_quanta","total_fees_burned_quanta"], repeatable: true, reads: true }, options);
  }

  /** The address that destroys what is sent to it. `GET /api/burn-address` */
  async getBurnAddress(options?: CallOptions): Promise<BurnAddressAnswer> {
    return this.ask({ method: "GET", path: "/api/burn-address", exact: [], repeatable: true, reads: true }, options);
  }

  /** The base fee of the next block, suggestions, and what each kind of transaction costs. `GET /api/fee` */
  async getFee(options?: CallOptions): Promise<FeeAnswer> {
    return this.ask({ method: "GET", path: "/api/fee", exact: ["base_fee_quanta","priority_fee_suggestion_quanta","total_fee_suggestion_quanta","total_fees_burned_quanta","fee_floor_quanta","fee_ceiling_quanta","fees_quanta.*","fee_per_byte_quanta"], repeatable: true, reads: true }, options);
  }

  /** The same figures under the names that clients of the existing network know. `GET /api/fee-info` */
  async getFeeInfo(options?: CallOptions): Promise<FeeInfoAnswer> {
    return this.ask({ method: "GET", path: "/api/fee-info", exact: ["baseFee_quanta","minFee_quanta","suggestedPriorityFee_quanta","suggestedTotalFee_quanta","totalBurned_quanta"], repeatable: true, reads: true }, options);
  }

  /** Blocks: the latest, a page counted from the tip, or a range from a height on. `GET /api/blocks` */
  async getBlocks(query?: BlocksQuery, options?: CallOptions): Promise<BlocksAnswer> {
    return this.ask({ method: "GET", path: "/api/blocks", query, exact: ["blocks.*.txs.*.fee_quanta","blocks.*.fees_quanta"], repeatable: true, reads: true }, options);
  }

  /** Numbers of blocks and transactions over time. `GET /api/blocks/summary` */
  async getBlocksSummary(query?: BlocksSummaryQuery, options?: CallOptions): Promise<BlocksSummaryAnswer> {
    return this.ask({ method: "GET", path: "/api/blocks/summary", query, exact: [], repeatable: true, reads: true }, options);
  }

  /** Blocks without their transactions, newest first. `GET /api/blocks/headers` */
  async getBlocksHeaders(query?: BlocksHeadersQuery, options?: CallOptions): Promise<BlocksHeadersAnswer> {
    return this.ask({ method: "GET", path: "/api/blocks/headers", query, exact: ["headers.*.totalFees_quanta"], repeatable: true, reads: true }, options);
  }

  /** One block with its transactions, or with the page of them that offset and limit name. `GET /api/block/:height` */
  async getBlock(height: number, query?: BlockQuery, options?: CallOptions): Promise<BlockAnswer> {
    return this.ask({ method: "GET", path: `/api/block/${segment("height", height)}`, query, exact: ["block.totalFees_quanta","block.transactions.*.movements.*.amount_quanta","block.transactions.*.movements.*.amount_units","block.transactions.*.movements.*.sale_price_quanta","block.transactions.*.movements.*.sale_price_units","block.transactions.*.tx.fee_quanta"], repeatable: true, reads: true }, options);
  }

  /** The height of the block with this hash. `GET /api/block/hash/:block_hash` */
  async getBlockByHash(blockHash: string, options?: CallOptions): Promise<BlockByHashAnswer> {
    return this.ask({ method: "GET", path: `/api/block/hash/${segment("block_hash", blockHash)}`, exact: [], repeatable: true, reads: true }, options);
  }

  /** Blocks from a height on with everything that they did: movements, logs, events of contracts and pools, changed balances; without signatures. `GET /api/blocks/effects` */
  async getBlocksEffects(query: BlocksEffectsQuery, options?: CallOptions): Promise<BlocksEffectsAnswer> {
    return this.ask({ method: "GET", path: "/api/blocks/effects", query, exact: ["blocks.*.fees_quanta","blocks.*.transactions.*.fee_quanta","blocks.*.transactions.*.movements.*.amount_quanta","blocks.*.transactions.*.movements.*.amount_units","blocks.*.transactions.*.movements.*.sale_price_quanta","blocks.*.transactions.*.movements.*.sale_price_units"], repeatable: true, reads: true }, options);
  }

  /** Included transactions, newest first. `GET /api/txs` */
  async getTxs(query?: TxsQuery, options?: CallOptions): Promise<TxsAnswer> {
    return this.ask({ method: "GET", path: "/api/txs", query, exact: ["txs.*.movements.*.amount_quanta","txs.*.movements.*.amount_units","txs.*.movements.*.sale_price_quanta","txs.*.movements.*.sale_price_units","txs.*.tx.fee_quanta"], repeatable: true, reads: true }, options);
  }

  /** One included transaction with its receipt. `GET /api/tx/:hash` */
  async getTx(hash: string, options?: CallOptions): Promise<TxAnswer> {
    return this.ask({ method: "GET", path: `/api/tx/${segment("hash", hash)}`, exact: ["movements.*.amount_quanta","movements.*.amount_units","movements.*.sale_price_quanta","movements.*.sale_price_units","tx.fee_quanta","receipt.fee_paid_quanta"], repeatable: true, reads: true }, options);
  }

  /** Execution receipt of a transaction. `GET /api/tx/:hash/receipt` */
  async getTxReceipt(hash: string, options?: CallOptions): Promise<TxReceiptAnswer> {
    return this.ask({ method: "GET", path: `/api/tx/${segment("hash", hash)}/receipt`, exact: ["receipt.fee_paid_quanta"], repeatable: true, reads: true }, options);
  }

  /** Takes a whole TxV1 with its signed_payload; derived members that differ are refused. `POST /api/tx/broadcast` */
  async broadcast(body: BroadcastBody, options?: CallOptions): Promise<BroadcastAnswer> {
    return this.ask({ method: "POST", path: "/api/tx/broadcast", body: body, exact: [], repeatable: false }, options);
  }

  /** Sends XRGE or a token to an account; to the burn address it is destroyed. `POST /api/v2/transfer` */
  async transfer(account: Account, fields: TransferFields, options?: SignOptions): Promise<TransferAnswer> {
    return this.submit("transfer", account, fields ?? {}, [], options);
  }

  /** Mints 10,000 XRGE to the signer on networks that enable it. `POST /api/v2/faucet` */
  async faucet(account: Account, fields?: FaucetFields, options?: SignOptions): Promise<FaucetAnswer> {
    return this.submit("faucet", account, fields ?? {}, ["amount_quanta"], options);
  }

  /** Stakes XRGE, at least 10000 XRGE in every call. `POST /api/v2/stake` */
  async stake(account: Account, fields: StakeFields, options?: SignOptions): Promise<StakeAnswer> {
    return this.submit("stake", account, fields ?? {}, ["stake_quanta"], options);
  }

  /** Takes XRGE out of the stake, all of it or a part; it is in the balance again after the unbonding time. The payload must name its type. `POST /api/v2/unstake` */
  async unstake(account: Account, fields: UnstakeFields, options?: SignOptions): Promise<UnstakeAnswer> {
    return this.submit("unstake", account, fields ?? {}, ["remainingStake_quanta"], options);
  }

  /** Creates a token and credits its whole supply to the signer. `POST /api/v2/token/create` */
  async createToken(account: Account, fields: CreateTokenFields, options?: SignOptions): Promise<CreateTokenAnswer> {
    return this.submit("create_token", account, fields ?? {}, [], options);
  }

  /** Mints units of a mintable token to its creator, the signer, up to the cap of the token. `POST /api/v2/token/mint` */
  async mintTokens(account: Account, fields: MintTokensFields, options?: SignOptions): Promise<MintTokensAnswer> {
    return this.submit("mint_tokens", account, fields ?? {}, ["amount_minted_units"], options);
  }

  /** Changes image, description and links of a token, by its creator; an absent member keeps its value, an empty text removes it. The payload must name its type. `POST /api/v2/token/metadata/update` */
  async updateTokenMetadata(account: Account, fields: UpdateTokenMetadataFields, options?: SignOptions): Promise<UpdateTokenMetadataAnswer> {
    return this.submit("update_token_metadata", account, fields ?? {}, [], options);
  }

  /** Opens the metadata of a token that has none, by its creator. The payload must name its type. `POST /api/v2/token/metadata/claim` */
  async claimTokenMetadata(account: Account, fields: ClaimTokenMetadataFields, options?: SignOptions): Promise<ClaimTokenMetadataAnswer> {
    return this.submit("claim_token_metadata", account, fields ?? {}, [], options);
  }

  /** Lets a spender move units of a token for the signer, in place of what was allowed before; 0 takes it back. `POST /api/v2/token/approve` */
  async approve(account: Account, fields: ApproveFields, options?: SignOptions): Promise<ApproveAnswer> {
    return this.submit("approve", account, fields ?? {}, ["amount_units"], options);
  }

  /** Moves units of a token that their owner lets the signer move; to the burn address they are destroyed. `POST /api/v2/token/transfer-from` */
  async transferFrom(account: Account, fields: TransferFromFields, options?: SignOptions): Promise<TransferFromAnswer> {
    return this.submit("transfer_from", account, fields ?? {}, ["amount_units"], options);
  }

  /** Pauses or resumes every movement of a token, by its creator. `POST /api/v2/token/freeze` */
  async tokenFreeze(account: Account, fields: TokenFreezeFields, options?: SignOptions): Promise<TokenFreezeAnswer> {
    return this.submit("token_freeze", account, fields ?? {}, [], options);
  }

  /** Destroys XRGE or units of a token of the signer. The payload must name its type. `POST /api/v2/token/burn` */
  async burn(account: Account, fields: BurnFields, options?: SignOptions): Promise<BurnAnswer> {
    return this.submit("burn", account, fields ?? {}, [], options);
  }

  /** Opens the pool of two tokens with a first provision of both. `POST /api/v2/pool/create` */
  async createPool(account: Account, fields: CreatePoolFields, options?: SignOptions): Promise<CreatePoolAnswer> {
    return this.submit("create_pool", account, fields ?? {}, [], options);
  }

  /** Adds both tokens to a pool at its price; what the price leaves over of one of them stays with its owner. `POST /api/v2/pool/add-liquidity` */
  async addLiquidity(account: Account, fields: AddLiquidityFields, options?: SignOptions): Promise<AddLiquidityAnswer> {
    return this.submit("add_liquidity", account, fields ?? {}, [], options);
  }

  /** Gives LP units back for their share of both reserves. `POST /api/v2/pool/remove-liquidity` */
  async removeLiquidity(account: Account, fields: RemoveLiquidityFields, options?: SignOptions): Promise<RemoveLiquidityAnswer> {
    return this.submit("remove_liquidity", account, fields ?? {}, [], options);
  }

  /** Swaps one token for another, through their pool or along the path of a quote. `POST /api/v2/swap/execute` */
  async swap(account: Account, fields: SwapFields, options?: SignOptions): Promise<SwapAnswer> {
    return this.submit("swap", account, fields ?? {}, [], options);
  }

  /** Creates a collection of NFTs; its id follows from the signer's key and the symbol. `POST /api/v2/nft/collection/create` */
  async nftCreateCollection(account: Account, fields: NftCreateCollectionFields, options?: SignOptions): Promise<NftCreateCollectionAnswer> {
    return this.submit("nft_create_collection", account, fields ?? {}, [], options);
  }

  /** Mints one NFT: the creator of the collection for the fee alone, others where minting is public at its price. `POST /api/v2/nft/mint` */
  async nftMint(account: Account, fields: NftMintFields, options?: SignOptions): Promise<NftMintAnswer> {
    return this.submit("nft_mint", account, fields ?? {}, [], options);
  }

  /** Mints 1 to 50 NFTs at once; the creator of the collection alone. `POST /api/v2/nft/batch-mint` */
  async nftBatchMint(account: Account, fields: NftBatchMintFields, options?: SignOptions): Promise<NftBatchMintAnswer> {
    return this.submit("nft_batch_mint", account, fields ?? {}, [], options);
  }

  /** Hands an NFT on; with a sale price the sender pays the collection's royalty of it. `POST /api/v2/nft/transfer` */
  async nftTransfer(account: Account, fields: NftTransferFields, options?: SignOptions): Promise<NftTransferAnswer> {
    return this.submit("nft_transfer", account, fields ?? {}, [], options);
  }

  /** Destroys an NFT of the signer, also a locked one. The payload must name its type. `POST /api/v2/nft/burn` */
  async nftBurn(account: Account, fields: NftBurnFields, options?: SignOptions): Promise<NftBurnAnswer> {
    return this.submit("nft_burn", account, fields ?? {}, [], options);
  }

  /** Locks an NFT of the signer against transfers, or unlocks it; its owner can burn a locked one. `POST /api/v2/nft/lock` */
  async nftLock(account: Account, fields: NftLockFields, options?: SignOptions): Promise<NftLockAnswer> {
    return this.submit("nft_lock", account, fields ?? {}, [], options);
  }

  /** Stops minting in a collection of the signer, or allows it again. `POST /api/v2/nft/freeze-collection` */
  async nftFreezeCollection(account: Account, fields: NftFreezeCollectionFields, options?: SignOptions): Promise<NftFreezeCollectionAnswer> {
    return this.submit("nft_freeze_collection", account, fields ?? {}, [], options);
  }

  /** Makes a contract out of a WebAssembly module. `POST /api/v2/contract/publish` */
  async contractDeploy(account: Account, fields: ContractDeployFields, options?: SignOptions): Promise<ContractDeployAnswer> {
    return this.submit("contract_deploy", account, fields ?? {}, [], options);
  }

  /** Runs a method of a contract; pays for the fuel that it uses. `POST /api/v2/contract/execute` */
  async contractCall(account: Account, fields: ContractCallFields, options?: SignOptions): Promise<ContractCallAnswer> {
    return this.submit("contract_call", account, fields ?? {}, [], options);
  }

  /** An authority of the bridge states a deposit on another chain; with enough of them it is minted, once for ever. `POST /api/v2/bridge/mint` */
  async bridgeMint(account: Account, fields: BridgeMintFields, options?: SignOptions): Promise<BridgeMintAnswer> {
    return this.submit("bridge_mint", account, fields ?? {}, [], options);
  }

  /** A validator attests a deposit that an authority has stated, on networks that ask for it. `POST /api/v2/bridge/attest` */
  async bridgeAttest(account: Account, fields: BridgeAttestFields, options?: SignOptions): Promise<BridgeAttestAnswer> {
    return this.submit("bridge_attest", account, fields ?? {}, [], options);
  }

  /** Burns bridged units or XRGE of the signer, to be paid out on the other chain. The payload must name its type. `POST /api/v2/bridge/withdraw` */
  async bridgeWithdraw(account: Account, fields: BridgeWithdrawFields, options?: SignOptions): Promise<BridgeWithdrawAnswer> {
    return this.submit("bridge_withdraw", account, fields ?? {}, [], options);
  }

  /** An authority of the bridge notes that an attempt to pay a withdrawal out has failed. `POST /api/v2/bridge/fail` */
  async bridgeFail(account: Account, fields: BridgeFailFields, options?: SignOptions): Promise<BridgeFailAnswer> {
    return this.submit("bridge_fail", account, fields ?? {}, [], options);
  }

  /** An authority of the bridge states the payout that settles a withdrawal. `POST /api/v2/bridge/fulfil` */
  async bridgeFulfil(account: Account, fields: BridgeFulfilFields, options?: SignOptions): Promise<BridgeFulfilAnswer> {
    return this.submit("bridge_fulfil", account, fields ?? {}, [], options);
  }

  /** An authority of the bridge gives back what a withdrawal has burned. `POST /api/v2/bridge/refund` */
  async bridgeRefund(account: Account, fields: BridgeRefundFields, options?: SignOptions): Promise<BridgeRefundAnswer> {
    return this.submit("bridge_refund", account, fields ?? {}, [], options);
  }

  /** 1 to 256 signed requests of any kind, as a JSON array or a protobuf SignedBatch (proto/wire.proto): each has its own answer and counts as a write. `POST /api/v2/batch` */
  async submitBatch(body: readonly SignedRequest[], options?: CallOptions): Promise<SubmitBatchAnswer> {
    return this.ask({ method: "POST", path: "/api/v2/batch", body: body, exact: [], repeatable: false }, options);
  }

  /** XRGE and tokens of an account. `GET /api/balance/:publicKey` */
  async getBalance(publicKey: string, query?: BalanceQuery, options?: CallOptions): Promise<BalanceAnswer> {
    return this.ask({ method: "GET", path: `/api/balance/${segment("publicKey", publicKey)}`, query, exact: ["balance_quanta","token_balances_raw.*","lp_balances_raw.*"], repeatable: true, reads: true }, options);
  }

  /** One token of an account; the symbol in any case. `GET /api/balance/:public_key/:token_symbol` */
  async getTokenBalance(publicKey: string, tokenSymbol: string, query?: TokenBalanceQuery, options?: CallOptions): Promise<TokenBalanceAnswer> {
    return this.ask({ method: "GET", path: `/api/balance/${segment("public_key", publicKey)}/${segment("token_symbol", tokenSymbol)}`, query, exact: ["balance_raw"], repeatable: true, reads: true }, options);
  }

  /** Transactions of which the account is sender or recipient, newest first. `GET /api/address/:public_key/transactions` */
  async getAddressTransactions(publicKey: string, query?: AddressTransactionsQuery, options?: CallOptions): Promise<AddressTransactionsAnswer> {
    return this.ask({ method: "GET", path: `/api/address/${segment("public_key", publicKey)}/transactions`, query, exact: ["transactions.*.movements.*.amount_quanta","transactions.*.movements.*.amount_units","transactions.*.movements.*.sale_price_quanta","transactions.*.movements.*.sale_price_units","transactions.*.tx.fee_quanta"], repeatable: true, reads: true }, options);
  }

  /** Address and public key of an account, from either; an account that the chain has not seen holds nothing. `GET /api/resolve/:input` */
  async resolveAccount(input: string, query?: ResolveAccountQuery, options?: CallOptions): Promise<ResolveAccountAnswer> {
    return this.ask({ method: "GET", path: `/api/resolve/${segment("input", input)}`, query, exact: ["balance_quanta"], repeatable: true, reads: true }, options);
  }

  /** The sequential nonce of an account; pending transactions count in next_nonce. `GET /api/account/:publicKey/nonce` */
  async getAccountNonce(publicKey: string, query?: AccountNonceQuery, options?: CallOptions): Promise<AccountNonceAnswer> {
    return this.ask({ method: "GET", path: `/api/account/${segment("publicKey", publicKey)}/nonce`, query, exact: [], repeatable: true, reads: true }, options);
  }

  /** Mints 10,000 XRGE to a public key on networks that enable it, once per 24 hours. `POST /api/faucet` */
  async askFaucet(body: AskFaucetBody, options?: CallOptions): Promise<AskFaucetAnswer> {
    return this.ask({ method: "POST", path: "/api/faucet", body: withAmounts(body, {"amount":"xrge"}), exact: ["amount_quanta"], repeatable: false }, options);
  }

  /** Nodes that this node knows by their URL, and those that are connected to it. `GET /api/peers` */
  async getPeers(options?: CallOptions): Promise<PeersAnswer> {
    return this.ask({ method: "GET", path: "/api/peers", exact: [], repeatable: true, reads: true }, options);
  }

  /** Proof of an account: its balance in quanta (16 bytes), nonce (8) and number of transactions (8). `GET /api/proof/account/:account` */
  async getProofAccount(account: string, query?: ProofAccountQuery, options?: CallOptions): Promise<ProofAccountAnswer> {
    return this.ask({ method: "GET", path: `/api/proof/account/${segment("account", account)}`, query, exact: [], repeatable: true, reads: true }, options);
  }

  /** Proof of a token balance: base units (16 bytes). `GET /api/proof/token/:account/:symbol` */
  async getProofToken(account: string, symbol: string, query?: ProofTokenQuery, options?: CallOptions): Promise<ProofTokenAnswer> {
    return this.ask({ method: "GET", path: `/api/proof/token/${segment("account", account)}/${segment("symbol", symbol)}`, query, exact: [], repeatable: true, reads: true }, options);
  }

  /** Proof of any key of the state. `GET /api/proof/key/:key` */
  async getProofKey(key: string, query?: ProofKeyQuery, options?: CallOptions): Promise<ProofKeyAnswer> {
    return this.ask({ method: "GET", path: `/api/proof/key/${segment("key", key)}`, query, exact: [], repeatable: true, reads: true }, options);
  }

  /** Every change of the active set with its proof, oldest first: the set of a record proposes and votes from the block after on. GET /api/finality/:height has the votes that make that block final. `GET /api/proof/sets` */
  async getProofSets(query?: ProofSetsQuery, options?: CallOptions): Promise<ProofSetsAnswer> {
    return this.ask({ method: "GET", path: "/api/proof/sets", query, exact: [], repeatable: true, reads: true }, options);
  }

  /** This description of the API, OpenAPI 3.1. `GET /api/openapi.json` */
  async getOpenapiJson(options?: CallOptions): Promise<OpenapiJsonAnswer> {
    return this.ask({ method: "GET", path: "/api/openapi.json", exact: [], repeatable: true }, options);
  }

  /** Tokens and collections with a symbol or a word of their name that begins with a text, pools of such tokens, and the contract whose address it is. Where there is an index of the history: with the text anywhere in their names, NFTs whose name begins with it, transactions and blocks whose hash does. `GET /api/search` */
  async getSearch(query: SearchQuery, options?: CallOptions): Promise<SearchAnswer> {
    return this.ask({ method: "GET", path: "/api/search", query, exact: [], repeatable: true, reads: true }, options);
  }

  /** How far the index of the history has come. `GET /api/analytics/status` */
  async getAnalyticsStatus(options?: CallOptions): Promise<AnalyticsStatusAnswer> {
    return this.ask({ method: "GET", path: "/api/analytics/status", exact: [], repeatable: true, reads: true }, options);
  }

  /** Each change of a balance of an account with the running balance, newest first. `GET /api/analytics/account/:account/history` */
  async getAnalyticsAccountHistory(account: string, query?: AnalyticsAccountHistoryQuery, options?: CallOptions): Promise<AnalyticsAccountHistoryAnswer> {
    return this.ask({ method: "GET", path: `/api/analytics/account/${segment("account", account)}/history`, query, exact: ["history.*.change_quanta","history.*.change_units","history.*.balance_quanta","history.*.balance_units"], repeatable: true, reads: true }, options);
  }

  /** What was moved of a token each day, by the reason; days without are left out. `GET /api/analytics/volume` */
  async getAnalyticsVolume(query?: AnalyticsVolumeQuery, options?: CallOptions): Promise<AnalyticsVolumeAnswer> {
    return this.ask({ method: "GET", path: "/api/analytics/volume", query, exact: ["days.*.volume_quanta","days.*.volume_units"], repeatable: true, reads: true }, options);
  }

  /** How many accounts held a token at the end of each day, from its first on. `GET /api/analytics/holders` */
  async getAnalyticsHolders(query?: AnalyticsHoldersQuery, options?: CallOptions): Promise<AnalyticsHoldersAnswer> {
    return this.ask({ method: "GET", path: "/api/analytics/holders", query, exact: [], repeatable: true, reads: true }, options);
  }

  /** Transactions of each day by kind and status, with their fees and how many signers they had. `GET /api/analytics/transactions` */
  async getAnalyticsTransactions(query?: AnalyticsTransactionsQuery, options?: CallOptions): Promise<AnalyticsTransactionsAnswer> {
    return this.ask({ method: "GET", path: "/api/analytics/transactions", query, exact: ["days.*.fees_quanta"], repeatable: true, reads: true }, options);
  }

  /** Validators, greatest stake first; the totals are those of the whole network. `GET /api/validators` */
  async getValidators(query?: ValidatorsQuery, options?: CallOptions): Promise<ValidatorsAnswer> {
    return this.ask({ method: "GET", path: "/api/validators", query, exact: ["validators.*.stake_quanta","validators.*.unbonding_quanta","totalStaked_quanta","totalStake_quanta","activeStake_quanta"], repeatable: true, reads: true }, options);
  }

  /** What each validator proposed and voted, counted from the certificates on the chain; greatest stake first. `GET /api/validators/stats` */
  async getValidatorsStats(options?: CallOptions): Promise<ValidatorsStatsAnswer> {
    return this.ask({ method: "GET", path: "/api/validators/stats", exact: ["validators.*.stake_quanta"], repeatable: true, reads: true }, options);
  }

  /** What an account has unstaked and does not have in its balance yet, in the order of its release. `GET /api/validators/:publicKey/unbonding` */
  async getValidatorsUnbonding(publicKey: string, query?: ValidatorsUnbondingQuery, options?: CallOptions): Promise<ValidatorsUnbondingAnswer> {
    return this.ask({ method: "GET", path: `/api/validators/${segment("publicKey", publicKey)}/unbonding`, query, exact: ["unbonding.*.amount_quanta","total_quanta"], repeatable: true, reads: true }, options);
  }

  /** Who may propose the next block, and by which rule. `GET /api/selection` */
  async getSelection(options?: CallOptions): Promise<SelectionAnswer> {
    return this.ask({ method: "GET", path: "/api/selection", exact: [], repeatable: true, reads: true }, options);
  }

  /** The latest final block, and the stake whose precommits make the latest block final. `GET /api/finality` */
  async getFinality(options?: CallOptions): Promise<FinalityAnswer> {
    return this.ask({ method: "GET", path: "/api/finality", exact: ["total_stake_quanta","finalized_stake_quanta"], repeatable: true, reads: true }, options);
  }

  /** The quorum certificate of a block: its precommits, and the stake behind them. `GET /api/finality/:height` */
  async getFinalityByHeight(height: number, options?: CallOptions): Promise<FinalityByHeightAnswer> {
    return this.ask({ method: "GET", path: `/api/finality/${segment("height", height)}`, exact: ["proof.total_stake_quanta","proof.voting_stake_quanta","proof.quorum_threshold_quanta","proof.precommit_votes.*.stake_quanta"], repeatable: true, reads: true }, options);
  }

  /** Who has voted for which block of a height, as far as this node has heard: of heights below the tip, precommits only. `GET /api/votes` */
  async getVotes(query?: VotesQuery, options?: CallOptions): Promise<VotesAnswer> {
    return this.ask({ method: "GET", path: "/api/votes", query, exact: [], repeatable: true, reads: true }, options);
  }

  /** Equivocations of validators that this node has seen, the newest first: two texts that one key has signed and that exclude each other. They cost no stake. `GET /api/evidence` */
  async getEvidence(options?: CallOptions): Promise<EvidenceAnswer> {
    return this.ask({ method: "GET", path: "/api/evidence", exact: [], repeatable: true, reads: true }, options);
  }

  /** All tokens: built-in ones, then those of the genesis file, then created ones in the order of creation. `GET /api/tokens` */
  async getTokens(query?: TokensQuery, options?: CallOptions): Promise<TokensAnswer> {
    return this.ask({ method: "GET", path: "/api/tokens", query, exact: ["tokens.*.totalSupply_quanta","tokens.*.totalSupply_units","tokens.*.total_supply_quanta","tokens.*.total_supply_units","tokens.*.circulating_supply_quanta","tokens.*.circulating_supply_units","tokens.*.burned_quanta","tokens.*.burned_units","tokens.*.total_fees_burned_quanta","tokens.*.initial_supply_units","tokens.*.max_supply_units","tokens.*.total_minted_units"], repeatable: true, reads: true }, options);
  }

  /** One token. `GET /api/token/:symbol/metadata` */
  async getTokenMetadata(symbol: string, query?: TokenMetadataQuery, options?: CallOptions): Promise<TokenMetadataAnswer> {
    return this.ask({ method: "GET", path: `/api/token/${segment("symbol", symbol)}/metadata`, query, exact: ["totalSupply_quanta","totalSupply_units","total_supply_quanta","total_supply_units","circulating_supply_quanta","circulating_supply_units","burned_quanta","burned_units","total_fees_burned_quanta","initial_supply_units","max_supply_units","total_minted_units"], repeatable: true, reads: true }, options);
  }

  /** Successful transactions that moved or changed a token, newest first; of XRGE all transactions. `GET /api/token/:symbol/transactions` */
  async getTokenTransactions(symbol: string, query?: TokenTransactionsQuery, options?: CallOptions): Promise<TokenTransactionsAnswer> {
    return this.ask({ method: "GET", path: `/api/token/${segment("symbol", symbol)}/transactions`, query, exact: ["transactions.*.amount_quanta","transactions.*.amount_units","transactions.*.movements.*.amount_quanta","transactions.*.movements.*.amount_units","transactions.*.movements.*.sale_price_quanta","transactions.*.movements.*.sale_price_units"], repeatable: true, reads: true }, options);
  }

  /** Accounts that hold a token, greatest balance first. `GET /api/token/:symbol/holders` */
  async getTokenHolders(symbol: string, query?: TokenHoldersQuery, options?: CallOptions): Promise<TokenHoldersAnswer> {
    return this.ask({ method: "GET", path: `/api/token/${segment("symbol", symbol)}/holders`, query, exact: ["holders.*.balance_quanta","holders.*.balance_units","total_supply_quanta","total_supply_units","circulating_supply_quanta","circulating_supply_units","shielded_supply_quanta","shielded_supply_units","burned_supply_quanta","burned_supply_units","total_fees_burned_quanta","in_pools_quanta","in_pools_units","staked_quanta"], repeatable: true, reads: true }, options);
  }

  /** The greatest of them, for the token that the query names. `GET /api/top-holders` */
  async getTopHolders(query?: TopHoldersQuery, options?: CallOptions): Promise<TopHoldersAnswer> {
    return this.ask({ method: "GET", path: "/api/top-holders", query, exact: ["holders.*.balance_quanta","holders.*.balance_units","total_supply_quanta","total_supply_units","circulating_supply_quanta","circulating_supply_units","shielded_supply_quanta","shielded_supply_units","burned_supply_quanta","burned_supply_units","total_fees_burned_quanta","in_pools_quanta","in_pools_units","staked_quanta"], repeatable: true, reads: true }, options);
  }

  /** What a spender may still move of a token for its owner; 0 where nothing is allowed. `GET /api/token/allowance` */
  async getTokenAllowance(query: TokenAllowanceQuery, options?: CallOptions): Promise<TokenAllowanceAnswer> {
    return this.ask({ method: "GET", path: "/api/token/allowance", query, exact: ["amount_units"], repeatable: true, reads: true }, options);
  }

  /** Allowances of an owner, or those that a spender has; ordered by the account on the other side, then the symbol. `GET /api/token/allowances` */
  async getTokenAllowances(query?: TokenAllowancesQuery, options?: CallOptions): Promise<TokenAllowancesAnswer> {
    return this.ask({ method: "GET", path: "/api/token/allowances", query, exact: ["allowances.*.amount_units"], repeatable: true, reads: true }, options);
  }

  /** Allowances that an account has given. `GET /api/allowances/:pubkey` */
  async getAllowances(pubkey: string, query?: AllowancesQuery, options?: CallOptions): Promise<AllowancesAnswer> {
    return this.ask({ method: "GET", path: `/api/allowances/${segment("pubkey", pubkey)}`, query, exact: ["allowances.*.amount_units"], repeatable: true, reads: true }, options);
  }

  /** Pools in the order of their creation. `GET /api/pools` */
  async getPools(query?: PoolsQuery, options?: CallOptions): Promise<PoolsAnswer> {
    return this.ask({ method: "GET", path: "/api/pools", query, exact: ["pools.*.reserve_a_quanta","pools.*.reserve_a_units","pools.*.reserve_b_quanta","pools.*.reserve_b_units","pools.*.total_lp_supply_units","pools.*.total_lp_units"], repeatable: true, reads: true }, options);
  }

  /** One pool; its members stand in the answer and under `pool`. `GET /api/pool/:pool_id` */
  async getPool(poolId: string, query?: PoolQuery, options?: CallOptions): Promise<PoolAnswer> {
    return this.ask({ method: "GET", path: `/api/pool/${segment("pool_id", poolId)}`, query, exact: ["reserve_a_quanta","reserve_a_units","reserve_b_quanta","reserve_b_units","total_lp_supply_units","total_lp_units","pool.reserve_a_quanta","pool.reserve_a_units","pool.reserve_b_quanta","pool.reserve_b_units","pool.total_lp_supply_units","pool.total_lp_units"], repeatable: true, reads: true }, options);
  }

  /** What a swap without a path would give now: the best route through up to three pools, among the 8 deepest of each token. `POST /api/swap/quote` */
  async quoteSwap(body: QuoteSwapBody, options?: CallOptions): Promise<QuoteSwapAnswer> {
    return this.ask({ method: "POST", path: "/api/swap/quote", body: withAmounts(body, {"amount_in":{"tokenIn":"token_in"}}), exact: ["amount_out_quanta","amount_out_units"], repeatable: true, reads: true }, options);
  }

  /** What happened in a pool, newest first. `GET /api/pool/:pool_id/events` */
  async getPoolEvents(poolId: string, query?: PoolEventsQuery, options?: CallOptions): Promise<PoolEventsAnswer> {
    return this.ask({ method: "GET", path: `/api/pool/${segment("pool_id", poolId)}/events`, query, exact: ["events.*.amount_in_quanta","events.*.amount_in_units","events.*.amount_out_quanta","events.*.amount_out_units","events.*.amount_a_quanta","events.*.amount_a_units","events.*.amount_b_quanta","events.*.amount_b_units","events.*.token_a_amount_quanta","events.*.token_a_amount_units","events.*.token_b_amount_quanta","events.*.token_b_amount_units","events.*.lp_amount_units","events.*.reserve_a_after_quanta","events.*.reserve_a_after_units","events.*.reserve_b_after_quanta","events.*.reserve_b_after_units"], repeatable: true, reads: true }, options);
  }

  /** What happened in all pools, newest first. `GET /api/events` */
  async getAllPoolEvents(query?: AllPoolEventsQuery, options?: CallOptions): Promise<AllPoolEventsAnswer> {
    return this.ask({ method: "GET", path: "/api/events", query, exact: ["events.*.amount_in_quanta","events.*.amount_in_units","events.*.amount_out_quanta","events.*.amount_out_units","events.*.amount_a_quanta","events.*.amount_a_units","events.*.amount_b_quanta","events.*.amount_b_units","events.*.token_a_amount_quanta","events.*.token_a_amount_units","events.*.token_b_amount_quanta","events.*.token_b_amount_units","events.*.lp_amount_units","events.*.reserve_a_after_quanta","events.*.reserve_a_after_units","events.*.reserve_b_after_quanta","events.*.reserve_b_after_units"], repeatable: true, reads: true }, options);
  }

  /** The newest prices of a pool, one for each event, oldest first. `GET /api/pool/:pool_id/prices` */
  async getPoolPrices(poolId: string, query?: PoolPricesQuery, options?: CallOptions): Promise<PoolPricesAnswer> {
    return this.ask({ method: "GET", path: `/api/pool/${segment("pool_id", poolId)}/prices`, query, exact: ["prices.*.reserve_a_quanta","prices.*.reserve_a_units","prices.*.reserve_b_quanta","prices.*.reserve_b_units"], repeatable: true, reads: true }, options);
  }

  /** Swaps of a pool and what they moved, of all time and of the last 24 hours; also under `stats`. `GET /api/pool/:pool_id/stats` */
  async getPoolStats(poolId: string, options?: CallOptions): Promise<PoolStatsAnswer> {
    return this.ask({ method: "GET", path: `/api/pool/${segment("pool_id", poolId)}/stats`, exact: ["total_volume_a_quanta","total_volume_a_units","total_volume_b_quanta","total_volume_b_units","volume_24h_a_quanta","volume_24h_a_units","volume_24h_b_quanta","volume_24h_b_units","volume_24h_quanta","volume_24h_units","tvl_quanta","tvl_units","stats.total_volume_a_quanta","stats.total_volume_a_units","stats.total_volume_b_quanta","stats.total_volume_b_units","stats.volume_24h_a_quanta","stats.volume_24h_a_units","stats.volume_24h_b_quanta","stats.volume_24h_b_units","stats.volume_24h_quanta","stats.volume_24h_units","stats.tvl_quanta","stats.tvl_units"], repeatable: true, reads: true }, options);
  }

  /** The newest candles of a pool within the bounds, oldest first; weeks start on Monday 00:00 UTC. `GET /api/pool/:pool_id/candles` */
  async getPoolCandles(poolId: string, query?: PoolCandlesQuery, options?: CallOptions): Promise<PoolCandlesAnswer> {
    return this.ask({ method: "GET", path: `/api/pool/${segment("pool_id", poolId)}/candles`, query, exact: ["candles.*.volume_a_quanta","candles.*.volume_a_units","candles.*.volume_b_quanta","candles.*.volume_b_units"], repeatable: true, reads: true }, options);
  }

  /** NFT collections in the order of their creation. `GET /api/nft/collections` */
  async getNftCollections(query?: NftCollectionsQuery, options?: CallOptions): Promise<NftCollectionsAnswer> {
    return this.ask({ method: "GET", path: "/api/nft/collections", query, exact: ["collections.*.mint_price_quanta","collections.*.token_gate_amount_quanta","collections.*.token_gate_amount_units"], repeatable: true, reads: true }, options);
  }

  /** One NFT collection. `GET /api/nft/collection/:id` */
  async getNftCollection(id: string, query?: NftCollectionQuery, options?: CallOptions): Promise<NftCollectionAnswer> {
    return this.ask({ method: "GET", path: `/api/nft/collection/${segment("id", id)}`, query, exact: ["mint_price_quanta","token_gate_amount_quanta","token_gate_amount_units"], repeatable: true, reads: true }, options);
  }

  /** NFTs of a collection by their ids. `GET /api/nft/collection/:id/tokens` */
  async getNftCollectionTokens(id: string, query?: NftCollectionTokensQuery, options?: CallOptions): Promise<NftCollectionTokensAnswer> {
    return this.ask({ method: "GET", path: `/api/nft/collection/${segment("id", id)}/tokens`, query, exact: [], repeatable: true, reads: true }, options);
  }

  /** Successful transactions in a collection, newest first. `GET /api/nft/collection/:id/transactions` */
  async getNftCollectionTransactions(id: string, query?: NftCollectionTransactionsQuery, options?: CallOptions): Promise<NftCollectionTransactionsAnswer> {
    return this.ask({ method: "GET", path: `/api/nft/collection/${segment("id", id)}/transactions`, query, exact: ["transactions.*.movements.*.amount_quanta","transactions.*.movements.*.amount_units","transactions.*.movements.*.sale_price_quanta","transactions.*.movements.*.sale_price_units"], repeatable: true, reads: true }, options);
  }

  /** One NFT. `GET /api/nft/token/:collection_id/:token_id` */
  async getNftToken(collectionId: string, tokenId: number, query?: NftTokenQuery, options?: CallOptions): Promise<NftTokenAnswer> {
    return this.ask({ method: "GET", path: `/api/nft/token/${segment("collection_id", collectionId)}/${segment("token_id", tokenId)}`, query, exact: [], repeatable: true, reads: true }, options);
  }

  /** NFTs of an account, by the age of their collections and their ids. `GET /api/nft/owner/:pubkey` */
  async getNftOwner(pubkey: string, query?: NftOwnerQuery, options?: CallOptions): Promise<NftOwnerAnswer> {
    return this.ask({ method: "GET", path: `/api/nft/owner/${segment("pubkey", pubkey)}`, query, exact: [], repeatable: true, reads: true }, options);
  }

  /** Contracts, newest first. `GET /api/contracts` */
  async getContracts(query?: ContractsQuery, options?: CallOptions): Promise<ContractsAnswer> {
    return this.ask({ method: "GET", path: "/api/contracts", query, exact: ["contracts.*.balance_quanta"], repeatable: true, reads: true }, options);
  }

  /** A contract: who deployed it, its code, its balance, how much it keeps. `GET /api/contract/:addr` */
  async getContract(addr: string, query?: ContractQuery, options?: CallOptions): Promise<ContractAnswer> {
    return this.ask({ method: "GET", path: `/api/contract/${segment("addr", addr)}`, query, exact: ["contract.balance_quanta"], repeatable: true, reads: true }, options);
  }

  /** What the code of a contract offers and asks for: methods, host functions, memory. `GET /api/contract/:addr/interface` */
  async getContractInterface(addr: string, query?: ContractInterfaceQuery, options?: CallOptions): Promise<ContractInterfaceAnswer> {
    return this.ask({ method: "GET", path: `/api/contract/${segment("addr", addr)}/interface`, query, exact: [], repeatable: true, reads: true }, options);
  }

  /** Events of a contract, newest first. `GET /api/contract/:addr/events` */
  async getContractEvents(addr: string, query?: ContractEventsQuery, options?: CallOptions): Promise<ContractEventsAnswer> {
    return this.ask({ method: "GET", path: `/api/contract/${segment("addr", addr)}/events`, query, exact: [], repeatable: true, reads: true }, options);
  }

  /** What a contract keeps: all of it in pages, or the value at one key. `GET /api/contract/:addr/state` */
  async getContractState(addr: string, query?: ContractStateQuery, options?: CallOptions): Promise<ContractStateAnswer> {
    return this.ask({ method: "GET", path: `/api/contract/${segment("addr", addr)}/state`, query, exact: [], repeatable: true, reads: true }, options);
  }

  /** What a method of a contract would answer in the next block, or a millisecond after the one of `height`; nothing is signed, sent or kept. `POST /api/contract/:addr/query` */
  async postContractQuery(addr: string, body: PostContractQueryBody, query?: PostContractQueryQuery, options?: CallOptions): Promise<PostContractQueryAnswer> {
    return this.ask({ method: "POST", path: `/api/contract/${segment("addr", addr)}/query`, query, body: body, exact: [], repeatable: false }, options);
  }

  /** With a signed envelope the same as POST /api/v2/contract/execute; without one a query. `POST /api/v2/contract/call` */
  async postContractCall(body: PostContractCallBody, options?: CallOptions): Promise<PostContractCallAnswer> {
    return this.ask({ method: "POST", path: "/api/v2/contract/call", body: body, exact: [], repeatable: false }, options);
  }

  /** With a signed envelope the same as POST /api/v2/contract/publish; unsigned deploys are gone. `POST /api/v2/contract/deploy` */
  async postContractDeploy(body: PostContractDeployBody, options?: CallOptions): Promise<PostContractDeployAnswer> {
    return this.ask({ method: "POST", path: "/api/v2/contract/deploy", body: body, exact: [], repeatable: false }, options);
  }

  /** Registers the signer's wallet, or replaces all of it; answers when a block has it. `POST /api/v2/messenger/wallets/register` */
  async registerWallet(account: Account, fields: RegisterWalletFields, options?: SignOptions): Promise<RegisterWalletAnswer> {
    return this.submit("register_wallet", account, fields ?? {}, [], options);
  }

  /** Discoverable wallets in the order of their first registrations. `GET /api/messenger/wallets` */
  async getMessengerWallets(query?: MessengerWalletsQuery, options?: CallOptions): Promise<MessengerWalletsAnswer> {
    return this.ask({ method: "GET", path: "/api/messenger/wallets", query, exact: [], repeatable: true, reads: true }, options);
  }

  /** One wallet, by its id, the address of its owner, or one of its keys; also when lists do not show it. `GET /api/messenger/wallets/:wallet` */
  async getMessengerWalletsByWallet(wallet: string, query?: MessengerWalletsByWalletQuery, options?: CallOptions): Promise<MessengerWalletsByWalletAnswer> {
    return this.ask({ method: "GET", path: `/api/messenger/wallets/${segment("wallet", wallet)}`, query, exact: [], repeatable: true, reads: true }, options);
  }

  /** Registers a name for the signer's wallet; answers when a block has it. `POST /api/v2/names/register` */
  async registerName(account: Account, fields: RegisterNameFields, options?: SignOptions): Promise<RegisterNameAnswer> {
    return this.submit("register_name", account, fields ?? {}, [], options);
  }

  /** Gives a name of the signer back; answers when a block has it. `POST /api/v2/names/release` */
  async releaseName(account: Account, fields: ReleaseNameFields, options?: SignOptions): Promise<ReleaseNameAnswer> {
    return this.submit("release_name", account, fields ?? {}, [], options);
  }

  /** The wallet that has a name. `GET /api/names/resolve/:name` */
  async getNamesResolve(name: string, query?: NamesResolveQuery, options?: CallOptions): Promise<NamesResolveAnswer> {
    return this.ask({ method: "GET", path: `/api/names/resolve/${segment("name", name)}`, query, exact: [], repeatable: true, reads: true }, options);
  }

  /** The name of a wallet; null when it has none. `GET /api/names/reverse/:walletId` */
  async getNamesReverse(walletId: string, query?: NamesReverseQuery, options?: CallOptions): Promise<NamesReverseAnswer> {
    return this.ask({ method: "GET", path: `/api/names/reverse/${segment("walletId", walletId)}`, query, exact: [], repeatable: true, reads: true }, options);
  }

  /** Sends an encrypted mail to up to 50 wallets. `POST /api/v2/mail/send` */
  async mailSend(account: Account, fields?: MailSendFields, options?: CallOptions): Promise<MailSendAnswer> {
    return this.serve("mail_send", account, fields ?? {}, [], options);
  }

  /** Mails in a folder of the signer, newest first. `POST /api/v2/mail/folder` */
  async mailFolder(account: Account, fields?: MailFolderFields, options?: CallOptions): Promise<MailFolderAnswer> {
    return this.serve("mail_folder", account, fields ?? {}, [], options);
  }

  /** One mail; marks it as read. `POST /api/v2/mail/message` */
  async mailMessage(account: Account, fields: MailMessageFields, options?: CallOptions): Promise<MailMessageAnswer> {
    return this.serve("mail_message", account, fields ?? {}, [], options);
  }

  /** Marks a mail as read. `POST /api/v2/mail/read` */
  async mailRead(account: Account, fields: MailReadFields, options?: CallOptions): Promise<MailReadAnswer> {
    return this.serve("mail_read", account, fields ?? {}, [], options);
  }

  /** Moves a mail to another folder of the signer. `POST /api/v2/mail/move` */
  async mailMove(account: Account, fields: MailMoveFields, options?: CallOptions): Promise<MailMoveAnswer> {
    return this.serve("mail_move", account, fields ?? {}, [], options);
  }

  /** Deletes a mail of the signer for good; erases it when all participants have deleted it. `POST /api/v2/mail/delete` */
  async mailDelete(account: Account, fields: MailDeleteFields, options?: CallOptions): Promise<MailDeleteAnswer> {
    return this.serve("mail_delete", account, fields ?? {}, [], options);
  }

  /** Begins a conversation; of two accounts there is one, which is given when it exists. `POST /api/v2/messenger/conversations` */
  async messengerCreate(account: Account, fields: MessengerCreateFields, options?: CallOptions): Promise<MessengerCreateAnswer> {
    return this.serve("messenger_create", account, fields ?? {}, [], options);
  }

  /** Conversations of the signer, the latest first. `POST /api/v2/messenger/conversations/list` */
  async messengerConversations(account: Account, fields?: MessengerConversationsFields, options?: CallOptions): Promise<MessengerConversationsAnswer> {
    return this.serve("messenger_conversations", account, fields ?? {}, [], options);
  }

  /** Names a conversation. `POST /api/v2/messenger/conversations/update` */
  async messengerUpdate(account: Account, fields: MessengerUpdateFields, options?: CallOptions): Promise<MessengerUpdateAnswer> {
    return this.serve("messenger_update", account, fields ?? {}, [], options);
  }

  /** Adds participants to a group. `POST /api/v2/messenger/conversations/participants` */
  async messengerAddParticipants(account: Account, fields: MessengerAddParticipantsFields, options?: CallOptions): Promise<MessengerAddParticipantsAnswer> {
    return this.serve("messenger_add_participants", account, fields ?? {}, [], options);
  }

  /** Deletes a conversation for the signer; it can be restored for 30 days unless it is purged. `POST /api/v2/messenger/conversations/delete` */
  async messengerDeleteConversation(account: Account, fields: MessengerDeleteConversationFields, options?: CallOptions): Promise<MessengerDeleteConversationAnswer> {
    return this.serve("messenger_delete_conversation", account, fields ?? {}, [], options);
  }

  /** Restores a conversation that the signer has deleted. `POST /api/v2/messenger/conversations/restore` */
  async messengerRestoreConversation(account: Account, fields: MessengerRestoreConversationFields, options?: CallOptions): Promise<MessengerRestoreConversationAnswer> {
    return this.serve("messenger_restore_conversation", account, fields ?? {}, [], options);
  }

  /** Sends a message, to a conversation or to a recipient. `POST /api/v2/messenger/messages` */
  async messengerSend(account: Account, fields?: MessengerSendFields, options?: CallOptions): Promise<MessengerSendAnswer> {
    return this.serve("messenger_send", account, fields ?? {}, [], options);
  }

  /** Messages of a conversation, each page oldest first. `POST /api/v2/messenger/messages/list` */
  async messengerMessages(account: Account, fields: MessengerMessagesFields, options?: CallOptions): Promise<MessengerMessagesAnswer> {
    return this.serve("messenger_messages", account, fields ?? {}, [], options);
  }

  /** Marks a message as read by the signer. `POST /api/v2/messenger/messages/read` */
  async messengerRead(account: Account, fields: MessengerReadFields, options?: CallOptions): Promise<MessengerReadAnswer> {
    return this.serve("messenger_read", account, fields ?? {}, [], options);
  }

  /** Deletes a message: its sender for everybody, another participant for himself; it can be restored for 30 days. `POST /api/v2/messenger/messages/delete` */
  async messengerDelete(account: Account, fields: MessengerDeleteFields, options?: CallOptions): Promise<MessengerDeleteAnswer> {
    return this.serve("messenger_delete", account, fields ?? {}, [], options);
  }

  /** Restores a message that the signer has deleted. `POST /api/v2/messenger/messages/restore` */
  async messengerRestore(account: Account, fields: MessengerRestoreFields, options?: CallOptions): Promise<MessengerRestoreAnswer> {
    return this.serve("messenger_restore", account, fields ?? {}, [], options);
  }

  /** Counts one more play of a track. `POST /api/v2/social/play` */
  async socialPlay(account: Account, fields: SocialPlayFields, options?: CallOptions): Promise<SocialPlayAnswer> {
    return this.serve("social_play", account, fields ?? {}, [], options);
  }

  /** Likes a track, or takes that back. `POST /api/v2/social/like` */
  async socialLike(account: Account, fields: SocialLikeFields, options?: CallOptions): Promise<SocialLikeAnswer> {
    return this.serve("social_like", account, fields ?? {}, [], options);
  }

  /** Comments on a track. `POST /api/v2/social/comment` */
  async socialComment(account: Account, fields: SocialCommentFields, options?: CallOptions): Promise<SocialCommentAnswer> {
    return this.serve("social_comment", account, fields ?? {}, [], options);
  }

  /** Deletes a comment; its author alone may. `POST /api/v2/social/comment/delete` */
  async socialCommentDelete(account: Account, fields: SocialCommentDeleteFields, options?: CallOptions): Promise<SocialCommentDeleteAnswer> {
    return this.serve("social_comment_delete", account, fields ?? {}, [], options);
  }

  /** Follows somebody, or takes that back. `POST /api/v2/social/follow` */
  async socialFollow(account: Account, fields: SocialFollowFields, options?: CallOptions): Promise<SocialFollowAnswer> {
    return this.serve("social_follow", account, fields ?? {}, [], options);
  }

  /** Publishes a post, or a reply to one. `POST /api/v2/social/post` */
  async socialPostCreate(account: Account, fields: SocialPostCreateFields, options?: CallOptions): Promise<SocialPostCreateAnswer> {
    return this.serve("social_post_create", account, fields ?? {}, [], options);
  }

  /** Deletes a post; its author alone may. `POST /api/v2/social/post/delete` */
  async socialPostDelete(account: Account, fields: SocialPostDeleteFields, options?: CallOptions): Promise<SocialPostDeleteAnswer> {
    return this.serve("social_post_delete", account, fields ?? {}, [], options);
  }

  /** Reposts another's post, or takes that back. `POST /api/v2/social/repost` */
  async socialRepost(account: Account, fields: SocialRepostFields, options?: CallOptions): Promise<SocialRepostAnswer> {
    return this.serve("social_repost", account, fields ?? {}, [], options);
  }

  /** Posts of those whom the signer follows, of the 1000 latest of them, newest first. `POST /api/v2/social/feed` */
  async socialFeed(account: Account, fields?: SocialFeedFields, options?: CallOptions): Promise<SocialFeedAnswer> {
    return this.serve("social_feed", account, fields ?? {}, [], options);
  }

  /** Hides a track from the profile of the signer, or shows it again. `POST /api/v2/social/hide-track` */
  async socialHideTrack(account: Account, fields: SocialHideTrackFields, options?: CallOptions): Promise<SocialHideTrackAnswer> {
    return this.serve("social_hide_track", account, fields ?? {}, [], options);
  }

  /** Plays, likes and comments of a track. `GET /api/social/track/:trackId/stats` */
  async getSocialTrackStats(trackId: string, query?: SocialTrackStatsQuery, options?: CallOptions): Promise<SocialTrackStatsAnswer> {
    return this.ask({ method: "GET", path: `/api/social/track/${segment("trackId", trackId)}/stats`, query, exact: [], repeatable: true }, options);
  }

  /** Comments on a track, newest first. `GET /api/social/track/:trackId/comments` */
  async getSocialTrackComments(trackId: string, query?: SocialTrackCommentsQuery, options?: CallOptions): Promise<SocialTrackCommentsAnswer> {
    return this.ask({ method: "GET", path: `/api/social/track/${segment("trackId", trackId)}/comments`, query, exact: [], repeatable: true }, options);
  }

  /** How many follow somebody, and how many they follow. `GET /api/social/artist/:pubkey/stats` */
  async getSocialArtistStats(pubkey: string, query?: SocialArtistStatsQuery, options?: CallOptions): Promise<SocialArtistStatsAnswer> {
    return this.ask({ method: "GET", path: `/api/social/artist/${segment("pubkey", pubkey)}/stats`, query, exact: [], repeatable: true }, options);
  }

  /** Tracks that somebody likes, the latest first. `GET /api/social/user/:pubkey/likes` */
  async getSocialUserLikes(pubkey: string, query?: SocialUserLikesQuery, options?: CallOptions): Promise<SocialUserLikesAnswer> {
    return this.ask({ method: "GET", path: `/api/social/user/${segment("pubkey", pubkey)}/likes`, query, exact: [], repeatable: true }, options);
  }

  /** Whom somebody follows, the latest first. `GET /api/social/user/:pubkey/following` */
  async getSocialUserFollowing(pubkey: string, query?: SocialUserFollowingQuery, options?: CallOptions): Promise<SocialUserFollowingAnswer> {
    return this.ask({ method: "GET", path: `/api/social/user/${segment("pubkey", pubkey)}/following`, query, exact: [], repeatable: true }, options);
  }

  /** Who follows somebody, the latest first. `GET /api/social/user/:pubkey/followers` */
  async getSocialUserFollowers(pubkey: string, query?: SocialUserFollowersQuery, options?: CallOptions): Promise<SocialUserFollowersAnswer> {
    return this.ask({ method: "GET", path: `/api/social/user/${segment("pubkey", pubkey)}/followers`, query, exact: [], repeatable: true }, options);
  }

  /** Posts of somebody, replies among them, newest first. `GET /api/social/user/:pubkey/posts` */
  async getSocialUserPosts(pubkey: string, query?: SocialUserPostsQuery, options?: CallOptions): Promise<SocialUserPostsAnswer> {
    return this.ask({ method: "GET", path: `/api/social/user/${segment("pubkey", pubkey)}/posts`, query, exact: [], repeatable: true }, options);
  }

  /** Tracks that somebody has hidden from their profile. `GET /api/social/hidden-tracks/:pubkey` */
  async getSocialHiddenTracks(pubkey: string, query?: SocialHiddenTracksQuery, options?: CallOptions): Promise<SocialHiddenTracksAnswer> {
    return this.ask({ method: "GET", path: `/api/social/hidden-tracks/${segment("pubkey", pubkey)}`, query, exact: [], repeatable: true }, options);
  }

  /** All posts, replies among them, newest first. `GET /api/social/timeline` */
  async getSocialTimeline(query?: SocialTimelineQuery, options?: CallOptions): Promise<SocialTimelineAnswer> {
    return this.ask({ method: "GET", path: "/api/social/timeline", query, exact: [], repeatable: true }, options);
  }

  /** A post. `GET /api/social/post/:id` */
  async getSocialPost(id: string, query?: SocialPostQuery, options?: CallOptions): Promise<SocialPostAnswer> {
    return this.ask({ method: "GET", path: `/api/social/post/${segment("id", id)}`, query, exact: [], repeatable: true }, options);
  }

  /** Likes, reposts and replies of a post. `GET /api/social/post/:id/stats` */
  async getSocialPostStats(id: string, query?: SocialPostStatsQuery, options?: CallOptions): Promise<SocialPostStatsAnswer> {
    return this.ask({ method: "GET", path: `/api/social/post/${segment("id", id)}/stats`, query, exact: [], repeatable: true }, options);
  }

  /** Replies to a post, oldest first; they stay when the post is deleted. `GET /api/social/post/:id/replies` */
  async getSocialPostReplies(id: string, query?: SocialPostRepliesQuery, options?: CallOptions): Promise<SocialPostRepliesAnswer> {
    return this.ask({ method: "GET", path: `/api/social/post/${segment("id", id)}/replies`, query, exact: [], repeatable: true }, options);
  }

  /** Registers the device that gets the push notifications of the signer. `POST /api/push/register` */
  async pushRegister(account: Account, fields: PushRegisterFields, options?: CallOptions): Promise<PushRegisterAnswer> {
    return this.serve("push_register", account, fields ?? {}, [], options);
  }

  /** Ends the push notifications of the signer. `POST /api/push/unregister` */
  async pushUnregister(account: Account, fields?: PushUnregisterFields, options?: CallOptions): Promise<PushUnregisterAnswer> {
    return this.serve("push_unregister", account, fields ?? {}, [], options);
  }

  /** The rules of this node for proposals that are opened now. `GET /api/regen/config` */
  async getRegenConfig(options?: CallOptions): Promise<RegenConfigAnswer> {
    return this.ask({ method: "GET", path: "/api/regen/config", exact: [], repeatable: true, reads: true }, options);
  }

  /** All proposals, newest first, with tally and status. `GET /api/regen/proposals` */
  async getRegenProposals(options?: CallOptions): Promise<RegenProposalsAnswer> {
    return this.ask({ method: "GET", path: "/api/regen/proposals", exact: [], repeatable: true, reads: true }, options);
  }

  /** One proposal with every vote that counts, and what was signed. `GET /api/regen/proposals/:id` */
  async getRegenProposalsById(id: string, options?: CallOptions): Promise<RegenProposalsByIdAnswer> {
    return this.ask({ method: "GET", path: `/api/regen/proposals/${segment("id", id)}`, exact: [], repeatable: true, reads: true }, options);
  }

  /** The list of weights of a proposal, with which everybody can recount it. `GET /api/regen/proposals/:id/snapshot` */
  async getRegenProposalsSnapshot(id: string, options?: CallOptions): Promise<RegenProposalsSnapshotAnswer> {
    return this.ask({ method: "GET", path: `/api/regen/proposals/${segment("id", id)}/snapshot`, exact: [], repeatable: true, reads: true }, options);
  }

  /** What a wallet may vote with on a proposal, and its vote. `GET /api/regen/proposals/:id/weight/:who` */
  async getRegenProposalsWeight(id: string, who: string, options?: CallOptions): Promise<RegenProposalsWeightAnswer> {
    return this.ask({ method: "GET", path: `/api/regen/proposals/${segment("id", id)}/weight/${segment("who", who)}`, exact: [], repeatable: true, reads: true }, options);
  }

  /** Opens a proposal; this node is its home. `POST /api/v2/regen/proposals` */
  async regenProposal(account: Account, fields: RegenProposalFields, options?: CallOptions): Promise<RegenProposalAnswer> {
    return this.serve("regen_proposal", account, fields ?? {}, [], options);
  }

  /** Votes on a proposal; the last vote of a wallet counts. `POST /api/v2/regen/votes` */
  async regenVote(account: Account, fields: RegenVoteFields, options?: CallOptions): Promise<RegenVoteAnswer> {
    return this.serve("regen_vote", account, fields ?? {}, [], options);
  }

  /** Records the transfer from the treasury that has paid a passed proposal; for curators. `POST /api/v2/regen/proposals/payout` */
  async regenPayout(account: Account, fields: RegenPayoutFields, options?: CallOptions): Promise<RegenPayoutAnswer> {
    return this.serve("regen_payout", account, fields ?? {}, [], options);
  }

  /** Cancels an open proposal: a curator, or the creator before any votes. `POST /api/v2/regen/proposals/cancel` */
  async regenCancel(account: Account, fields: RegenCancelFields, options?: CallOptions): Promise<RegenCancelAnswer> {
    return this.serve("regen_cancel", account, fields ?? {}, [], options);
  }

  /** Whether ETH, USDC and BTC can be bridged here, and where deposits go. `GET /api/bridge/config` */
  async getBridgeConfig(options?: CallOptions): Promise<BridgeConfigAnswer> {
    return this.ask({ method: "GET", path: "/api/bridge/config", exact: [], repeatable: true, reads: true }, options);
  }

  /** Whether XRGE can be bridged here, and its vault. `GET /api/bridge/xrge/config` */
  async getBridgeXrgeConfig(options?: CallOptions): Promise<BridgeXrgeConfigAnswer> {
    return this.ask({ method: "GET", path: "/api/bridge/xrge/config", exact: [], repeatable: true, reads: true }, options);
  }

  /** Whether withdrawals can be paid out and noted. `GET /api/bridge/health` */
  async getBridgeHealth(options?: CallOptions): Promise<BridgeHealthAnswer> {
    return this.ask({ method: "GET", path: "/api/bridge/health", exact: [], repeatable: true, reads: true }, options);
  }

  /** What was minted and burned per token, and beside it the coins that the providers see in custody, at most a minute old. `GET /api/bridge/reserves` */
  async getBridgeReserves(options?: CallOptions): Promise<BridgeReservesAnswer> {
    return this.ask({ method: "GET", path: "/api/bridge/reserves", exact: ["reserves.*.minted_quanta","reserves.*.minted_units","reserves.*.burned_quanta","reserves.*.burned_units","reserves.*.refunded_quanta","reserves.*.refunded_units","reserves.*.fulfilled_quanta","reserves.*.fulfilled_units","reserves.*.claimable_quanta","reserves.*.claimable_units","reserves.*.owed_quanta","reserves.*.owed_units","reserves.*.custody_units","reserves.*.custody_quanta"], repeatable: true, reads: true }, options);
  }

  /** Deposits and withdrawals of everybody that are in blocks, newest first. `GET /api/bridge/activity` */
  async getBridgeActivity(query?: BridgeActivityQuery, options?: CallOptions): Promise<BridgeActivityAnswer> {
    return this.ask({ method: "GET", path: "/api/bridge/activity", query, exact: ["items.*.amountUnits_quanta","items.*.amountUnits_units"], repeatable: true, reads: true }, options);
  }

  /** One deposit or withdrawal by its transaction here. `GET /api/bridge/activity/:txId` */
  async getBridgeActivityByTxId(txId: string, options?: CallOptions): Promise<BridgeActivityByTxIdAnswer> {
    return this.ask({ method: "GET", path: `/api/bridge/activity/${segment("txId", txId)}`, exact: ["amountUnits_quanta","amountUnits_units"], repeatable: true, reads: true }, options);
  }

  /** Mints what a wallet has sent to custody: ETH or USDC. The wallet has signed who gets it. `POST /api/bridge/claim` */
  async postBridgeClaim(body: PostBridgeClaimBody, options?: CallOptions): Promise<PostBridgeClaimAnswer> {
    return this.ask({ method: "POST", path: "/api/bridge/claim", body: body, exact: [], repeatable: false }, options);
  }

  /** Mints the XRGE that a wallet has sent to the vault. The wallet has signed who gets it. `POST /api/bridge/xrge/claim` */
  async postBridgeXrgeClaim(body: PostBridgeXrgeClaimBody, options?: CallOptions): Promise<PostBridgeXrgeClaimAnswer> {
    return this.ask({ method: "POST", path: "/api/bridge/xrge/claim", body: body, exact: [], repeatable: false }, options);
  }

  /** Mints what a transaction has paid to the custody of Bitcoin, for the recipient in its OP_RETURN. Ask again until it is deep enough. `POST /api/bridge/btc/claim` */
  async postBridgeBtcClaim(body: PostBridgeBtcClaimBody, options?: CallOptions): Promise<PostBridgeBtcClaimAnswer> {
    return this.ask({ method: "POST", path: "/api/bridge/btc/claim", body: body, exact: [], repeatable: false }, options);
  }

  /** For relayers: mints a deposit through the contracts for the recipient that its event names. Once, however often it is asked. `POST /api/bridge/deposit/auto-claim` */
  async postBridgeDepositAutoClaim(body: PostBridgeDepositAutoClaimBody, options?: CallOptions): Promise<PostBridgeDepositAutoClaimAnswer> {
    return this.ask({ method: "POST", path: "/api/bridge/deposit/auto-claim", body: body, exact: ["amount_quanta","amount_units"], repeatable: false }, options);
  }

  /** For the operator: the same, with the admin key in the body. `POST /api/bridge/admin/reclaim` */
  async postBridgeAdminReclaim(body: PostBridgeAdminReclaimBody, options?: CallOptions): Promise<PostBridgeAdminReclaimAnswer> {
    return this.ask({ method: "POST", path: "/api/bridge/admin/reclaim", body: body, exact: ["amount_quanta","amount_units"], repeatable: false }, options);
  }

  /** Burns qETH, qUSDC or qBTC of the signer, to be paid out on the other chain. `POST /api/bridge/withdraw` */
  async postBridgeWithdraw(body: PostBridgeWithdrawBody, options?: CallOptions): Promise<PostBridgeWithdrawAnswer> {
    return this.ask({ method: "POST", path: "/api/bridge/withdraw", body: body, exact: [], repeatable: false }, options);
  }

  /** Burns XRGE of the signer, to be paid out of the vault. `POST /api/bridge/xrge/withdraw` */
  async postBridgeXrgeWithdraw(body: PostBridgeXrgeWithdrawBody, options?: CallOptions): Promise<PostBridgeXrgeWithdrawAnswer> {
    return this.ask({ method: "POST", path: "/api/bridge/xrge/withdraw", body: body, exact: [], repeatable: false }, options);
  }

  /** Withdrawals of ETH and USDC that are neither paid out nor refunded, oldest first. `GET /api/bridge/withdrawals` */
  async getBridgeWithdrawals(options?: CallOptions): Promise<BridgeWithdrawalsAnswer> {
    return this.ask({ method: "GET", path: "/api/bridge/withdrawals", exact: ["withdrawals.*.amountUnits_units"], repeatable: true, reads: true }, options);
  }

  /** Withdrawals of XRGE that are neither paid out nor refunded, oldest first. `GET /api/bridge/xrge/withdrawals` */
  async getBridgeXrgeWithdrawals(options?: CallOptions): Promise<BridgeXrgeWithdrawalsAnswer> {
    return this.ask({ method: "GET", path: "/api/bridge/xrge/withdrawals", exact: ["withdrawals.*.amount_quanta"], repeatable: true, reads: true }, options);
  }

  /** Withdrawals of Bitcoin that are neither paid out nor refunded, oldest first. `GET /api/bridge/btc/withdrawals` */
  async getBridgeBtcWithdrawals(options?: CallOptions): Promise<BridgeBtcWithdrawalsAnswer> {
    return this.ask({ method: "GET", path: "/api/bridge/btc/withdrawals", exact: ["withdrawals.*.amountUnits_units"], repeatable: true, reads: true }, options);
  }

  /** For relayers and operators: marks a withdrawal as paid, once the payout is verified on the other chain. `DELETE /api/bridge/withdrawals/:txId` */
  async deleteBridgeWithdrawals(txId: string, body: DeleteBridgeWithdrawalsBody, options?: CallOptions): Promise<DeleteBridgeWithdrawalsAnswer> {
    return this.ask({ method: "DELETE", path: `/api/bridge/withdrawals/${segment("txId", txId)}`, body: body, exact: [], repeatable: false }, options);
  }

  /** For relayers and operators: marks a withdrawal as paid, once the payout is verified on the other chain. `DELETE /api/bridge/xrge/withdrawals/:txId` */
  async deleteBridgeXrgeWithdrawals(txId: string, body: DeleteBridgeXrgeWithdrawalsBody, options?: CallOptions): Promise<DeleteBridgeXrgeWithdrawalsAnswer> {
    return this.ask({ method: "DELETE", path: `/api/bridge/xrge/withdrawals/${segment("txId", txId)}`, body: body, exact: [], repeatable: false }, options);
  }

  /** For relayers and operators: marks a withdrawal as paid, once the payout is verified on the other chain. `DELETE /api/bridge/btc/withdrawals/:txId` */
  async deleteBridgeBtcWithdrawals(txId: string, body: DeleteBridgeBtcWithdrawalsBody, options?: CallOptions): Promise<DeleteBridgeBtcWithdrawalsAnswer> {
    return this.ask({ method: "DELETE", path: `/api/bridge/btc/withdrawals/${segment("txId", txId)}`, body: body, exact: [], repeatable: false }, options);
  }

  /** For relayers and operators: notes that an attempt to pay a withdrawal out has failed. `POST /api/bridge/withdrawals/:txId/failure` */
  async postBridgeWithdrawalsFailure(txId: string, body: PostBridgeWithdrawalsFailureBody, options?: CallOptions): Promise<PostBridgeWithdrawalsFailureAnswer> {
    return this.ask({ method: "POST", path: `/api/bridge/withdrawals/${segment("txId", txId)}/failure`, body: body, exact: [], repeatable: false }, options);
  }

  /** For relayers and operators: mints again what a withdrawal has burned, when the other chain shows no release. Of Bitcoin an operator must sign that nothing was paid (unpaid: true). `POST /api/bridge/withdrawals/:txId/refund` */
  async postBridgeWithdrawalsRefund(txId: string, body: PostBridgeWithdrawalsRefundBody, options?: CallOptions): Promise<PostBridgeWithdrawalsRefundAnswer> {
    return this.ask({ method: "POST", path: `/api/bridge/withdrawals/${segment("txId", txId)}/refund`, body: body, exact: ["amount_quanta","amount_units"], repeatable: false }, options);
  }

  /** The Bitcoin address of a recipient, always the same one: what is paid to it is minted without a claim. `POST /api/bridge/btc/deposit-address` */
  async postBridgeBtcDepositAddress(body: PostBridgeBtcDepositAddressBody, options?: CallOptions): Promise<PostBridgeBtcDepositAddressAnswer> {
    return this.ask({ method: "POST", path: "/api/bridge/btc/deposit-address", body: body, exact: [], repeatable: false }, options);
  }

  /** For relayers: adds addresses that may be given to users. What is no address, or whose address or index is known already, is left out. `POST /api/bridge/btc/deposit-pool` */
  async postBridgeBtcDepositPool(body: PostBridgeBtcDepositPoolBody, options?: CallOptions): Promise<PostBridgeBtcDepositPoolAnswer> {
    return this.ask({ method: "POST", path: "/api/bridge/btc/deposit-pool", body: body, exact: [], repeatable: false }, options);
  }

  /** For relayers: addresses that are given to users, with their recipients. `GET /api/bridge/btc/deposit-addresses` */
  async getBridgeBtcDepositAddresses(options?: CallOptions): Promise<BridgeBtcDepositAddressesAnswer> {
    return this.ask({ method: "GET", path: "/api/bridge/btc/deposit-addresses", exact: [], repeatable: true, reads: true }, options);
  }

  /** Converts a picture to WebP of at most 256 x 256 pixels, ready to be the image of a token; of an animation the first frame. `POST /api/token/logo` */
  async convertLogo(body: ConvertLogoBody, options?: CallOptions): Promise<ConvertLogoAnswer> {
    return this.ask({ method: "POST", path: "/api/token/logo", body: body, exact: [], repeatable: false }, options);
  }
}
