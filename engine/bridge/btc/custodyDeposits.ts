/** Deposits to custody among the transactions of its address, as one Esplora server lists them. */

import { bytesEqual } from '../../base/bytes.js';
import { addressOf, resolveAccount } from '../../crypto/address.js';
import { recipientText } from '../deposit.js';
import type { FoundDeposit, FoundDeposits } from '../foundDeposit.js';
import type { EsploraTransaction } from './esploraAnswers.js';
import { recipientOf } from './recipient.js';
import { paidTo } from './transaction.js';

/** Heights, both included. */
export interface HeightRange {
  readonly from: number;
  readonly to: number;
}

/** Payouts spend custody's coins and give change back to it: the change is no deposit. */
const isDeposit = ({ inputs, outputs }: EsploraTransaction, custody: Uint8Array): boolean =>
  paidTo(outputs, custody) > 0n && !inputs.some(({ script }) => script && bytesEqual(script, custody));

/** @param transactions of a page, the newest first. @param custody output script.
 *  @returns the deposits with an OP_RETURN in blocks of the range, the newest first. */
export function custodyDeposits(
  transactions: readonly EsploraTransaction[],
  custody: Uint8Array,
  { from, to }: HeightRange,
): FoundDeposits {
  const deposits: FoundDeposit[] = [];
  const unclaimable: Pick<FoundDeposit, 'hash' | 'height'>[] = [];
  for (const transaction of transactions) {
    const { id, block, outputs } = transaction;
    if (!block || block.height < from || block.height > to || !isDeposit(transaction, custody)) continue;
    const resolved = resolveAccount(recipientText(recipientOf(outputs) ?? ''));
    if (!resolved) unclaimable.push({ hash: id, height: block.height });
    else
      deposits.push({
        ...{ coin: 'BTC', claimKey: `btc:${id}`, hash: id, height: block.height },
        recipient: addressOf(resolved.account),
      });
  }
  return { deposits, unclaimable };
}
