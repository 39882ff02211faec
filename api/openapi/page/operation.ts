/** One endpoint on the reference page: its input, a command to try it, its answers, its refusals. */

import type { JsonSchema } from '../components.js';
import type { OpenApiDocument } from '../document.js';
import { exampleOf } from '../examples.js';
import type { AnswerDescription, Operation, Parameter } from '../operations.js';
import { refusalMeaning } from '../refusals.js';
import { type Html, html, NOTHING, prose } from './html.js';
import { fallback, shapeTable, typeOf } from './schemas.js';

/** Shown until the script knows the address that the page came from. */
const ORIGIN = 'http://localhost:5100';

const resolver =
  (document: OpenApiDocument) =>
  (reference: string): JsonSchema =>
    document.components.schemas[reference.split('/').at(-1) ?? ''] ?? {};

function parameterTable(parameters: readonly Parameter[]): Html {
  const row = ({ name, in: place, required, description, schema }: Parameter): Html =>
    html`<tr><td><code>${name}</code>${required ? html`<span class="must" title="required">*</span>` : NOTHING}</td><td class="type">${place}</td><td class="type">${typeOf(schema)}</td><td>${
      description === undefined ? NOTHING : prose(`${description}.`)
    }${fallback(schema)}</td></tr>`;
  return html`<h4>Parameters</h4><div class="scroll"><table><tbody>${parameters.map(row)}</tbody></table></div>`;
}

/** Text between single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function command(document: OpenApiDocument, method: string, path: string, operation: Operation): Html {
  const resolve = resolver(document);
  const at = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, schema }) => text.replace(`{${name}}`, String(exampleOf(schema, resolve))), path);
  const [media] = Object.entries(operation.requestBody?.content ?? {});
  const words = method === 'get' ? '' : ` -X ${method.toUpperCase()}`;
  const body =
    media === undefined
      ? ''
      : ` \\\n  -H 'Content-Type: ${media[0]}' \\\n  -d ${quoted(JSON.stringify(exampleOf(media[1].schema, resolve), null, 2))}`;
  return html`<h4>Try it</h4><pre class="command">curl${words} <span class="origin">${ORIGIN}</span>${at}${body}</pre>`;
}

function goodAnswer(status: string, { content, description }: AnswerDescription): Html {
  const [media] = Object.entries(content ?? {});
  const label = html`<span class="status good">${status}</span> ${media?.[0] ?? ''} ${description}`;
  return media === undefined
    ? html`<p>${label}</p>`
    : html`<details><summary>${label}</summary>${shapeTable(media[1].schema)}</details>`;
}

function refusals(answers: readonly (readonly [string, AnswerDescription])[]): Html {
  const rows = answers.flatMap(([status, { 'x-codes': codes = [] }]) =>
    codes.map(
      (code) =>
        html`<tr><td><span class="status">${status}</span></td><td class="code"><code>${code}</code></td><td>${refusalMeaning[code]}</td></tr>`,
    ),
  );
  return html`<details><summary>Failures: ${rows.length}</summary><div class="scroll"><table><tbody>${rows}</tbody></table></div></details>`;
}

export function operationArticle(document: OpenApiDocument, method: string, path: string, operation: Operation): Html {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const answers = Object.entries(responses);
  const [media] = Object.values(requestBody?.content ?? {});
  return html`<article id="${operationId}"><h3><span class="method ${method}">${method.toUpperCase()}</span><span class="path"><a href="#${operationId}">${path}</a></span></h3><p>${prose(
    `${description ?? summary}.`,
  )}</p>${parameters === undefined ? NOTHING : parameterTable(parameters)}${
    media === undefined ? NOTHING : html`<h4>Body</h4>${shapeTable(media.schema)}`
  }${command(document, method, path, operation)}<h4>Answers</h4>${answers
    .filter(([, { 'x-codes': codes }]) => codes === undefined)
    .map(([status, answer]) =>
      goodAnswer(status, answer),
    )}${refusals(answers.filter(([, { 'x-codes': codes }]) => codes !== undefined))}</article>`;
}
