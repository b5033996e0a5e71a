import { createHash } from 'node:crypto'
import type { ApiDescription } from './openapi/describe-api.ts'
import type { ApiContext } from './api-env.ts'

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

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { overflow: auto; padding: 0.5rem; border: 1px solid #8885; border-radius: 4px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.5rem; border-bottom: 1px solid #8885; }
section { margin-top: 2rem; border-top: 1px solid #8885; }
.method { font-weight: bold; }
`

/** The page brings its style along and needs nothing else: no script, no request to anywhere. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** Sends a page of HTML. */
export function sendPage(c: ApiContext, title: string, body: string): Response {
  c.header('content-security-policy', POLICY)
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style>`
  return c.body(`<!doctype html>\n<html lang="en"><head>${head}</head><body>${body}</body></html>\n`, 200, {
    'content-type': 'text/html; charset=utf-8',
  })
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** Text in which `words` between backticks are code. */
function renderText(text: string): string {
  return escapeHtml(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n', '<br>')
}
