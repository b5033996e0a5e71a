// Runs schemathesis against `canonist serve`: npm run test:engines -- schemathesis [EXAMPLES]
//
// It reads /openapi.json, makes requests that keep to it and requests that break it (by default 30 for each operation, besides those of its
// other phases), and holds every response against the document. All of its checks are on; exceptions are in schemathesis_hooks.py.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

import { installPython } from '../../integrations/support/python.mjs'
import { openFilled, raiseRule } from '@canonist/test-support/filled-canonist.ts'
import { startServe } from '@canonist/test-support/serve-process.ts'

/** From PyPI, into a virtual environment; nothing from npm. */
export const PACKAGES = []
const VERSION = '4.32.5'
const HOOKS = fileURLToPath(new URL('.', import.meta.url))

/** An endless stream: packages/server/test/http/runs.test.ts and many-listeners.test.ts test it. */
const LEFT_OUT = '/api/v1/events'

export async function run({ args: [examples = '30'], folder }) {
  const python = installPython(join(folder, `schemathesis-${VERSION}`), [`schemathesis==${VERSION}`])
  const program = join(python, '..', 'schemathesis')
  const data = mkdtempSync(join(tmpdir(), 'canonist-engines-'))
  try {
    const db = join(data, 'filled.db')
    const canonist = await openFilled(db)
    await raiseRule({ canonist })
    await canonist.close()
    const server = await startServe(db, ['--no-network'])
    try {
      const ok = await runSchemathesis(program, server.url, examples, data)
      return { ok, version: VERSION, ran: `every operation, ${examples} examples each` }
    } finally {
      await server.end('SIGTERM')
    }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

async function runSchemathesis(program, url, examples, cwd) {
  const args = ['run', new URL('/openapi.json', url).href, '--checks', 'all', '--max-examples', examples]
  const more = ['--continue-on-failure', '--request-timeout', '30', '--seed', '1', '--exclude-path', LEFT_OUT]
  const env = {
    ...process.env,
    PYTHONPATH: HOOKS,
    SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const child = spawn(program, [...args, ...more], { cwd, env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  return code === 0
}
