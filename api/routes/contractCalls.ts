/** Chapter Smart contracts of the specification: queries of contracts, and the older paths of deploys and calls. A signed deploy
 *  or call has its own route, as every kind of transaction has. */

import { asBuffer } from '../../engine/base/bytes.js';
import { CONTRACT } from '../../engine/base/limits.js';
import { isRefusal, refuse } from '../../engine/base/refusal.js';
import { largestRequest } from '../../engine/intake/envelope.js';
import { QUERY_BODY_BYTES, SIGNED_BODY } from '../../engine/ledger/contractQuery.js';
import { contractCall } from '../../engine/ledger/kinds/contractCall.js';
import { contractDeploy } from '../../engine/ledger/kinds/contractDeploy.js';
import type { ContractPreview } from '../../engine/ledger/previewOrder.js';
import { defineRoute } from '../context.js';
import { acceptedAnswer, signedRefusals } from '../openapi/signedRequest.js';
import { namesAll } from '../routing/bodyMembers.js';
import { Type } from '../routing/schema.js';
import { FailedAt } from '../schemas.js';
import { ContractAddress } from './contracts.js';
import { atHeight, pastHeight, pastRefusals } from './past.js';
import { answerTo } from './transactions.js';

const chapter = 'Smart contracts';

const QueryBody = Type.Object(
  {
    method: Type.String({ description: 'Name of an exported function without parameters' }),
    args: Type.Optional(Type.Unknown({ description: 'Any JSON for the method; an empty object when absent' })),
    caller: Type.Optional(
      Type.String({ description: 'Who calls: a public key in hex; needed where a payment is attached' }),
    ),
    gasLimit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: CONTRACT.callFuel,
        description: 'Most fuel, also `gas_limit`; 10,000,000 when absent',
      }),
    ),
    attach: Type.Optional(
      Type.Object(
        {
          symbol: Type.String(),
          amount: Type.Integer({
            minimum: 1,
            description: 'Quanta of XRGE, or base units of a token, in digits alone: no text, no fraction, no exponent',
          }),
        },
        { description: 'A payment' },
      ),
    ),
  },
  { title: 'ContractQuery' },
);

const PreviewEvent = Type.Object({ contract_addr: Type.String(), topic: Type.String(), data: Type.String() });

const previewMembers = {
  success: Type.Boolean({ description: 'Whether the call would succeed' }),
  returnData: Type.Unknown({ description: 'JSON when it is some, text otherwise, null for none' }),
  gasUsed: Type.Integer(),
  gasNeeded: Type.Optional(
    Type.Integer({
      description:
        "Of a call that succeeds: the least `gasLimit` with which it and all that it calls end as they do here. A sub-call that names no gas gets half of its caller's limit, so this can be more than `gasUsed`",
    }),
  ),
  events: Type.Array(PreviewEvent),
  error: Type.Union([Type.String(), Type.Null()], {
    description: 'Why it would fail; of a call that succeeds the lines that the contracts have logged, or null',
  }),
  logs: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Lines that the contracts have logged, of a call that would fail; of another they are in `error`',
    }),
  ),
  failed_at: Type.Optional(FailedAt),
};

const Preview = Type.Object(previewMembers, { title: 'ContractPreview' });
const Submitted = Type.Object({ ...previewMembers, submitted: Type.Literal(false) });

const previewView = ({ success, returnData, gasUsed, gasNeeded, events, error, logs, place }: ContractPreview) => ({
  ...{ success, returnData, gasUsed, events: [...events], error },
  ...(success ? { gasNeeded } : { logs: [...logs] }),
  ...(place && { failed_at: { ...place } }),
});

const query = defineRoute({
  method: 'POST',
  path: '/api/contract/:addr/query',
  chapter,
  summary:
    'What a method of a contract would answer in the next block, or a millisecond after the one of `height`; nothing is signed, sent or kept',
  params: Type.Object({ addr: ContractAddress }),
  query: Type.Object(atHeight),
  body: 'raw',
  bodyShape: QueryBody,
  bodyLimit: QUERY_BODY_BYTES,
  refusals: [...pastRefusals, 'malformed_body', 'malformed_payload', 'rule_violation', 'busy'],
  response: { 200: Preview },
  handler: async ({ node }, { params: { addr }, query: { height }, body }) => {
    const past = pastHeight(node, height);
    if (isRefusal(past)) return past;
    const preview = await node.query(body, addr, past);
    if (preview === SIGNED_BODY)
      return refuse('malformed_body', 'a query is not signed: send a signed call to POST /api/v2/contract/execute');
    return isRefusal(preview) ? preview : previewView(preview);
  },
});

const call = defineRoute({
  method: 'POST',
  path: '/api/v2/contract/call',
  chapter,
  summary: 'With a signed envelope the same as POST /api/v2/contract/execute; without one a query',
  body: 'raw',
  bodyShape: Type.Object({ contractAddr: Type.String(), ...QueryBody.properties }),
  bodyLimit: Math.max(QUERY_BODY_BYTES, largestRequest('contract_call')),
  refusals: [...signedRefusals, 'malformed_body', 'not_found', 'rule_violation', 'busy'],
  response: { 200: Type.Union([Submitted, acceptedAnswer(contractCall)]) },
  handler: async ({ node, sourceOf }, { body, request }) => {
    const submit = () => node.submit('contract_call', body, sourceOf(request));
    // What is signed does not wait behind queries.
    const sent = namesAll(body, ENVELOPE) ? await submit() : undefined;
    if (sent && !(isRefusal(sent) && sent.code === 'malformed_body')) return answerTo(node, sent);
    const preview = await node.query(body);
    if (preview === SIGNED_BODY) return answerTo(node, sent ?? (await submit()));
    return isRefusal(preview) ? preview : { ...previewView(preview), submitted: false as const };
  },
});

/** Words of an unsigned deploy, and of signed requests. */
const CODE = Buffer.from('"wasm"');
const SIGNATURE = Buffer.from('"signature"');
/** Members of an envelope. */
const ENVELOPE = ['payload', 'signature', 'public_key'];

const deploy = defineRoute({
  method: 'POST',
  path: '/api/v2/contract/deploy',
  chapter,
  summary: 'With a signed envelope the same as POST /api/v2/contract/publish; unsigned deploys are gone',
  body: 'raw',
  bodyShape: Type.Object({ payload: Type.Unknown(), signature: Type.String(), public_key: Type.String() }),
  bodyLimit: largestRequest('contract_deploy'),
  refusals: [...signedRefusals, 'legacy_endpoint', 'invalid_contract', 'already_exists'],
  response: { 200: acceptedAnswer(contractDeploy) },
  handler: async ({ node, sourceOf }, { body, request }) => {
    const text = asBuffer(body);
    if (text.includes(CODE) && !text.includes(SIGNATURE))
      return refuse('legacy_endpoint', 'a deploy is signed by its deployer: use POST /api/v2/contract/publish');
    return answerTo(node, await node.submit('contract_deploy', body, sourceOf(request)));
  },
});

export const contractCallRoutes = [query, call, deploy];
