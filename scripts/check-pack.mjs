// Do the packages work for a user who installs them? Run it with: npm run check:pack
//
// Packs every public package and looks into the tarballs. Then installs each of them alone, with the packages that it depends on, in an empty
// folder, and uses it there as a stranger would: imports every entry, compiles against the types, runs the example of its README. Last come the
// command, the server and the other ways to install. Works on what is built: run "npm run build" first.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { build } from 'vite'
import { makeProgram } from '../test/support/example-program.ts'
import { readBlocks } from '../test/support/markdown.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const INPUT = 'HTTP://Example.com:80/a/../b?utm_source=x&b=2&a=1#top'
const OUTPUT = 'http://example.com/b?a=1&b=2'

/** Documents of the repository that every package has; they are copied when it is packed. */
const DOCUMENTS = ['SECURITY.md', 'CHANGELOG.md']

/** In characters. */
const SHORT_FILE = 200

/** Files that no user of the package needs. */
const UNWANTED = /(?:^|\/)(?:tests?|scripts|node_modules|tsconfig[^/]*)(?:\/|$)|\.(?:test|long)\.|\.tsbuildinfo$|\.tgz$/

/** A finding about the packages, as opposed to a fault of this script. */
class Finding extends Error {}

function expect(isTrue, finding) {
  if (!isTrue) throw new Finding(finding)
}

/** The environment of a user with this Node and without the workspace. */
function makeEnvironment() {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(?:npm_(?:package|lifecycle)_|npm_config_(?:local_prefix|workspace)|INIT_CWD$|NODE_OPTIONS$)/.test(name),
    ),
  )
  return { ...env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) }
}

const ENVIRONMENT = makeEnvironment()

function run(what, file, args, { cwd, input = '' }) {
  try {
    return execFileSync(file, args, { cwd, input, env: ENVIRONMENT, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    throw new Finding(`${what} failed: ${error.message}\n${error.stdout ?? ''}${error.stderr ?? ''}`, { cause: error })
  }
}

/** npm says where it is to what it runs; without it, whatever npm the path has. */
function runNpm(what, args, options) {
  const script = process.env.npm_execpath
  return script === undefined
    ? run(what, 'npm', args, options)
    : run(what, process.execPath, [script, ...args], options)
}

const runNode = (what, args, options) => run(what, process.execPath, args, options)

const readManifest = (folder) => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'))

/** The folders of the packages that users install, each after those that it depends on. */
const listPublicFolders = () => readManifest('.').workspaces.filter((folder) => readManifest(folder).private !== true)

function pack(folder, destination) {
  const args = ['pack', '--json', '--pack-destination', destination]
  const [packed] = JSON.parse(runNpm(`npm pack in ${folder}`, args, { cwd: join(ROOT, folder) }))
  const paths = packed.files.map(({ path }) => path)
  return {
    folder,
    manifest: readManifest(folder),
    paths,
    size: packed.size,
    tarball: join(destination, packed.filename),
  }
}

/** Every file that the manifest points to, but for patterns. */
function filesNamedBy({ exports = {}, bin = {}, man = [] }) {
  const targets = Object.values(exports).flatMap((entry) => Object.values(entry))
  return [...targets, ...Object.values(bin), man]
    .flat()
    .filter((path) => !path.includes('*'))
    .map((path) => path.replace(/^\.\//, ''))
}

/** The server tells its own version for all of them, and each depends on exactly this version of the others. */
function checkVersions(packed) {
  const versions = new Set(packed.map(({ manifest }) => manifest.version))
  expect(versions.size === 1, `the packages have different versions: ${[...versions].join(', ')}`)
  console.log(`ok    ${packed.length} packages of version ${[...versions].join()}`)
}

function checkContents({ manifest, paths, size }) {
  const unwanted = paths.filter((path) => UNWANTED.test(path))
  expect(unwanted.length === 0, `${manifest.name} packs what it should not: ${unwanted.join(', ')}`)
  const wanted = ['package.json', 'LICENSE', 'README.md', ...DOCUMENTS, ...filesNamedBy(manifest)]
  const missing = wanted.filter((path) => !paths.includes(path))
  expect(missing.length === 0, `${manifest.name} does not pack ${missing.join(', ')}: not built, or not in "files"?`)
  console.log(`ok    ${manifest.name} ${manifest.version}: ${paths.length} files, ${Math.round(size / 1000)} kB packed`)
}

/** A source map that points outside the package is a dead link in every debugger; one with the sources in it packs them twice. */
function checkSourceMaps({ manifest, paths }, installed) {
  const maps = paths.filter((path) => path.endsWith('.map'))
  for (const path of maps) {
    const file = join(installed, path)
    const { sources, sourcesContent } = JSON.parse(readFileSync(file, 'utf8'))
    expect(sourcesContent === undefined, `${manifest.name}: ${path} holds sources that are packed beside it`)
    for (const source of sources.filter((each) => each !== null)) {
      expect(
        existsSync(resolve(dirname(file), source)),
        `${manifest.name}: ${path} names ${source}, which is not packed; left over from an older build?`,
      )
    }
  }
  console.log(`ok    ${manifest.name}: ${maps.length} source maps lead to sources`)
}

/** Nothing is packed twice under two names, and every file of `dist` is made from a source that is there. */
function checkCopies({ manifest, paths }, installed) {
  const seen = new Map()
  for (const path of paths) {
    const content = readFileSync(join(installed, path), 'utf8')
    // A module of types alone compiles to the same few bytes each time, and a migration may read alike for both databases.
    if (content.length < SHORT_FILE || path.includes('/migrations/')) continue
    expect(!seen.has(content), `${manifest.name} packs ${path} twice: it is ${seen.get(content)}`)
    seen.set(content, path)
  }
  const leftOver = paths.filter((path) => /^dist\/.*\.d\.ts$/.test(path) && !paths.includes(toSource(path)))
  expect(
    leftOver.length === 0,
    `${manifest.name} packs what has no source: ${leftOver.join(', ')}; remove dist and build`,
  )
  console.log(`ok    ${manifest.name}: every file is packed once`)
}

const toSource = (path) => path.replace(/^dist\//, 'src/').replace(/\.d\.ts$/, '.ts')

/** The documents name what the package holds: the licence of the data in it, and pages of the web, not of the repository. */
function checkDocuments({ manifest, paths }, installed) {
  for (const name of DOCUMENTS) {
    const [dead] = readFileSync(join(installed, name), 'utf8').match(/\]\((?![a-z]+:|#)[^)]*\)/) ?? []
    expect(dead === undefined, `${manifest.name}: a link of ${name} leads out of the package: ${dead}`)
  }
  for (const field of ['repository', 'homepage', 'bugs', 'license']) {
    expect(manifest[field] !== undefined, `${manifest.name} has no ${field} in its package.json`)
  }
  if (paths.includes('src/url/idna/tables.ts')) {
    const notices = readFileSync(join(installed, 'THIRD-PARTY-NOTICES.md'), 'utf8')
    expect(notices.includes('UNICODE LICENSE V3'), `${manifest.name} packs Unicode data without its licence`)
  }
  console.log(`ok    ${manifest.name}: documents and notices are packed`)
}

/** The bundler itself says what it took into the dashboard, in another list than the packed one is made of. */
async function checkLicenses({ manifest }, installed) {
  const texts = readFileSync(join(installed, 'dist/dashboard/licenses.txt'), 'utf8')
  const list = 'licenses.json'
  const { output } = await build({
    root: join(ROOT, 'packages/dashboard'),
    logLevel: 'error',
    build: { write: false, license: { fileName: list } },
  })
  const bundled = JSON.parse(output.find(({ fileName }) => fileName === list).source)
  expect(bundled.length > 0, `${manifest.name}: the bundler names no package`)
  for (const { name, version, text = '' } of bundled) {
    const isThere = texts.includes(`\n${name} ${version} (`) && text !== '' && texts.includes(text)
    expect(isThere, `${manifest.name} packs ${name} ${version} without its licence; is dist older than node_modules?`)
  }
  const idna = readFileSync(join(ROOT, 'packages/core/THIRD-PARTY-NOTICES.md'), 'utf8').trim()
  expect(texts.includes(idna), `${manifest.name} packs the Unicode data of the core without its licence`)
  console.log(`ok    ${manifest.name}: licences of ${bundled.length} packages in the dashboard`)
}

/** One package in an empty folder, with those of our own that it depends on; all others come from npm. */
function installAlone(folder, one, packed) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'stranger', private: true, type: 'module' }))
  const needed = listNeeded(one, packed)
  const tarballs = needed.map(({ tarball }) => tarball)
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs]
  runNpm(`npm install of ${one.manifest.name}`, args, { cwd: folder })
  const installed = listInstalled(folder)
  const own = installed.filter((path) => /(?:^|\/)node_modules\/(?:@canonist\/\w+|canonist)$/.test(path))
  const names = needed.map(({ manifest }) => `node_modules/${manifest.name}`)
  expect(
    own.toSorted().join() === names.toSorted().join(),
    `${one.manifest.name} needs ${names.join(', ')}, but npm installed ${own.join(', ')}`,
  )
  const most = MOST_PACKAGES[one.manifest.name] ?? Number.POSITIVE_INFINITY
  const brought = `${one.manifest.name} brings ${installed.length} packages`
  expect(installed.length <= most, `${brought}; at most ${most} are allowed: ${installed.join(', ')}`)
  console.log(`ok    ${brought}, ${own.length} of them our own`)
}

/** With the package itself. */
const MOST_PACKAGES = { '@canonist/core': 1, '@canonist/client': 1, '@canonist/web': 12 }

/** The package and all others of our own that it depends on, directly or not. */
function listNeeded(one, packed) {
  const direct = packed.filter(({ manifest }) => Object.hasOwn(one.manifest.dependencies ?? {}, manifest.name))
  return [...new Set([one, ...direct.flatMap((other) => listNeeded(other, packed))])]
}

/** The paths of all packages in a folder, as npm has recorded them. */
const listInstalled = (folder) =>
  Object.keys(JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')).packages)

/** The other way of the README: links to packages of a clone, where each finds what it needs. */
function checkLinks(folder, version) {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'neighbour', private: true, type: 'module' }))
  const paths = ['packages/web', 'packages/canonist'].map((path) => join(ROOT, path))
  runNpm('npm install of the folders', ['install', '--no-audit', '--no-fund', ...paths], { cwd: folder })
  importEntry(folder, '@canonist/web')
  checkCommand(folder, version)
  console.log('ok    the folders of a clone install as links')
}

/** A command that installs one package must be all that a user needs: the workspace itself is refused with a reason. */
function checkWorkspaceIsRefused(folder) {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'lost', private: true }))
  let message = ''
  try {
    runNpm('npm install of the workspace', ['install', '--loglevel=error', '--no-audit', '--no-fund', ROOT], {
      cwd: folder,
    })
  } catch (error) {
    message = error.message
  }
  expect(
    message.includes('is the workspace, not a package'),
    'npm install of the workspace did not say what to install',
  )
  console.log('ok    the workspace is refused as a dependency')
}

/** One module represents all that the pattern `./internal/*` exports. */
const listEntries = ({ name, exports }) =>
  Object.keys(exports).map((entry) => name + entry.slice(1).replace('*', 'index'))

/** Imports an entry and counts what it exports; what exports `normalize` must be able to. */
const IMPORT_ENTRY = `
const [entry, input, output] = process.argv.slice(1)
const entryModule = await import(entry, entry.endsWith('.json') ? { with: { type: 'json' } } : undefined)
const { normalize } = entryModule
if (normalize !== undefined && normalize(input) !== output) throw new Error('normalize gave ' + normalize(input))
console.log(Object.keys(entryModule).length)
`

function checkImports(folder, { manifest }) {
  for (const entry of listEntries(manifest)) {
    const count = importEntry(folder, entry)
    console.log(`ok    import '${entry}': ${count} exports`)
  }
}

function importEntry(folder, entry) {
  const args = ['--input-type=module', '--eval', IMPORT_ENTRY, entry, INPUT, OUTPUT]
  const count = Number(runNode(`import of ${entry}`, args, { cwd: folder }))
  expect(count > 0, `${entry} exports nothing`)
  return count
}

const CONSUMER = `
import { definePolicy, normalize, tryNormalize, type Policy } from 'canonist'
import * as core from '@canonist/core'
import * as lean from '@canonist/core/lean'

const policy: Policy = definePolicy({ name: 'mine', extends: 'dedupe', www: 'strip' })
export const url: string = normalize('https://example.com/', policy)
export const outcome: { readonly ok: boolean } = tryNormalize('')
export const keys: string[] = [core.urlKey(url), lean.urlKey(url)]
// @ts-expect-error a policy has no such field, and the types must say so
definePolicy({ name: 'wrong', noSuchField: true })
`

/** In a project without zod and without the types of Node. */
const CLIENT_CONSUMER = `
import { CanonistError, createClient, type Client, type Page } from '@canonist/client'

const client: Client = createClient({ url: '', token: 'secret' })
export const first = async (): Promise<Page | undefined> => (await client.listPages({ limit: 1 })).items[0]
export const code = (error: CanonistError): string => error.code
// @ts-expect-error a limit is a number or its digits, and the types must say so
void client.listPages({ limit: true })
`

const CONSUMER_OPTIONS = {
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  target: 'ES2023',
  types: [],
  strict: true,
  noEmit: true,
  resolveJsonModule: true,
}

/** What a program of each package may say, in addition to importing its entries. */
const CONSUMERS = { canonist: CONSUMER, '@canonist/client': CLIENT_CONSUMER }

/** Only they need the types of Node: they are given its streams, and the logger of a package that has them. */
const NEEDS_NODE_TYPES = ['@canonist/server']

/** The half that fetches and stores speaks of AbortSignal, which Node's types or the DOM's bring; the pure one of nothing. */
const isPure = (entry) => entry === 'canonist' || entry.startsWith('@canonist/core')

/** Without the types of Node, which a user of a browser or another engine does not have. */
function checkTypes(folder, { manifest }) {
  const { name } = manifest
  const entries = listEntries(manifest)
  const pure = entries.filter(isPure)
  const types = NEEDS_NODE_TYPES.includes(name) ? ['node'] : []
  if (pure.length > 0) compileAgainst(folder, pure, { lib: ['ES2023'] }, CONSUMERS[name])
  if (pure.length < entries.length)
    compileAgainst(folder, entries, { lib: ['ES2023', 'DOM'], types }, pure.length > 0 ? '' : CONSUMERS[name])
  console.log(`ok    ${name}: types resolve and hold`)
}

/** Every entry is imported for its types too; what has none makes the compiler complain. */
function compileAgainst(folder, entries, options, code = '') {
  const imports = entries.map((entry, index) =>
    entry.endsWith('.json')
      ? `import entry${index} from '${entry}' with { type: 'json' }`
      : `import * as entry${index} from '${entry}'`,
  )
  const uses = `export const entries: object[] = [${entries.map((_, index) => `entry${index}`).join(', ')}]`
  compileProgram(folder, 'consumer.ts', [...imports, code, uses].join('\n'), options)
}

function compileProgram(folder, file, text, options) {
  writeFileSync(join(folder, file), text)
  const typeRoots = [join(ROOT, 'node_modules/@types')]
  const config = { compilerOptions: { ...CONSUMER_OPTIONS, typeRoots, ...options }, files: [file] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  runNode(`compiling ${file} against the types`, [compiler, '-p', folder], { cwd: folder })
}

/** The example of the README does what its comments say, with the packed files. */
function checkExample(folder, { manifest }) {
  const page = readFileSync(join(folder, 'node_modules', manifest.name, 'README.md'), 'utf8')
  const examples = readBlocks(page, 'ts')
  expect(examples.length > 0, `${manifest.name} has no example in its README`)
  for (const { text } of examples) {
    compileProgram(folder, 'example.ts', text, { lib: ['ES2023'], types: ['node'], skipLibCheck: true })
    writeFileSync(join(folder, 'run-example.ts'), makeProgram(text).program)
    runNode(`the example in the README of ${manifest.name}`, ['run-example.ts'], { cwd: folder })
  }
  console.log(`ok    ${manifest.name}: the example of the README runs`)
}

/** The man page is made when the package is packed, from what --help says. */
function checkManPage({ manifest }, installed) {
  const page = readFileSync(join(installed, manifest.man), 'utf8')
  expect(page.startsWith('.TH CANONIST 1'), `${manifest.man} is not a man page`)
  const commands = page.match(/^\.SS /gm) ?? []
  expect(page.includes('.SS "canonist normalize"'), `${manifest.man} does not describe canonist normalize`)
  console.log(`ok    ${manifest.man} describes ${commands.length} commands`)
}

function checkCommand(folder, version) {
  const exec = (...args) => ['exec', '--offline', '--', 'canonist', ...args]
  const printed = runNpm('canonist --version', exec('--version'), { cwd: folder }).trim()
  expect(printed.includes(version), `canonist --version printed "${printed}" instead of ${version}`)
  const line = runNpm('canonist normalize', exec('normalize', '--quiet'), { cwd: folder, input: `${INPUT}\n` })
  expect(line === `${OUTPUT}\n`, `canonist normalize printed ${JSON.stringify(line)} instead of ${OUTPUT}`)
  console.log(`ok    npx canonist: version ${printed}, normalizes a line`)
}

/** Most files that a short command may load: each takes time, and the launcher, the command, the framework and the core are few. */
const MOST_LOADED = 12

/** Writes the files that are loaded to stderr. */
const SHOW_LOADED = `data:text/javascript,${encodeURIComponent(`
process.getBuiltinModule('node:module').registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) console.error(url)
    return next(url, context)
  },
})`)}`

function checkStart(folder, { bin }) {
  const command = join(folder, 'node_modules/canonist', bin.canonist)
  const args = ['--import', SHOW_LOADED, command, 'explain', INPUT]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: ENVIRONMENT,
    encoding: 'utf8',
  })
  expect(status === 0 && stdout.includes(OUTPUT), `canonist explain ended with ${status}: ${stderr}`)
  const loaded = stderr.trim().split('\n')
  expect(loaded.length <= MOST_LOADED, `canonist explain loads ${loaded.length} files:\n${stderr}`)
  console.log(`ok    canonist explain URL loads ${loaded.length} files`)
}

/** The compiler copies no SQL, so the migrations must be packed beside the sources: opening a database needs them. */
const OPEN_DATABASE = `
const { openDatabase } = await import('@canonist/registry/internal/store/open-database')
const database = await openDatabase('stranger.db')
console.log((await database.all('select count(*) as pages from pages'))[0].pages)
await database.close()
`

function checkStore(folder) {
  const pages = runNode('making a database', ['--input-type=module', '--eval', OPEN_DATABASE], { cwd: folder })
  expect(pages.trim() === '0', `a new database should have no pages, not ${pages}`)
  console.log('ok    a new database has its tables')
}

/** A program of a stranger: a server from the command, and the client that calls it. */
const USE_CLIENT = `
import { spawn } from 'node:child_process'
import { CanonistError, createClient } from 'canonist/client'
const server = spawn(process.execPath, [process.argv[1], 'serve', '--port', '0', '--db', 'served.db', '--log', 'error'])
const url = await new Promise((resolve) => server.stdout.once('data', (line) => resolve(String(line).trim())))
const client = createClient({ url })
const { items } = await client.normalize({ urls: [process.argv[2]] })
const streamed = []
for await (const item of client.normalize.stream([process.argv[2]])) streamed.push(item.url)
const page = await (await fetch(url)).text()
const script = await fetch(new URL(/src="([^"]+)"/.exec(page)?.[1] ?? 'missing', url))
const code = await client.getPage({ id: 1 }).catch((error) => error instanceof CanonistError && error.code)
server.kill()
console.log(items[0].url, streamed[0], code, script.headers.get('content-type'))
`

function checkClient(folder, { bin }) {
  const command = join(folder, 'node_modules/canonist', bin.canonist)
  const printed = runNode('calling a server', ['--input-type=module', '--eval', USE_CLIENT, command, INPUT], {
    cwd: folder,
  })
  expect(
    printed.trim() === `${OUTPUT} ${OUTPUT} app/not-found text/javascript; charset=utf-8`,
    `the client printed ${printed}`,
  )
  console.log('ok    the client calls a server, which sends the dashboard')
}

/** The bundle of `normalize` alone, by entry: it must not contain unused code. */
const LARGEST_BUNDLES = { '@canonist/core/lean': 30_000, '@canonist/core': 100_000, canonist: 100_000 }

function checkWeight(folder) {
  for (const [entry, most] of Object.entries(LARGEST_BUNDLES)) {
    const { outputFiles } = buildSync({
      stdin: { contents: `export { normalize } from '${entry}'`, resolveDir: folder },
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    })
    const bytes = outputFiles[0].contents.length
    expect(bytes < most, `normalize alone from ${entry} weighs ${bytes} bytes minified; it must stay below ${most}`)
    console.log(`ok    normalize alone from ${entry}: ${bytes} bytes minified`)
  }
}

/** Looks at the tarball of one package, and at what it is in a folder of its own. */
function checkAlone(folder, one, packed) {
  checkContents(one)
  installAlone(folder, one, packed)
  const installed = join(folder, 'node_modules', one.manifest.name)
  checkSourceMaps(one, installed)
  checkCopies(one, installed)
  checkDocuments(one, installed)
  checkImports(folder, one)
  checkTypes(folder, one)
  checkExample(folder, one)
}

async function check(folder) {
  const tarballs = join(folder, 'tarballs')
  mkdirSync(tarballs)
  const packed = listPublicFolders().map((path) => pack(path, tarballs))
  checkVersions(packed)
  for (const one of packed) checkAlone(join(folder, one.folder), one, packed)
  const server = packed.find(({ folder: path }) => path === 'packages/server')
  const command = packed.find(({ folder: path }) => path === 'packages/canonist')
  const stranger = join(folder, command.folder)
  await checkLicenses(server, join(stranger, 'node_modules', server.manifest.name))
  checkManPage(command, join(stranger, 'node_modules', command.manifest.name))
  checkWeight(stranger)
  checkCommand(stranger, command.manifest.version)
  checkStart(stranger, command.manifest)
  checkStore(stranger)
  checkClient(stranger, command.manifest)
  checkLinks(join(folder, 'neighbour'), command.manifest.version)
  checkWorkspaceIsRefused(join(folder, 'lost'))
}

const folder = mkdtempSync(join(tmpdir(), 'canonist-pack-'))
try {
  await check(folder)
} catch (error) {
  if (!(error instanceof Finding)) throw error
  console.error(`check-pack: ${error.message}`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
