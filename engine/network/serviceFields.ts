/** The members of the messages about the services, from and to protobuf, as in `messageFields.ts`. */

import { isRefusal, Refusal, type RefusalCode, refusalStatus } from '../base/refusal.js';
import { LOG_MARKS, SERVICE_FORWARDS, TEXT_CHARACTERS } from './limits.js';
import type { PeerMessage, ServiceLogMark, ServiceLogName } from './messages.js';
import { type Bytes, hash, hashBytes, must, NONE, text, whole } from './wireValues.js';

type Of<K extends PeerMessage['kind']> = Omit<Extract<PeerMessage, { readonly kind: K }>, 'kind'>;

interface NameMembers {
  readonly origin?: Bytes;
  readonly isPrivate?: boolean | null;
}

const nameTo = ({ origin, isPrivate }: ServiceLogName) => ({ origin: hashBytes(origin), isPrivate });

const nameFrom = ({ origin, isPrivate }: NameMembers): ServiceLogName => ({
  origin: hash(origin, 'origin'),
  isPrivate: isPrivate ?? false,
});

export const serviceLogs = {
  toWire: ({ marks }: Of<'serviceLogs'>) => ({ marks: marks.map((mark) => ({ ...nameTo(mark), last: mark.last })) }),
  fromWire: (members: { marks?: (NameMembers & { readonly last?: number | null })[] | null }): Of<'serviceLogs'> => {
    const marks = members.marks ?? [];
    must(marks.length <= LOG_MARKS.perMessage || undefined, 'marks');
    return { marks: marks.map((mark): ServiceLogMark => ({ ...nameFrom(mark), last: whole(mark.last, 'last') })) };
  },
};

export const serviceRunsWanted = {
  toWire: ({ request, from, ...log }: Of<'serviceRunsWanted'>) => ({ request, from, ...nameTo(log) }),
  fromWire: (
    members: NameMembers & { readonly request?: number | null; readonly from?: number | null },
  ): Of<'serviceRunsWanted'> => ({
    ...nameFrom(members),
    request: whole(members.request, 'request'),
    from: must(whole(members.from, 'from') || undefined, 'from'),
  }),
};

export const serviceRuns = {
  toWire: (message: Of<'serviceRuns'>) => ({ ...message }),
  fromWire: (members: { request?: number | null; runs?: Bytes }): Of<'serviceRuns'> => ({
    request: whole(members.request, 'request'),
    runs: members.runs ?? NONE,
  }),
};

/** Names of kinds of services. */
const NAME_CHARACTERS = 64;

export const serviceForward = {
  toWire: (message: Of<'serviceForward'>) => ({ ...message }),
  fromWire: (members: { request?: number | null; service?: string | null; body?: Bytes }): Of<'serviceForward'> => {
    const body = members.body ?? NONE;
    must(body.length <= SERVICE_FORWARDS.bytes || undefined, 'body');
    return { request: whole(members.request, 'request'), service: text(members.service, NAME_CHARACTERS), body };
  },
};

const isCode = (code: string): code is RefusalCode => Object.hasOwn(refusalStatus, code);

export const serviceForwarded = {
  toWire: ({ request, answer }: Of<'serviceForwarded'>) =>
    isRefusal(answer)
      ? {
          request,
          code: answer.code,
          error: text(answer.message, TEXT_CHARACTERS.sentence),
          retryAfterSeconds: answer.retryAfterSeconds ?? 0,
        }
      : { request, answer },
  fromWire: (members: {
    request?: number | null;
    answer?: Bytes;
    code?: string | null;
    error?: string | null;
    retryAfterSeconds?: number | null;
  }): Of<'serviceForwarded'> => {
    const { code, error, retryAfterSeconds } = members;
    const sentence = text(error, TEXT_CHARACTERS.sentence);
    return {
      request: whole(members.request, 'request'),
      answer: code
        ? new Refusal(isCode(code) ? code : 'internal', sentence, retryAfterSeconds || undefined)
        : (members.answer ?? NONE),
    };
  },
};
