import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import type { ApiEnv } from '../../src/http/api-env.ts'
import { describeApi } from '../../src/http/openapi/describe-api.ts'
import { renderDocs } from '../../src/http/docs-page.ts'
import { addPages } from '../../src/http/page-routes.ts'
import { OPERATIONS } from '../../src/operations/index.ts'
import type { Operation } from '../../src/operations/operation.ts'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { serveForTest } from '@canonist/test-support/api-server.ts'

interface Described {
  readonly operationId: string
  readonly summary: string
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: object }[]
  readonly requestBody?: { content: Record<string, { schema?: object; examples?: Record<string, { value: unknown }> }> }
  readonly responses: Record<string, { $ref?: string; description?: string }>
}

const description = describeApi('1.2.3')
const described = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    operation: operation as Described,
  })),
)
const ofTable = Object.values(OPERATIONS) as Operation[]
const find = (name: string): Described => {
  const found = described.find(({ operation }) => operation.operationId === name)
  assert.ok(found, name)
  return found.operation
}

test('the document has every operation of the table, under its path and method', () => {
  const own = described.map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`)
  for (const { name, method, path } of ofTable) assert.ok(own.includes(`${name} ${method} ${path}`), name)
})

test('every id is given once', () => {
  const ids = described.map(({ operation }) => operation.operationId)
  assert.deepEqual(ids, [...new Set(ids)])
})

for (const { name, path, method, examples } of ofTable) {
  test(`${name} has examples, a result, and its errors`, () => {
    const { parameters, requestBody, responses } = find(name)
    const inPath = parameters.filter(({ in: where }) => where === 'path').map(({ name: field }) => field)
    assert.deepEqual(
      inPath,
      [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field),
    )
    assert.equal(requestBody !== undefined, method === 'POST')
    if (requestBody !== undefined)
      assert.equal(Object.keys(requestBody.content['application/json']?.examples ?? {}).length, examples.length)
    for (const status of ['401', '403', '422', '429', '500', '503']) assert.ok(responses[status], status)
    assert.equal('413' in responses && '415' in responses, method === 'POST')
  })
}

test('every reference leads somewhere', () => {
  const text = JSON.stringify(description)
  for (const [, reference = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = reference
      .split('/')
      .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], description)
    assert.ok(target, reference)
  }
})

test('the page shows every operation', () => {
  const page = renderDocs(description)
  for (const { operation } of described) assert.match(page, new RegExp(`<section id="${operation.operationId}">`))
})

test('the server gives the document, and answers every path of it', async () => {
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(canonist)
  const { json } = await server.call('/openapi.json')
  assert.deepEqual(Object.keys(json['paths'] as object), Object.keys(description.paths))
  for (const { path } of described) {
    const { status } = await server.call(path.replaceAll(/\{\w+\}/g, '1'), { method: 'PATCH' })
    assert.equal(status, 405, path)
  }
  await server.stop()
  await canonist.close()
})

test('the page and the document are made once, not for each request', async () => {
  let reads = 0
  const counting = {
    ...description,
    get paths() {
      reads += 1
      return description.paths
    },
  }
  const api = new Hono<ApiEnv>()
  addPages(api, () => counting)
  for (const path of ['/docs', '/docs', '/openapi.json', '/openapi.json'])
    assert.equal((await api.request(path)).status, 200)
  assert.equal(reads, 2)
})
