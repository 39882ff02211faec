/** Attachments as files: read, named by type, written without ever replacing a file. */

import { closeSync, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { type Attachment, MAX_ATTACHMENT_BYTES } from '../../../api/client/encryption.js';
import { type Refusal, refuse } from '../../../engine/base/refusal.js';
import { fileErrorCode } from '../../config/durableFile.js';
import { badOption } from '../../config/optionKinds.js';

/** Types of the files that people send; everything else is bytes. */
const TYPES: Readonly<Record<string, string>> = {
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};
const BYTES_TYPE = 'application/octet-stream';

/** @param type MIME type; by the ending of the name when absent. */
export function readAttachment(path: string, type: string | undefined): Attachment | Refusal {
  try {
    const descriptor = openSync(path, 'r');
    try {
      const facts = fstatSync(descriptor);
      if (!facts.isFile()) return badOption(`${path} is not a file`);
      if (facts.size > MAX_ATTACHMENT_BYTES)
        return badOption(`${path} has ${facts.size} bytes; an attachment has at most ${MAX_ATTACHMENT_BYTES}`);
      const data = new Uint8Array(readFileSync(descriptor));
      return { name: basename(path), type: type ?? TYPES[extname(path).toLowerCase()] ?? BYTES_TYPE, data };
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return refuse('not_found', `the file ${path} cannot be read (${fileErrorCode(error)})`);
  }
}

/** @returns a refusal when the file exists or cannot be written. */
export function saveAttachment(path: string, { data }: Attachment): Refusal | undefined {
  try {
    writeFileSync(path, data, { flag: 'wx', mode: 0o600 });
    return undefined;
  } catch (error) {
    const code = fileErrorCode(error);
    return code === 'EEXIST'
      ? refuse('already_exists', `the file ${path} exists and was not replaced`)
      : refuse('not_authorized', `the file ${path} cannot be written (${code})`);
  }
}
