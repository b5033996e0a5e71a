import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openFrontier } from 'canonist/frontier'

import { fillRowByRow } from '../rivals/row-by-row-frontier.mjs'
import { fill } from './fill.mjs'

const URLS_OF_HOST = 10
const BLOCKED_URLS = 100_000

/** Where contests are held: rows are made once, and each contest gets a copy. */
export function onServer(server) {
  return {
    ...originals(
      () => server.freshDatabase(),
      (original) => server.freshDatabase(original),
    ),
    throwAway: (location) => server.dropDatabase(location),
    cpuMs: server.cpuMs,
  }
}

export function onFile(folder) {
  let files = 0
  const freshFile = async () => join(folder, `${++files}.db`)
  const copy = async (original) => {
    const file = await freshFile()
    copyFileSync(original, file)
    return file
  }
  return {
    ...originals(freshFile, copy),
    throwAway: async (file) => ['', '-wal', '-shm'].forEach((end) => rmSync(file + end, { force: true })),
    // What the file costs, the workers pay.
    cpuMs: () => 0,
  }
}

function originals(fresh, copy) {
  const made = new Map()
  return {
    blockedUrls: BLOCKED_URLS,
    async copyRows(contestant, rows, isBlocked = false) {
      const name = `${contestant} ${rows} ${isBlocked}`
      if (!made.has(name)) made.set(name, await make(await fresh(), contestant, rows, isBlocked))
      return copy(made.get(name))
    },
  }
}

async function make(location, contestant, rows, isBlocked) {
  const size = { rows, hosts: Math.max(1, Math.round(rows / URLS_OF_HOST)) }
  if (contestant === 'frontier') await fill(location, size)
  else await fillRival(location, size)
  if (isBlocked) await block(location)
  return location
}

async function fillRival(location, size) {
  const client = new pg.Client(location)
  await client.connect()
  await fillRowByRow(client, size)
  await client.end()
}

/** A host with very many URLs of high priority that must be left alone, before all others. */
async function block(location) {
  const frontier = await openFrontier(location, { hostDelayMs: 0 })
  const urls = Array.from({ length: BLOCKED_URLS }, (_, index) => `https://blocked.example/${index}`)
  await frontier.submit(urls, { priority: 'high' })
  const claims = await frontier.claim({ limit: 2 })
  for (const claim of claims) {
    if (claim.host !== 'blocked.example') await frontier.release([claim])
    else await frontier.updateFailed(claim, { reason: 'retry_after', retryAfterMs: 3_600_000, sinceRequestMs: 0 })
  }
  await frontier.close()
}
