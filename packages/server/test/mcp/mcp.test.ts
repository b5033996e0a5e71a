import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { OPERATIONS } from '../../src/operations/index.ts'
import { handleMcpRequest } from '../../src/mcp/handle-mcp-request.ts'
import { createMcpServer, type McpOptions } from '../../src/mcp/create-mcp-server.ts'
import { TOOLS } from '../../src/mcp/tools.ts'
import { canonist, commandLine, temporaryFolder } from '@canonist/test-support/command.ts'
import { startLoopbackWeb } from '@canonist/test-support/loopback-web.ts'

const NAMES = ['normalize_urls', 'explain_url', 'compare_urls', 'canonicalize_url', 'find_page', 'cite', 'add_urls']

const UNKNOWN_TOOL = { code: -32_602, message: /Unknown tool: / }

const { path: folder } = temporaryFolder()
const context = { actor: 'clara' }

async function connected<T>(options: McpOptions, body: (client: Client) => Promise<T>): Promise<T> {
  const canonist = await openCanonist(':memory:')
  const server = createMcpServer(canonist, options)
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1' })
  await Promise.all([server.connect(ours), client.connect(theirs)])
  try {
    return await body(client)
  } finally {
    await client.close()
    await canonist.close()
  }
}

interface Called {
  readonly isError?: boolean | undefined
  readonly data: Record<string, unknown>
}

async function call(client: Client, name: string, args: Record<string, unknown>): Promise<Called> {
  const { content, isError } = (await client.callTool({ name, arguments: args })) as {
    readonly content: readonly { readonly text: string }[]
    readonly isError?: boolean
  }
  const text = content[0]?.text ?? ''
  return { isError, data: text.startsWith('{') ? (JSON.parse(text) as Called['data']) : { text } }
}

test('every tool is an operation, and there are the seven of the contract', () => {
  assert.deepEqual(Object.keys(TOOLS), NAMES)
  const operations = new Set<unknown>(Object.values(OPERATIONS))
  for (const [name, { operation }] of Object.entries(TOOLS)) assert.ok(operations.has(operation), name)
})

test('tools tell what they take, and whether they write or send requests', () =>
  connected({ context }, async (client) => {
    const { tools } = await client.listTools()
    assert.deepEqual(
      tools.map(({ name, annotations: hints }) => [name, hints?.readOnlyHint, hints?.openWorldHint]),
      NAMES.map((name) => [name, !/^(?:canonicalize|add)/.test(name), name === 'canonicalize_url']),
    )
    for (const { name, description = '', inputSchema } of tools) {
      assert.match(description, /^[A-Z].+\.$/, name)
      assert.ok(Object.keys(inputSchema.properties ?? {}).length > 0, name)
    }
    assert.match(client.getInstructions() ?? '', /cite/)
  }))

test('tools that are out of reach are not offered, and cannot be called', () =>
  connected({ context, mayUse: ({ effect }) => effect === 'reads' }, async (client) => {
    const { tools } = await client.listTools()
    assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true))
    await assert.rejects(call(client, 'add_urls', { urls: ['https://example.com/'] }), UNKNOWN_TOOL)
  }))

test('URLs are normalized, added and found', () =>
  connected({ context }, async (client) => {
    const normalized = await call(client, 'normalize_urls', { urls: ['https://Example.com/?utm_source=x'] })
    assert.equal((normalized.data['items'] as { url: string }[])[0]?.url, 'https://example.com/')
    const compared = await call(client, 'compare_urls', { a: 'https://example.com/a', b: 'https://example.com/a#b' })
    assert.equal(compared.data['same'], true)
    const added = await call(client, 'add_urls', { urls: ['https://example.com/tea', 'nonsense'] })
    assert.deepEqual(added.data, { seen: 2, new: 1, duplicates: 0, rejected: 1 })
    const found = await call(client, 'find_page', { url: 'https://example.com/tea#x' })
    assert.equal(found.data['canonicalUrl'], 'https://example.com/tea')
  }))

test('errors say how to fix the call', () =>
  connected({ context }, async (client) => {
    const unknown = await call(client, 'find_page', { url: 'https://unknown.example/' })
    assert.deepEqual([unknown.isError, unknown.data['code']], [true, 'app/not-found'])
    assert.match(String(unknown.data['fix']), /\.$/)
    const invalid = await call(client, 'explain_url', { link: 'https://example.com/' })
    assert.deepEqual([invalid.isError, invalid.data['code']], [true, 'app/bad-input'])
    assert.deepEqual(invalid.data['errors'], [
      { path: 'url', message: 'It is missing. Give a string.' },
      { path: 'link', message: 'There is no such field. Remove it.' },
    ])
    const noUrl = await call(client, 'compare_urls', { a: 'nonsense', b: 'https://example.com/' })
    assert.deepEqual([noUrl.isError, noUrl.data['code']], [true, 'url/no-scheme'])
  }))

for (const name of ['no_such_tool', 'constructor', '__proto__']) {
  test(`a call of the tool ${name} says that there is none`, () =>
    connected({ context }, async (client) => {
      await assert.rejects(call(client, name, {}), UNKNOWN_TOOL)
    }))
}

test('a list of wrong values gets a short error', () =>
  connected({ context }, async (client) => {
    const { isError, data } = await call(client, 'normalize_urls', { urls: Array<number>(10_000).fill(1) })
    assert.equal(isError, true)
    assert.equal((data['errors'] as unknown[]).length, 100)
  }))

test('cite answers in one call with the link, the sentence and the reason', () =>
  connected({ context }, async (client) => {
    const policy = { extends: 'sources', version: '1', citation: { qualifier: 'Official site: {host}' } }
    const urls = ['https://example.com/', 'https://example.com/tea/how-to-brew-tea.html']
    const cited = await call(client, 'cite', { urls, topic: 'Tea', policy })
    assert.equal(cited.data['url'], 'https://example.com/tea/how-to-brew-tea.html')
    assert.deepEqual(Object.keys(cited.data), ['url', 'sentence', 'reason', 'gap'])
    const none = await call(client, 'cite', { urls: [], topic: 'Tea', policy })
    assert.equal(none.data['url'], null)
    assert.ok(none.data['gap'])
  }))

test('canonist mcp speaks on stdio until the other side hangs up', async () => {
  const web = await startLoopbackWeb({
    'http://a.example/tea': { body: '<title>Tea</title>' },
    'http://a.example/tea?utm_source=x': { body: '<title>Tea</title>' },
  })
  const mappings = web.connectToFlags.flatMap((flag) => ['--connect-to', flag])
  const [command = '', ...args] = commandLine(['mcp', '--db', join(folder, 'tools.db'), ...mappings])
  const transport = new StdioClientTransport({ command, args, stderr: 'pipe' })
  const client = new Client({ name: 'test', version: '1' })
  try {
    await client.connect(transport)
    const { tools } = await client.listTools()
    assert.deepEqual(
      tools.map(({ name }) => name),
      NAMES,
    )
    const found = await call(client, 'canonicalize_url', { url: 'http://a.example/tea?utm_source=x' })
    assert.equal(found.data['ok'], true, JSON.stringify(found.data))
    assert.equal(found.data['url'], 'http://a.example/tea')
  } finally {
    await client.close()
    await web.close()
  }
})

test('canonist mcp answers every call that came before stdin was closed', async () => {
  const web = await startLoopbackWeb({ 'http://a.example/tea': { body: '<title>Tea</title>', delayMs: 300 } })
  const calls = [
    { id: 1, name: 'canonicalize_url', arguments: { url: 'http://a.example/tea' } },
    { id: 2, name: 'normalize_urls', arguments: { urls: ['https://Example.com/'] } },
  ]
  const input = calls.map(({ id, ...params }) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }))
  try {
    const database = join(folder, 'closed.db')
    const mappings = web.connectToFlags.flatMap((flag) => ['--connect-to', flag])
    const { stdout, code } = await canonist(['mcp', '--db', database, ...mappings], { stdin: `${input.join('\n')}\n` })
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly id: number })
    assert.deepEqual([new Set(answers.map(({ id }) => id)), code], [new Set([1, 2]), 0])
  } finally {
    await web.close()
  }
})

test('canonist mcp ends with a message if a message does not end', async () => {
  const { stderr, code } = await canonist(['mcp', '--db', join(folder, 'long.db')], { stdin: 'x'.repeat(11_000_000) })
  assert.equal(stderr, 'canonist: stdin: A message is longer than 10,000,000 bytes. Send fewer URLs in one call.\n')
  assert.equal(code, 3)
})

test('over HTTP each request is answered by itself', async () => {
  const canonist = await openCanonist(':memory:')
  const ask = async (body: object): Promise<Record<string, unknown>> => {
    const request = new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const response = await handleMcpRequest(canonist, { request, body, context })
    assert.equal(response.status, 200)
    return (await response.json()) as Record<string, unknown>
  }
  try {
    const params = { name: 'normalize_urls', arguments: { urls: ['https://Example.com/#x'] } }
    const { result } = await ask({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    assert.match(JSON.stringify(result), /https:\/\/example\.com\//)
  } finally {
    await canonist.close()
  }
})
