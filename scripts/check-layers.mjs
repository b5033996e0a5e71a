// Checks that imports, type imports included, go down the layers and not in circles, and draws the layers in docs/how-it-works.md.
//   node scripts/check-layers.mjs           lists what is wrong; exit code 1 if there is anything
//   node scripts/check-layers.mjs --draw    writes the picture
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/**
 * The packages from the top down, each with its folders from the top down. A folder may import itself and every layer below its own; folders
 * on one line may not import each other. Its package.json says which packages a package may import.
 */
const LAYERS = {
  canonist: ['cli'],
  dashboard: ['pages', 'shell', 'ui data'],
  server: [
    'http',
    'mcp',
    'operations',
    'history',
    'runs',
    'sessions events',
    'urls find admit check work learn export publish',
    'fetching ingest frontier policies',
    'canonist',
  ],
  client: [],
  links: ['files', 'report', 'health'],
  crawl: ['worker', 'frontier', 'hosts'],
  registry: ['registry', 'store'],
  learn: ['probe', 'rules learn', 'orient', 'compile', 'judge', 'trial', 'propose logs', 'log'],
  lists: ['sql lists', 'bulk', 'parquet', 'io'],
  web: ['admit', 'canonicalize', 'resolve', 'page-facts', 'extract', 'net'],
  core: ['text', 'classify', 'normalize', 'credentials', 'policy', 'url'],
}

const PAGE = 'docs/how-it-works.md'
/** Packages, not modules of Node. */
const FOREIGN = /(?:\bfrom |\bimport\(|^import )'(?!node:|\.)([^'\n]+)'/gm
const IMPORTED = /(?:\bfrom|\bimport\(|^import) ?'(\.[^']+)'/gm

/** Every module of `root` with the modules it imports, as paths from `root`. */
function readImports(root) {
  const listImports = (file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORTED)].map(([, path]) => relative(root, join(dirname(file), path)))
  return new Map(globSync(`${root}/**/*.{ts,tsx}`).map((file) => [relative(root, file), listImports(file)]))
}

const readFolder = (path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : null)

/** Imports that go up or sideways. Files directly in `root` are the package's entries: they import everything, nothing imports them. */
function findClimbs(imports, layers) {
  const depth = new Map(layers.flatMap((layer, index) => layer.split(' ').map((folder) => [folder, index])))
  const isBelow = (from, to) => depth.get(from) < depth.get(to)
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

/** Imports of packages that are not in the package's own package.json: what is installed with another package may be missing one day. */
function findUndeclared(root) {
  const { name, dependencies, peerDependencies, devDependencies } = JSON.parse(
    readFileSync(`packages/${root}/package.json`, 'utf8'),
  )
  // Only bundlers and the compiler see what is private or a type.
  const development = name === '@canonist/dashboard' ? devDependencies : {}
  const declared = { ...dependencies, ...peerDependencies, ...development }
  return globSync(`packages/${root}/src/**/*.{ts,tsx}`).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(FOREIGN)]
      .map(([, path]) => /^(?:@[^/]+\/)?[^/]+/.exec(path)[0])
      .filter((dependency) => !Object.hasOwn(declared, dependency))
      .map((dependency) => `${file} imports ${dependency}, which is not a dependency of ${name}`),
  )
}

/** The packages that one builds on, without those that these bring. */
function listBase(name, needs) {
  const isNeededBy = (other, user) => needs.get(user).some((next) => next === other || isNeededBy(other, next))
  return needs.get(name).filter((other) => !needs.get(name).some((user) => isNeededBy(other, user)))
}

/** Rows of boxes: each package stands one row below the lowest one that builds on it. */
function drawLayers() {
  const names = Object.keys(LAYERS).toReversed()
  const needs = new Map(names.map((name) => [name, readOwnDependencies(name)]))
  const rank = (name) => Math.max(-1, ...names.filter((other) => needs.get(other).includes(name)).map(rank)) + 1
  const rows = Object.groupBy(names, rank)
  return Object.values(rows)
    .map((row) => {
      const height = Math.max(...row.map((name) => drawFolders(name).length))
      return drawRow(row.map((name) => drawBox(name, listBase(name, needs), height)))
    })
    .join('')
}

/** Of the other packages of the workspace, in the order of LAYERS from the bottom up. */
function readOwnDependencies(name) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'))
  const declared = { ...dependencies, ...devDependencies }
  return Object.keys(LAYERS)
    .toReversed()
    .filter((other) => Object.hasOwn(declared, `@canonist/${other}`))
}

const LONGEST_LINE = 90

/** The folders of a package in the order of the data, from the one that imports nothing; on several lines where they are many. */
function drawFolders(name) {
  const lines = []
  for (const layer of LAYERS[name].toReversed()) {
    const [text, last] = [layer.replaceAll(' ', ', '), lines.at(-1) ?? '']
    if (last === '') lines.push(text)
    else if (last.length + text.length > LONGEST_LINE) lines.push(`→ ${text}`)
    else lines[lines.length - 1] = `${last} → ${text}`
  }
  return lines.length === 0 ? ['one folder'] : lines
}

/** Its name at the top, its folders, and its base at the bottom. */
function drawBox(name, base, height) {
  const lines = drawFolders(name)
  const [top, bottom] = [` ${name} `, base.length === 0 ? '' : ` on ${base.join(', ')} `]
  const width = Math.max(...lines.map(({ length }) => length + 2), top.length + 1, bottom.length + 1)
  const rows = Array.from({ length: height }, (_, index) => `│ ${(lines[index] ?? '').padEnd(width - 1)}│`)
  return [`┌─${top.padEnd(width - 1, '─')}┐`, ...rows, `└─${bottom.padEnd(width - 1, '─')}┘`]
}

const drawRow = (boxes) => boxes[0].map((_, line) => `${boxes.map((box) => box[line]).join('  ')}\n`).join('')

const withPicture = (page) =>
  page.replace(/(<!-- layers -->\n```\n)[\s\S]*?(```\n)/, (_, before, after) => `${before}${drawLayers()}${after}`)

const page = readFileSync(PAGE, 'utf8')
const faults = Object.entries(LAYERS).flatMap(([name, layers]) => {
  const imports = readImports(`packages/${name}/src`)
  const found = [...findClimbs(imports, layers), ...findCycles(imports)]
  return found.map((fault) => `packages/${name}/src: ${fault}`).concat(findUndeclared(name))
})
if (process.argv.includes('--draw')) writeFileSync(PAGE, withPicture(page))
else if (withPicture(page) !== page) faults.push(`${PAGE} shows other layers; run node scripts/check-layers.mjs --draw`)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
