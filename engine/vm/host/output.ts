/** What a call leaves for its readers: log lines, its answer, events. */

import { CONTRACT } from '../../base/limits.js';
import { type HostFrame, HostTrap } from './hostFrame.js';
import { type HostTable, hostFunction } from './hostFunction.js';

/** Bytes of one answer, one log line, one event: what all of a kind together may have. */
export const MAX_OUTPUT_BYTES = CONTRACT.outputBytes;

function bounded(what: string, length: number): void {
  if (length >>> 0 > MAX_OUTPUT_BYTES)
    throw new HostTrap(`${what} of ${length >>> 0} bytes, the limit is ${MAX_OUTPUT_BYTES}`);
}

export const output: HostTable = {
  host_log: hostFunction('ii', (frame: HostFrame, line: number, length: number) => {
    frame.charge('log', length >>> 0);
    bounded('a log line', length);
    frame.scene.log(frame.text(line, length));
    return undefined;
  }),
  host_set_return: hostFunction('ii', (frame: HostFrame, data: number, length: number) => {
    frame.charge('return', length >>> 0);
    bounded('return data', length);
    frame.scene.setReturn(frame.bytes(data, length));
    return undefined;
  }),
  host_emit_event: hostFunction(
    'iiii',
    (frame: HostFrame, topic: number, topicLength: number, data: number, length: number) => {
      frame.charge('event', (topicLength >>> 0) + (length >>> 0));
      bounded('an event', (topicLength >>> 0) + (length >>> 0));
      frame.scene.emit(frame.text(topic, topicLength), frame.text(data, length));
      return undefined;
    },
  ),
};
