/** XRGE of the contract and of others, and what came with the call. Amounts are quanta. */

import { type HostFrame, saturated } from './hostFrame.js';
import { type HostTable, hostFunction } from './hostFunction.js';

const MOVED = 0;
const REFUSED = 1;

export const funds: HostTable = {
  host_get_balance: hostFunction('ii>l', (frame: HostFrame, account: number, length: number) => {
    frame.charge('balance', length >>> 0);
    const owner = frame.account(account, length);
    return owner === undefined ? 0n : saturated(frame.scene.balance(owner));
  }),
  host_transfer: hostFunction('iil>i', (frame: HostFrame, to: number, length: number, amount: bigint) => {
    frame.charge('transfer', length >>> 0);
    const recipient = frame.account(to, length);
    if (recipient === undefined || amount < 0n) return REFUSED;
    return frame.scene.transfer(recipient, amount) ? MOVED : REFUSED;
  }),
  host_get_attached_amount: hostFunction(
    '>l',
    (frame: HostFrame) => {
      frame.charge('environment');
      return saturated(frame.scene.attached?.amount ?? 0n);
    },
    'payable_calls',
  ),
  host_get_attached_symbol: hostFunction(
    'ii>i',
    (frame: HostFrame, buffer: number, capacity: number) => {
      frame.charge('text');
      const { attached } = frame.scene;
      return attached ? frame.answer(buffer, capacity, attached.symbol) : 0;
    },
    'payable_calls',
  ),
};
