/** Who calls, with what, where and when; what a call leaves for its readers. */

import { bytes, MEMORY_END, room, text } from '../hostProbe.js';
import { broken, half, LIMIT, letters, type Row, tooLong, trap, utf8 } from './row.js';

const givenText = (name: string, member: 'caller' | 'self' | 'chainId'): Row[] => [
  [name, 'the buffer is larger', [room(200)], { answers: { [member]: 'some text' }, result: 9, out: 'some text' }],
  [name, 'the buffer fits', [room(9)], { answers: { [member]: 'some text' }, result: 9, out: 'some text' }],
  [name, 'the buffer is a byte too small', [room(8)], { answers: { [member]: 'some text' }, result: -1, out: '' }],
  [name, 'letters have two bytes', [room(4)], { answers: { [member]: 'äö' }, result: 4, out: 'äö' }],
  [name, 'bytes and not letters must fit', [room(3)], { answers: { [member]: 'äö' }, result: -1, out: '' }],
  [name, 'the text is empty', [room(0)], { answers: { [member]: '' }, result: 0, out: '' }],
  [name, 'the size is above 2^31', [room(-1)], { answers: { [member]: 'some text' }, result: 9, out: 'some text' }],
];

export const environmentRows: readonly Row[] = [
  ...givenText('host_get_caller', 'caller'),
  ...givenText('host_get_self_addr', 'self'),
  ...givenText('host_get_chain_id', 'chainId'),
  ['host_get_args_len', 'there are some', [], { answers: { args: utf8('{"ä":1}') }, result: 8 }],
  ['host_get_args_len', 'there are none', [], { answers: { args: new Uint8Array(0) }, result: 0 }],
  ['host_read_args', 'the buffer fits', [room(8)], { answers: { args: utf8('{"ä":1}') }, result: 8, out: '{"ä":1}' }],
  ['host_read_args', 'the buffer is too small', [room(7)], { answers: { args: utf8('{"ä":1}') }, result: -1, out: '' }],
  ['host_get_block_height', 'always', [], { answers: { height: 2 ** 40 }, result: 2n ** 40n }],
  ['host_get_block_time', 'always', [], { answers: { time: 4_102_444_800 }, result: 4_102_444_800 }],
  ['host_get_caller', 'the buffer is outside', [MEMORY_END - 1, 200], trap('memory access out of bounds')],
  ['host_get_caller', 'too small and outside', [MEMORY_END, 0], { result: -1 }],
];

export const outputRows: readonly Row[] = [
  ['host_log', 'a line', [text('line')], { asked: [['log', 'line']] }],
  ['host_log', 'an empty line', [text('')], { asked: [['log', '']] }],
  ['host_log', 'no UTF-8', [broken], { asked: [['log', '\ufffd(']] }],
  ['host_log', 'half a letter', [half], { asked: [['log', '\ufffd']] }],
  ['host_log', 'a byte order mark', [bytes(0xef, 0xbb, 0xbf, 0x61)], { asked: [['log', '\ufeffa']] }],
  ['host_log', 'the longest', [text(letters(LIMIT))], { asked: [['log', letters(LIMIT)]] }],
  ['host_log', 'too long', [text(letters(LIMIT + 1))], tooLong('a log line', LIMIT + 1, LIMIT)],
  ['host_set_return', 'bytes', [bytes(0, 255, 7)], { asked: [['setReturn', Uint8Array.of(0, 255, 7)]] }],
  ['host_set_return', 'nothing', [text('')], { asked: [['setReturn', new Uint8Array(0)]] }],
  ['host_set_return', 'the longest', [text(letters(LIMIT))], { asked: [['setReturn', utf8(letters(LIMIT))]] }],
  ['host_set_return', 'too long', [text(letters(LIMIT + 1))], tooLong('return data', LIMIT + 1, LIMIT)],
  ['host_emit_event', 'an event', [text('sold'), text('{"n":1}')], { asked: [['emit', 'sold', '{"n":1}']] }],
  ['host_emit_event', 'an empty one', [text(''), text('')], { asked: [['emit', '', '']] }],
  ['host_emit_event', 'no UTF-8', [half, bytes(0xa9)], { asked: [['emit', '\ufffd', '\ufffd']] }],
  [
    'host_emit_event',
    'the longest',
    [text('ab'), text(letters(LIMIT - 2))],
    { asked: [['emit', 'ab', letters(LIMIT - 2)]] },
  ],
  [
    'host_emit_event',
    'together too long',
    [text('ab'), text(letters(LIMIT - 1))],
    tooLong('an event', LIMIT + 1, LIMIT),
  ],
];
