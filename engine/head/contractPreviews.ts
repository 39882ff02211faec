/** Where contracts run outside of blocks. No contract runs on the main thread for a reader: a query may take its whole fuel. */

import type { Refusal } from '../base/refusal.js';
import type { BlockContext } from '../ledger/blockContext.js';
import type { ContractInterface } from '../ledger/contractInterface.js';
import type { SIGNED_BODY } from '../ledger/contractQuery.js';
import type { ContractPreview, PreviewOrder } from '../ledger/previewOrder.js';

export interface ContractPreviews {
  /** What the call would do in the block after the tip. @returns a refusal when it takes too long, or too many wait. */
  preview(order: PreviewOrder): Promise<ContractPreview | Refusal>;

  /** The same for the body of a request. @param address of the path; undefined when the body names it.
   *  @param past the block that the call would be in, when it is not the one after the tip: the state below it is that of an archive.
   *  @returns `SIGNED_BODY` for a signed envelope, which is no query. */
  query(
    body: Uint8Array,
    address?: string,
    past?: BlockContext,
  ): Promise<ContractPreview | typeof SIGNED_BODY | Refusal>;

  /** What the code of a contract offers: reading it for the first time costs as much as a deploy. @param address 40 hex characters. */
  describe(address: string): Promise<ContractInterface | Refusal>;
}
