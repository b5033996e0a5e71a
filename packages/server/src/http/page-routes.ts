import type { Hono } from 'hono'
import { readVersion } from '../canonist/version.ts'
import type { ApiEnv } from './api-env.ts'
import { renderDocs, sendPage } from './docs-page.ts'
import { describeApi, type ApiDescription } from './openapi/describe-api.ts'
import { JSON_TYPE } from './read-body.ts'

const HOME = `<h1>Canonist</h1>
<p>This server finds out whether two URLs are the same page, and why. Its dashboard was not built: run <code>npm run build</code>.</p>
<ul><li><a href="/docs">The operations of its API</a></li><li><a href="/openapi.json">The same for programs, as OpenAPI 3.1</a></li></ul>`

/**
 * The description of the API, for programs and for people. Each form is made once, when it is first asked for: the page takes a tenth of a
 * second, and needs no token.
 */
export function addPages(api: Hono<ApiEnv>, describe: () => ApiDescription = () => describeApi(readVersion())): void {
  const getDescription = once(describe)
  const getDocs = once(() => renderDocs(getDescription()))
  const getDocument = once(() => JSON.stringify(getDescription()))
  api.get('/', (c) => sendPage(c, 'Canonist', HOME))
  api.get('/docs', (c) => sendPage(c, 'The API of Canonist', getDocs()))
  api.get('/openapi.json', (c) => c.body(getDocument(), 200, { 'content-type': JSON_TYPE }))
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}
