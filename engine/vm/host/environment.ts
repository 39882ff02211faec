/** Who calls, with what, where and when. */

import { code, type HostFrame } from './hostFrame.js';
import { type HostTable, hostFunction } from './hostFunction.js';

const given =
  (name: 'caller' | 'self' | 'chainId') =>
  (frame: HostFrame, buffer: number, capacity: number): number => {
    const text = frame.scene[name];
    frame.charge('text', text.length);
    return frame.fill(buffer, capacity, text, code.absent);
  };

function number(frame: HostFrame, name: 'height' | 'time'): bigint {
  frame.charge('environment');
  return BigInt(frame.scene[name]);
}

export const environment: HostTable = {
  host_get_caller: hostFunction('ii>i', given('caller')),
  host_get_self_addr: hostFunction('ii>i', given('self')),
  host_get_chain_id: hostFunction('ii>i', given('chainId'), 'contract_chain_id'),
  host_get_args_len: hostFunction('>i', (frame: HostFrame) => {
    frame.charge('environment');
    return frame.scene.args.length;
  }),
  host_read_args: hostFunction('ii>i', (frame: HostFrame, buffer: number, capacity: number) => {
    frame.charge('text', frame.scene.args.length);
    return frame.fill(buffer, capacity, frame.scene.args, code.absent);
  }),
  host_get_block_height: hostFunction('>l', (frame: HostFrame) => number(frame, 'height')),
  host_get_block_time: hostFunction('>l', (frame: HostFrame) => number(frame, 'time')),
};
