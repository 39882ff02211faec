/** Where contracts run outside of blocks. No contract runs on the main thread for a reader: a query may take its whole fuel. */

import type { Refusal } from '../base/refusal.js';
import type { ContractPreview, PreviewOrder } from '../ledger/contractPreview.js';

export interface ContractPreviews {
  /** What the call would do in the block after the tip. @returns a refusal when it takes too long, or too many wait. */
  preview(order: PreviewOrder): Promise<ContractPreview | Refusal>;
}
