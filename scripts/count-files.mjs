// How many of our files does one task enter? Run it with: npm exec -- node scripts/count-files.mjs [--list] TASK...
//
//   normalize   one line through canonist normalize
//   work        one visit of a page by canonist work, on a web on loopback
//   check       one canonist check of a registered page, on the same web
//
// A file counts as entered when a function in it runs; what only runs while modules are loaded does not count. The figure says how many files
// a reader opens who follows the task through the code. V8 counts the calls.
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const MAIN = fileURLToPath(new URL('../packages/canonist/src/cli/main.ts', import.meta.url))
const FLAGS = ['--conditions=canonist-source', '--disable-warning=ExperimentalWarning', MAIN]
const PAGE = 'http://example.com/page'

const TASKS = {
  normalize: async ({ folder }) => run(folder, ['normalize', '--quiet', 'lines.txt']),
  async work({ folder, web }) {
    prepare(folder, ['frontier', 'add', '--quiet', PAGE])
    return run(folder, ['work', '--drain', '--quiet', '--connect-to', web])
  },
  async check({ folder, web }) {
    prepare(folder, ['add', '--quiet', PAGE])
    return run(folder, ['check', '--all', '--quiet', '--connect-to', web])
  },
}

/** Runs a command as it is measured: with the calls of its process and its threads counted. */
async function run(folder, args) {
  const coverage = mkdtempSync(join(folder, 'calls-'))
  const env = { ...process.env, NODE_V8_COVERAGE: coverage }
  // A check may end with findings.
  await promisify(execFile)(process.execPath, [...FLAGS, ...args], { cwd: folder, env }).catch(({ code, stderr }) => {
    if (code > 1) throw new Error(stderr)
  })
  return listEntered(coverage)
}

function prepare(folder, args) {
  execFileSync(process.execPath, [...FLAGS, ...args], { cwd: folder, stdio: 'pipe' })
}

/** The files of which a function was called. The first function of each is the module itself. */
function listEntered(coverage) {
  const reports = readdirSync(coverage).map((name) => JSON.parse(readFileSync(join(coverage, name), 'utf8')))
  const scripts = reports.flatMap(({ result }) => result)
  const isEntered = ({ functions }) => functions.slice(1).some(({ ranges }) => ranges[0].count > 0)
  const ours = scripts.filter(({ url }) => /\/packages\/[^/]+\/src\/.*\.ts$/.test(url))
  return [...new Set(ours.filter(isEntered).map(({ url }) => url.replace(/.*\/packages\//, '')))].toSorted((a, b) =>
    a < b ? -1 : 1,
  )
}

async function withWeb(use) {
  const server = createServer((request, response) => {
    const isRobots = request.url === '/robots.txt'
    response.writeHead(isRobots ? 404 : 200, { 'content-type': 'text/html' })
    response.end(isRobots ? '' : '<title>A page</title><p>Some text, and <a href="/next">a link</a>.')
  })
  await new Promise((resolve) => void server.listen(0, '127.0.0.1', resolve))
  try {
    return await use(`:80:127.0.0.1:${server.address().port}`)
  } finally {
    server.close()
  }
}

const args = process.argv.slice(2)
const names = args.filter((arg) => arg !== '--list')
for (const name of names.length > 0 ? names : Object.keys(TASKS)) {
  const folder = mkdtempSync(join(tmpdir(), 'canonist-count-'))
  try {
    writeFileSync(join(folder, 'lines.txt'), 'HTTP://Example.com:80/a/../b?utm_source=x&b=2&a=1#top\n')
    const files = await withWeb((web) => TASKS[name]({ folder, web }))
    console.log(`${name.padEnd(10)} ${files.length} files`)
    if (args.includes('--list')) console.log(files.map((file) => `  ${file}`).join('\n'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
