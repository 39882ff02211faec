/** Options of `rouged wallet mail` and `rouged wallet message`. */

import { readFileSync } from 'node:fs';
import { type Refusal, refuse } from '../../../engine/base/refusal.js';
import { fileErrorCode } from '../../config/durableFile.js';
import {
  badOption,
  booleanOption,
  enumOption,
  integerOption,
  listOption,
  matching,
  type OptionValues,
  optionalInteger,
  pathOption,
  type TextRule,
  textOption,
} from '../../config/optionKinds.js';
import { accessTable } from '../walletAccess.js';

const OPTIONS = 'Options';
const anyText: TextRule = { accepts: () => true, mustBe: 'text' };
const idRule = matching(/^[\x21-\x7e]{1,256}$/, 'the id that a list shows');
const personRule = matching(/^[\x21-\x7e]{1,4096}$/, 'a mail name, a wallet id, an address or a key');
const own = { chapter: OPTIONS, environment: [] } as const;

/** Longest time until a message is erased: a year. */
const MAX_DESTRUCT_SECONDS = 31_536_000;

export const FOLDERS = ['inbox', 'sent', 'trash', 'starred', 'drafts'] as const;

/** What all commands of the mailbox have. */
export const mailboxTable = {
  ...accessTable,
  genesis: pathOption({
    ...own,
    placeholder: 'file',
    help: "The network's genesis file: encryption keys are then proven by the votes of its validators, and the node is not believed.",
  }),
  limit: integerOption({ ...own, default: 20, min: 1, max: 100, help: 'How many are shown.' }),
  cursor: textOption({
    ...own,
    placeholder: 'text',
    rule: idRule,
    help: 'Where a list goes on: as the list before has printed it.',
  }),
  json: booleanOption({ ...own, default: false, help: 'Answer in JSON.' }),
};

export const mailTable = {
  ...mailboxTable,
  name: textOption({ ...own, placeholder: 'name', rule: idRule, help: 'Mail name to register.' }),
  'display-name': textOption({
    ...own,
    placeholder: 'text',
    rule: anyText,
    help: 'Display name to register; default: the mail name.',
  }),
  listed: booleanOption({ ...own, default: true, help: 'Show the wallet in public lists.' }),
  'replace-key': booleanOption({
    ...own,
    default: false,
    help: 'Register the encryption key of this file in place of that of another program.',
  }),
  to: listOption({
    ...own,
    placeholder: 'recipients',
    rule: personRule,
    help: 'Mail names, wallet ids, addresses or keys. Each gets a mail of its own.',
  }),
  subject: textOption({ ...own, placeholder: 'text', rule: anyText, help: 'Subject.' }),
  body: textOption({ ...own, placeholder: 'text', rule: anyText, help: 'Text of the mail.' }),
  'body-file': pathOption({ ...own, placeholder: 'file', help: 'A file with the text of the mail.' }),
  attach: pathOption({ ...own, placeholder: 'file', help: 'A file to attach, at most 2 MB.' }),
  'attach-type': textOption({
    ...own,
    placeholder: 'MIME type',
    rule: matching(/^[\w.+-]{1,64}\/[\w.+-]{1,64}$/, 'a MIME type such as image/png'),
    help: 'Type of the attachment; default: by the ending of its name.',
  }),
  'reply-to': textOption({ ...own, placeholder: 'id', rule: idRule, help: 'Id of the mail that this one answers.' }),
  folder: enumOption({ ...own, values: FOLDERS, default: 'inbox', help: 'Folder.' }),
  save: pathOption({ ...own, placeholder: 'file', help: 'Where to write the attachment; an existing file is kept.' }),
};

export const messageTable = {
  ...mailboxTable,
  to: textOption({
    ...own,
    placeholder: 'recipient',
    rule: personRule,
    help: 'A mail name, a wallet id, an address or a key.',
  }),
  text: textOption({ ...own, placeholder: 'text', rule: anyText, help: 'Text of the message.' }),
  'text-file': pathOption({ ...own, placeholder: 'file', help: 'A file with the text of the message.' }),
  destruct: optionalInteger({
    ...own,
    placeholder: 'seconds',
    defaultText: 'never',
    min: 1,
    max: MAX_DESTRUCT_SECONDS,
    help: 'The message is erased so long after it was read.',
  }),
  with: textOption({
    ...own,
    placeholder: 'person',
    rule: personRule,
    help: 'The other side of the conversation, instead of its id.',
  }),
};

export type MailTable = typeof mailTable;
export type MailValues = OptionValues<MailTable>;
export type MessageTable = typeof messageTable;
export type MessageValues = OptionValues<MessageTable>;
export type MailboxValues = OptionValues<typeof mailboxTable>;

/** A text from its option or from a file; undefined when neither is given. */
export function textOrFile(
  text: string | undefined,
  file: string | undefined,
  names: { readonly text: string; readonly file: string },
): string | undefined | Refusal {
  if (file === undefined) return text;
  if (text !== undefined) return badOption(`give --${names.text} or --${names.file}, not both`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof TypeError) return badOption(`${file} is not UTF-8 text`);
    return refuse('not_found', `the file ${file} cannot be read (${fileErrorCode(error)})`);
  }
}
