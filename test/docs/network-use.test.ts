import assert from 'node:assert/strict'
import { matchesGlob } from 'node:path'
import { test } from 'node:test'
import {
  CALLS_SERVER,
  FETCH_MODULE,
  LISTENS,
  NETWORK_MODULES,
  OPENS_DATABASES,
  SENDS_QUERIES,
  SENDS_REQUESTS,
  type NetworkUse,
} from '../support/network-use.ts'
import { readImportGraph, reachable } from '../support/import-graph.ts'
import { readCodes, rowsUnder } from '../support/markdown.ts'
import { readSources, SOURCE_FOLDERS } from '../support/packages.ts'
import { readText } from '../support/repository.ts'

const graph = readImportGraph()
const SECURITY = readText('SECURITY.md')
const manifest = JSON.parse(readText('packages/canonist/package.json')) as { exports: Record<string, object> }

/** Commands by what a user types, and the modules that they begin with: their description and their code. */
function commands(): Map<string, string[]> {
  const text = readText('packages/canonist/src/cli/catalogue.ts')
  const found = new Map<string, string[]>()
  for (const [, map = '', routes = ''] of text.matchAll(/^(?:export )?const ([A-Z]+): .* = [{[]\n([^]*?)\n[}\]]/gm)) {
    const prefix = map === 'SECTIONS' ? '' : `${map.toLowerCase()} `
    for (const [, name = '', modules = ''] of routes.matchAll(/(\w+): pair\(\n([^]*?)\n *\),/g)) {
      const starts = Array.from(modules.matchAll(/import\('\.\/([^']+)'\)/g), ([, module]) => `canonist/cli/${module}`)
      // `itself` is what the word does without another one behind it.
      found.set(name === 'itself' ? prefix.trim() : `${prefix}${name}`, starts)
    }
  }
  return found
}

const entries = Object.keys(manifest.exports)
  .filter((entry) => !entry.includes('*'))
  .map((entry): [string, string[]] => {
    const name = entry === '.' ? 'index' : entry.slice(2)
    return [entry === '.' ? 'canonist' : `canonist/${name}`, [`canonist/${name}.ts`]]
  })
const all = new Map([...commands(), ...entries, ['@canonist/server', ['server/index.ts']]])

const whoReaches = (module: string): string[] =>
  [...all].filter(([, starts]) => starts.some((start) => reachable(graph, start).has(module))).map(([who]) => who)

const listNames = (uses: readonly NetworkUse[]): string[] => uses.map(({ who }) => who)

/** It has the table of operations, and offers none that starts a worker. */
const NEVER_WORK = ['mcp']
/** It opens link health, and checks no link. */
const NEVER_CHECK = ['priority']

const uses = [
  { what: 'sends HTTP requests', module: 'web/net/transport/socket-transport.ts', listed: listNames(SENDS_REQUESTS) },
  {
    what: 'sends DNS queries',
    module: 'web/net/address/system-dns.ts',
    listed: [...listNames(SENDS_REQUESTS), ...listNames(SENDS_QUERIES), ...NEVER_CHECK],
  },
  { what: 'opens a PostgreSQL database', module: 'registry/store/postgres.ts', listed: listNames(OPENS_DATABASES) },
  { what: 'listens', module: 'crawl/worker/monitor/monitor.ts', listed: [...listNames(LISTENS), ...NEVER_WORK] },
]
for (const { what, module, listed } of uses) {
  test(`the list of what ${what} is what can reach ${module}`, () => {
    assert.ok(graph.has(module))
    assert.deepEqual(listed.toSorted(), whoReaches(module).toSorted())
  })
}

test('every command and entry was looked at', () => {
  assert.ok(all.size > 35, `${all.size}`)
  for (const [who] of commands()) assert.equal(all.get(who)?.length, 2, who)
  for (const [who, starts] of all) for (const module of starts) assert.ok(graph.has(module), `${who}: ${module}`)
})

/** What can reach the network; `isIP` and its like cannot. */
const NETWORK = /^(?:node:)?(?:net|tls|http|https|http2|dns|dns\/promises|dgram|quic|child_process|cluster|inspector)$/
const CLIENTS = /^(?:undici|pg|pg-[\w-]+|@hono\/node-server)$/
const HARMLESS = new Set(['isIP', 'isIPv4', 'isIPv6', 'validateHeaderName', 'validateHeaderValue'])

test('only the listed modules import what can reach the network', () => {
  const importing = [...graph]
    .filter(([, imports]) =>
      imports.some(
        ({ from, names }) =>
          CLIENTS.test(from) || (NETWORK.test(from) && !(names ?? ['*']).every((name) => HARMLESS.has(name))),
      ),
    )
    .map(([module]) => module)
  assert.deepEqual(importing.toSorted(), Object.keys(NETWORK_MODULES).toSorted())
})

/** What Node has without an import; the linter refuses it, and knows a local name from a global one. */
test('the linter refuses the global clients', () => {
  const { overrides } = JSON.parse(readText('.oxlintrc.json')) as { overrides: { files: string[]; rules: object }[] }
  const rules = overrides.find(({ files: [glob = ''] }) =>
    SOURCE_FOLDERS.slice(1).every((path) => matchesGlob(`${path}/a.ts`, glob)),
  )?.rules
  assert.deepEqual(rules, {
    'eslint/no-restricted-globals': ['error', 'fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'],
  })
})

test('only the client uses the fetch of the platform, and only in one module', () => {
  const using = readSources().flatMap(({ name, text }) => (/\bglobalThis\.fetch\b/.test(text) ? [name] : []))
  assert.deepEqual(using, [FETCH_MODULE])
  assert.deepEqual(listNames(CALLS_SERVER), whoReaches(FETCH_MODULE))
})

test('the client imports nothing but itself', () => {
  for (const module of reachable(graph, 'client/index.ts')) assert.match(module, /^client\//)
})

test('the core imports nothing but itself', () => {
  for (const [module, imports] of graph) {
    if (module.startsWith('core/')) for (const { from } of imports) assert.match(from, /^core\//, module)
  }
})

/** Rows of SECURITY.md, one name each: `| who | does | when |`. */
const shown = rowsUnder(SECURITY, 'who', 'does', 'when').flatMap(([who, does = '', when = '']) =>
  readCodes(who).map((name) => `${name}: ${does}, ${when}`),
)
const listRows = (does: string, listed: readonly NetworkUse[]): string[] =>
  listed.map(({ who, when }) => `${who}: ${does}, ${when}`)

test('SECURITY.md has the same list, and nothing else', () => {
  const wanted = [
    ...listRows('sends requests', SENDS_REQUESTS),
    ...listRows('sends DNS queries', SENDS_QUERIES),
    ...listRows('calls a Canonist server', CALLS_SERVER),
    ...listRows('connects to PostgreSQL', OPENS_DATABASES),
    ...listRows('listens', LISTENS),
  ]
  assert.deepEqual(shown.toSorted(), wanted.toSorted())
})
