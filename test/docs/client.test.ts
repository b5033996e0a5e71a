import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as entry from 'canonist/client'
import { describeApi } from '@canonist/server/internal/http/openapi/describe-api'
import { openCanonist } from '@canonist/server/internal/canonist/open-canonist'
import { REQUESTS } from '@canonist/client/internal/requests'
import { TOOLS } from '@canonist/server/internal/mcp/tools'
import { serveForTest } from '../support/api-server.ts'
import { assertSignature, compile, listExamples, testExamples, userFolder } from '../support/examples.ts'
import { readCode, readCodes, rowsUnder } from '../support/markdown.ts'
import { readText } from '../support/repository.ts'
import { listMembers } from '../support/source-types.ts'

const PATH = 'docs/reference/client.md'
const PAGE = readText(PATH)

/** The examples name the port that a server has by default; here it is a free one. */
const SHOWN_URL = 'http://127.0.0.1:4480/'
const canonist = await openCanonist(':memory:')
const server = await serveForTest(canonist)
after(async () => {
  await server.stop(100)
  await canonist.close()
})

const inDocument = Object.values(describeApi('1.0.0').paths).flatMap((methods) =>
  Object.values(methods).map((operation) => (operation as { operationId: string }).operationId),
)
const inClient = Object.keys(entry.createClient({ url: '' }))
const onServicePage = rowsUnder(readText('docs/reference/service.md'), 'operation', 'request', 'role', 'does').map(
  ([name]) => readCode(name),
)

test('the OpenAPI document, the client and docs/reference/service.md have the same operations', () => {
  assert.deepEqual(inClient.toSorted(), inDocument.toSorted())
  assert.deepEqual(onServicePage.toSorted(), inDocument.toSorted())
})

test('every MCP tool is one of them', () => {
  for (const [tool, { operation }] of Object.entries(TOOLS)) assert.ok(inClient.includes(operation.name), tool)
})

test('the page has a section for every export, and for no other', () => {
  const headings = [...PAGE.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name)
  assert.deepEqual(headings.toSorted(), Object.keys(entry).toSorted())
})

test('the options are those of the code', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'option', 'default', 'means').map(([option]) => readCode(option)),
    listMembers('packages/client/src/sender.ts', 'ClientOptions'),
  )
  assert.deepEqual(
    rowsUnder(PAGE, 'field of `retry`', 'default', 'means').map(([option]) => readCode(option)),
    listMembers('packages/client/src/retry.ts', 'RetryOptions'),
  )
})

test('the page lists what is not an operation, the forms of methods, and the types of events', () => {
  const others = rowsUnder(PAGE, 'method', 'argument', 'returns').flatMap(([names]) => readCodes(names))
  assert.deepEqual(others.toSorted(), inClient.filter((name) => !Object.hasOwn(REQUESTS, name)).toSorted())
  const streamed = Object.entries(REQUESTS).filter(([, { lines }]) => lines !== undefined)
  const [, stream] = rowsUnder(PAGE, 'form', 'of', 'returns')
  assert.deepEqual(
    readCodes(stream?.[1]),
    streamed.map(([name]) => name),
  )
  assert.deepEqual(
    rowsUnder(PAGE, 'type', 'data').map(([type]) => readCode(type)),
    listMembers('packages/client/src/events.ts', 'EventData'),
  )
})

const folder = userFolder()
const examples = listExamples(PATH)

test('every example and signature compiles', () => {
  const signatures = Object.keys(entry).map((name) => assertSignature(PAGE, name, 'entry'))
  const types = 'import type { Client, ClientOptions } from "canonist/client"'
  const files = { 'signatures.ts': [types, "import * as entry from 'canonist/client'", ...signatures].join('\n') }
  assert.equal(compile(folder, { examples, files, types: ['node'] }), '')
})

testExamples(
  folder,
  examples.map(({ page, line, name, text }) => ({ page, line, name, text: text.replaceAll(SHOWN_URL, server.url) })),
)
