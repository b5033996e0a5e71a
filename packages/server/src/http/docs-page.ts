import { escapeHtml, renderText } from './html-page.ts'
import type { ApiDescription } from './openapi/describe-api.ts'

// Made of the OpenAPI document alone, so that the page shows what programs get.

interface Described {
  readonly operationId: string
  readonly summary: string
  readonly 'x-role': string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Reference | DescribedResponse>>
}

interface Reference {
  readonly $ref: string
}

interface DescribedResponse {
  readonly description: string
  readonly content?: Readonly<Record<string, Media>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: object
}

interface Media {
  readonly schema?: object
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

/** The body of the page that shows every operation: what it takes, what it gives, and how it fails. */
export function renderDocs({ paths, components: { responses } }: ApiDescription): string {
  const shared = responses as Readonly<Record<string, DescribedResponse>>
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      path,
      method: method.toUpperCase(),
      described: described as Described,
    })),
  )
  const contents = all.map(
    ({ path, method, described: { operationId, summary } }) =>
      `<tr><td><a href="#${operationId}"><code>${method} ${escapeHtml(path)}</code></a></td><td>${renderText(summary)}</td></tr>`,
  )
  const sections = all.map(({ path, method, described }) =>
    renderOperation(path, method, resolveResponses(described, shared)),
  )
  return `<h1>The API of Canonist</h1>
<p>Programs read the same as <a href="/openapi.json">OpenAPI 3.1</a>. Errors are <code>application/problem+json</code>.</p>
<table><tbody>${contents.join('')}</tbody></table>${sections.join('')}`
}

/** The operation with the responses that it only points at. */
function resolveResponses(
  described: Described,
  shared: Readonly<Record<string, DescribedResponse>>,
): ResolvedOperation {
  const responses = Object.entries(described.responses).map(([status, response]): [string, DescribedResponse] => {
    const found = '$ref' in response ? shared[response.$ref.split('/').at(-1) ?? ''] : response
    return [status, found ?? { description: '' }]
  })
  return { ...described, responses: Object.fromEntries(responses) }
}

interface ResolvedOperation extends Described {
  readonly responses: Readonly<Record<string, DescribedResponse>>
}

function renderOperation(path: string, method: string, described: ResolvedOperation): string {
  const { operationId, summary, parameters, requestBody, responses } = described
  return `<section id="${operationId}"><h2>${operationId}</h2>
<p><code><span class="method">${method}</span> ${escapeHtml(path)}</code></p><p>${renderText(summary)} Needs the role <code>${described['x-role']}</code>.</p>
${renderParameters(parameters)}${requestBody === undefined ? '' : `<h3>Body</h3>${renderContent(requestBody.content)}`}
<h3>Responses</h3>${Object.entries(responses).map(renderResponse).join('')}</section>`
}

function renderParameters(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: where, required, description = '', schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${where}${required ? ', required' : ''}</td><td><code>${renderJson(schema)}</code></td><td>${renderText(description)}</td></tr>`,
  )
  return `<h3>Parameters</h3><table><tbody>${rows.join('')}</tbody></table>`
}

function renderResponse([status, { description, content = {} }]: [string, DescribedResponse]): string {
  const body = status.startsWith('2') ? renderContent(content) : ''
  return `<details><summary><code>${status}</code></summary><p>${renderText(description)}</p>${body}</details>`
}

function renderContent(content: Readonly<Record<string, Media>>): string {
  return Object.entries(content).map(renderMedia).join('')
}

function renderMedia([type, { schema = {}, example, examples = {} }]: [string, Media]): string {
  const shown = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)]
  const blocks = shown.map(
    (value) => `<pre>${typeof value === 'string' ? escapeHtml(value) : renderJson(value, 2)}</pre>`,
  )
  return `<p><code>${escapeHtml(type)}</code></p>${blocks.join('')}<details><summary>Schema</summary><pre>${renderJson(schema, 2)}</pre></details>`
}

const renderJson = (value: unknown, indent?: number): string => escapeHtml(JSON.stringify(value, null, indent))
