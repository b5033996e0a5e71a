import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright-core'

const LAUNCHER = fileURLToPath(new URL('../../../canonist/bin/canonist.js', import.meta.url))

export interface Served {
  readonly url: string
  stop(): Promise<void>
}

/**
 * The built command on a new database, as a user starts it. It sends no requests.
 *
 * @param fill makes the database; without it there is an empty one
 */
export async function serve(fill?: (file: string) => Promise<void>, ...flags: string[]): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'canonist-browser-'))
  const file = join(folder, 'canonist.db')
  await fill?.(file)
  const { url, stop } = await serveFile(file, ...flags)
  return {
    url,
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The same on a database that stays. Flags replace those before them. */
export async function serveFile(file: string, ...flags: string[]): Promise<Served> {
  const all = ['serve', '--db', file, '--no-network', '--log', 'error', ...flags]
  if (!flags.includes('--port')) all.push('--port', '0')
  const server = spawn(process.execPath, [LAUNCHER, ...all], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string]
  return {
    url: line.trim(),
    async stop() {
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}

/** Debian's browser; another one by `CHROMIUM`. */
export function launch(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

/** A page whose errors, and requests to other hosts, are collected. */
export async function openPage(browser: Browser, url: string, colorScheme: 'light' | 'dark' = 'light') {
  const page: Page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 900 } })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // A URL that is not registered is a 404 of the API, which browsers log.
    if (message.type() === 'error' && !message.text().includes('404')) faults.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) faults.push(`request to ${request.url()}`)
  })
  return { page, faults }
}
