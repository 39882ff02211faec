/** The mixes of a load run: how many of a hundred requests are of which kind.
 *
 *  In: the number of a request. Out: its kind. Of every hundred neighbours exactly as many are of a kind as the mix says, whatever the
 *  seed; and each account sends all kinds in turn, whatever the number of accounts. */

export type Mix = 'transfer' | 'mixed' | 'defi';

/** What a request does: several kinds are the same operation with other members. */
export type RequestKind =
  | 'transfer'
  /** A transfer with a priority fee. */
  | 'tip'
  /** A transfer to an account that the chain has never seen. */
  | 'newcomer'
  | 'token transfer'
  | 'stake'
  | 'unstake'
  /** Swaps: XRGE for the account's token, the other way, its token for another one through two pools. */
  | 'buy'
  | 'sell'
  | 'exchange'
  | 'mint'
  /** An NFT to another account, half of them with a price on which a royalty is paid. */
  | 'NFT transfer';

type Shares = readonly (readonly [hundredths: number, kind: RequestKind])[];

const SHARES: Readonly<Record<Mix, Shares>> = {
  transfer: [[100, 'transfer']],
  mixed: [
    [80, 'transfer'],
    [8, 'tip'],
    [6, 'newcomer'],
    [3, 'stake'],
    [3, 'unstake'],
  ],
  defi: [
    [60, 'transfer'],
    [10, 'buy'],
    [10, 'sell'],
    [5, 'exchange'],
    [5, 'mint'],
    [5, 'NFT transfer'],
    [1, 'tip'],
    [1, 'newcomer'],
    [1, 'token transfer'],
    [1, 'stake'],
    [1, 'unstake'],
  ],
};

const LOTS = 100;

const lotsOf = (shares: Shares): readonly RequestKind[] =>
  shares.flatMap(([hundredths, kind]) => new Array<RequestKind>(hundredths).fill(kind));

const KINDS: Readonly<Record<Mix, readonly RequestKind[]>> = {
  transfer: lotsOf(SHARES.transfer),
  mixed: lotsOf(SHARES.mixed),
  defi: lotsOf(SHARES.defi),
};

/** 0 to 99, each once in every hundred. Neighbours differ, because 37 has no common divisor with 100; each hundred begins at another
 *  lot, so that an account whose numbers are hundreds apart does not always draw the same one. */
const lotOf = (serial: number): number => (serial * 37 + Math.floor(serial / LOTS) * 7) % LOTS;

/** @param stakes whether the accounts may stake: without it they transfer tokens instead. */
export function kindOfRequest(mix: Mix, serial: number, stakes = true): RequestKind {
  const kind = KINDS[mix][lotOf(serial)] as RequestKind;
  return !stakes && (kind === 'stake' || kind === 'unstake') ? 'token transfer' : kind;
}
