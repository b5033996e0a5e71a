// Checks that imports, type imports included, go down the layers and not in circles, and draws the layers in docs/how-it-works.md.
//   node scripts/check-layers.mjs           lists what is wrong; exit code 1 if there is anything
//   node scripts/check-layers.mjs --draw    writes the picture
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** From the top down. A folder may import itself and every layer below its own; folders on one line may not import each other. */
const LAYERS = {
  'packages/canonist/src': [
    'cli client',
    'api',
    'mcp',
    'app',
    'links',
    'report sql',
    'learn bulk crawl-logs',
    'worker',
    'frontier health',
    'hosts',
    'registry',
    'store',
    'admit',
    'canonicalize',
    'resolve',
    'extract',
    'net',
    'parquet',
    'io',
    'text',
  ],
  'packages/core/src': ['learn', 'classify', 'normalize', 'policy', 'url'],
  'packages/dashboard/src': ['pages', 'shell', 'ui data'],
}

/** A folder that is named here imports itself and these folders only, not every layer below its own. */
const ONLY = {
  'packages/canonist/src': {
    cli: 'api mcp app report io text',
    api: 'mcp app report io text',
    mcp: 'app report io text',
    // Runs in browsers, so it imports nothing but itself; its types are generated.
    client: '',
    // Runs inside a database's process: nothing that fetches or stores.
    sql: 'bulk',
  },
}

/** What the dashboard may import of our own packages: it knows the server by its client alone, and the core is pure. */
const DASHBOARD_MAY = /^(?:canonist\/client|@canonist\/core(?:\/.*)?)$/

const PAGE = 'docs/how-it-works.md'
const IMPORTED = /(?:\bfrom|\bimport\(|^import) ?'(\.[^']+)'/gm

/** Every module of `root` with the modules it imports, as paths from `root`. */
function readImports(root) {
  const listImports = (file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORTED)].map(([, path]) => relative(root, join(dirname(file), path)))
  return new Map(globSync(`${root}/**/*.{ts,tsx}`).map((file) => [relative(root, file), listImports(file)]))
}

const readFolder = (path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : null)

/** Imports that go up, sideways or past a closed list. Files directly in `root` are the package's entries: they import everything, nothing imports them. */
function findClimbs(imports, layers, only = {}) {
  const depth = new Map(layers.flatMap((layer, index) => layer.split(' ').map((folder) => [folder, index])))
  const isBelow = (from, to) => only[from]?.split(' ').includes(to) ?? depth.get(from) < depth.get(to)
  const mayImport = (from, to) => from === to || from === null || isBelow(from, to)
  return [...imports].flatMap(([file, paths]) =>
    paths
      .filter((path) => !mayImport(readFolder(file), readFolder(path)))
      .map((path) => `${file} must not import ${path}`),
  )
}

/** Every import that closes a circle, with the way around. Files whose imports were all followed once need no second look. */
function findCycles(imports) {
  const [done, cycles] = [new Set(), []]
  const follow = (file, way) => {
    const start = way.indexOf(file)
    if (start >= 0) cycles.push(`${[...way.slice(start), file].join(' imports ')}: a circle`)
    if (start >= 0 || done.has(file)) return
    for (const path of imports.get(file) ?? []) follow(path, [...way, file])
    done.add(file)
  }
  for (const file of imports.keys()) follow(file, [])
  return cycles
}

/** Imports of our packages that the dashboard must not have. */
function findForeign(root) {
  return globSync(`${root}/**/*.{ts,tsx}`).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'((?:canonist|@canonist)(?:\/[^']*)?)'/g)]
      .filter(([, name]) => !DASHBOARD_MAY.test(name))
      .map(([, name]) => `${file} must not import ${name}`),
  )
}

/** The layers of each package as a box, what people start on top. */
function drawLayers() {
  const rows = Object.values(LAYERS).flat()
  const width = Math.max(...rows.map((layer) => spaced(layer).length)) + 2
  const box = ([root, layers]) => {
    const lines = layers.map((layer) => `│ ${spaced(layer).padEnd(width - 1)}│\n`).join('')
    return `${root.replace('/src', '')}\n┌${'─'.repeat(width)}┐\n${lines}└${'─'.repeat(width)}┘\n`
  }
  return Object.entries(LAYERS).map(box).join('')
}

const spaced = (layer) => layer.replaceAll(' ', '   ')

const withPicture = (page) =>
  page.replace(/(<!-- layers -->\n```\n)[\s\S]*?(```\n)/, (_, before, after) => `${before}${drawLayers()}${after}`)

const page = readFileSync(PAGE, 'utf8')
const faults = Object.entries(LAYERS).flatMap(([root, layers]) => {
  const imports = readImports(root)
  return [...findClimbs(imports, layers, ONLY[root]), ...findCycles(imports)].map((fault) => `${root}: ${fault}`)
})
faults.push(...findForeign('packages/dashboard/src'))
if (process.argv.includes('--draw')) writeFileSync(PAGE, withPicture(page))
else if (withPicture(page) !== page) faults.push(`${PAGE} shows other layers; run node scripts/check-layers.mjs --draw`)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
