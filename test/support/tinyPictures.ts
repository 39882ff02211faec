/** The smallest pictures that encoders make, two pixels by one, as data URIs; and one of any length. */

import { PNG_SIGNATURE, pngChunk } from './pictures.js';

const base64 = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQImWO4I6dxR04DAAldAkVUHfEJAAAAAElFTkSuQmCC',
  jpeg: '/9j/2wBDAP//////////////////////////////////////////////////////////////////////////////////////2wBDAf//////////////////////////////////////////////////////////////////////////////////////wAARCAABAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAH/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAQL/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCABb//2Q==',
  gif: 'R0lGODlhAgABAIAAAExpcdweKCH5BAUAAAAALAAAAAACAAEAAAICTAoAOw==',
  webp: 'UklGRjAAAABXRUJQVlA4ICQAAABwAQCdASoCAAEADMDOJaACdAFAAAD+1Jg0iEH+KHNncCoAAAA=',
} as const;

export type TinyType = keyof typeof base64;

export const tinyTypes = Object.keys(base64) as readonly TinyType[];
export const tinyFile = (type: TinyType): Buffer => Buffer.from(base64[type], 'base64');
export const tinyPicture = (type: TinyType): string => `data:image/${type};base64,${base64[type]}`;

const PNG_HEAD = 'data:image/png;base64,';
const CHUNK_BYTES = 12;

/** A PNG whose data URI has at most the given number of characters, and no more than three fewer. */
export function longPicture(characters: number): string {
  const bytes = Math.floor((characters - PNG_HEAD.length) / 4) * 3;
  const tiny = tinyFile('png');
  const end = tiny.length - CHUNK_BYTES;
  const filler = pngChunk('teXt', Buffer.alloc(bytes - tiny.length - CHUNK_BYTES, 'x'));
  return PNG_HEAD + Buffer.concat([tiny.subarray(0, end), filler, tiny.subarray(end)]).toString('base64');
}

/** A PNG that declares a size, with data that no decoder accepts. */
export function sizedPng(width: number, height: number): Buffer {
  const header = Buffer.from(tinyFile('png').subarray(16, 29));
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([PNG_SIGNATURE, pngChunk('IHDR', header), pngChunk('IDAT', Buffer.alloc(4)), pngChunk('IEND')]);
}
