import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { openFrontier } from '../../src/frontier/open-frontier.ts'
import { start, type Folder } from '@canonist/test-support/command.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { send, startLoopbackWeb, type Page, type SeenRequest } from '@canonist/test-support/loopback-web.ts'

export interface SharedRun {
  readonly delayMs: number
  readonly forMs: number
  /** How long the busy host wants to be left alone, each time. */
  readonly retryAfterS: number
}

/** What the hosts saw. */
export interface SharedFigures {
  readonly requests: number
  /** By the command that sent them. */
  readonly byAgent: Readonly<Record<string, number>>
  /** Between the arrival of a request and that of the one before at the same host. */
  readonly leastGapMs: number
  /** Requests that arrived before the host had answered the one before. */
  readonly overlaps: number
  /** The commands that were asked to wait, and how long the host then saw nobody. */
  readonly pauses: readonly { readonly agent: string; readonly quietMs: number }[]
  /** How often each robots.txt was fetched. */
  readonly robots: Readonly<Record<string, number>>
}

const AGENTS = ['worker', 'checker', 'admitter'] as const
const CALM = 'calm.boe.es'
const BUSY = 'busy.boe.es'
const PAGES = 400
const MOST_TO_END_MS = 20_000

interface Met {
  readonly host: string
  readonly agent: string
  readonly at: number
  answeredAt: number
}

const readAgent = ({ headers }: SeenRequest): string => headers['user-agent']?.split('/')[0] ?? ''

/** Two `work`, one `check` and one `admit` for so long on one database; they are interrupted at the end. */
export async function runTogether(
  { freshLocation }: TestDatabases,
  { path: cwd, file }: Folder,
  { delayMs, forMs, retryAfterS }: SharedRun,
): Promise<SharedFigures> {
  const location = await freshLocation()
  const met: Met[] = []
  const pauses: { agent: string; at: number }[] = []
  const respond = (seen: SeenRequest): Page => {
    if (seen.path === '/robots.txt') return { body: 'User-agent: *\nDisallow: /private' }
    const agent = readAgent(seen)
    // Each command is the one to be told once; the pages before that show that it takes part.
    const isDue = seen.host === BUSY && met.filter(({ host }) => host === BUSY).length > 3 * pauses.length + 3
    if (!isDue || pauses.some((pause) => pause.agent === agent)) return { body: `<html><p>${seen.url}`, delayMs: 20 }
    pauses.push({ agent, at: seen.at })
    return { status: 429, headers: { 'retry-after': String(retryAfterS) } }
  }
  const web = await startLoopbackWeb((_request, response: ServerResponse, seen) => {
    const entry: Met = { host: seen.host, agent: readAgent(seen), at: seen.at, answeredAt: Number.POSITIVE_INFINITY }
    met.push(entry)
    const since = performance.now()
    // A command that is interrupted hangs up: its request is over then, too, and another command may go on.
    const end = (): void => {
      entry.answeredAt = Math.min(entry.answeredAt, seen.at + performance.now() - since)
    }
    response.on('finish', end).on('close', end)
    return send(response, respond(seen))
  })
  try {
    const urls = (kind: string): string[] =>
      [CALM, BUSY].flatMap((host) => Array.from({ length: PAGES }, (_, n) => `https://${host}/${kind}/${n}`))
    const frontier = await openFrontier(location)
    await frontier.submit(urls('page'))
    await frontier.close()
    file('ca.pem', web.ca)
    file('list.txt', urls('source').join('\n'))
    file('sources.json', JSON.stringify({ name: 'shared', extends: 'sources', hosts: { allow: [CALM, BUSY] } }))
    const mapping = web.connectToFlags.flatMap((flag) => ['--connect-to', flag])
    const common = ['--db', location, '-q', '--host-delay', String(delayMs), '--cacert', 'ca.pem', ...mapping]
    const commands = [
      ['work', '--user-agent', 'worker/1'],
      ['work', '--user-agent', 'worker/1'],
      ['check', '--all', '--user-agent', 'checker/1'],
      ['admit', 'list.txt', '--policy', 'sources.json', '--user-agent', 'admitter/1'],
    ]
    const children = commands.map((command) => start([...command, ...common], { cwd }))
    const exits = children.map((child) => once(child, 'exit'))
    // Nobody reads what they say, and a full pipe would hold them up.
    for (const { stdout, stderr } of children) for (const stream of [stdout, stderr]) stream.resume()
    try {
      const takePart = (): boolean => AGENTS.every((agent) => met.some((one) => one.agent === agent))
      while (!takePart()) {
        for (const [index, { exitCode }] of children.entries())
          assert.equal(exitCode, null, `${commands[index]?.join(' ')} has ended`)
        await sleep(20)
      }
      await sleep(forMs)
    } finally {
      for (const child of children) child.kill('SIGINT')
      const late = setTimeout(() => children.forEach((child) => child.kill('SIGKILL')), MOST_TO_END_MS)
      await Promise.all(exits)
      clearTimeout(late)
    }
    return measurePoliteness(met, pauses, web.requests)
  } finally {
    await web.close()
  }
}

function measurePoliteness(
  met: readonly Met[],
  pauses: readonly { agent: string; at: number }[],
  requests: readonly SeenRequest[],
): SharedFigures {
  const pairs = [CALM, BUSY].flatMap((host) => {
    const own = met.filter((one) => one.host === host)
    return own.slice(1).map((later, index) => [own[index] ?? later, later] as const)
  })
  const busy = met.filter(({ host }) => host === BUSY)
  const count = (names: readonly string[]): Record<string, number> =>
    Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]))
  return {
    requests: met.length,
    byAgent: count(met.map(({ agent }) => agent)),
    leastGapMs: Math.min(...pairs.map(([before, after]) => after.at - before.at)),
    overlaps: pairs.filter(([before, after]) => after.at < before.answeredAt).length,
    pauses: pauses.map(({ agent, at }) => {
      const next = busy.find((one) => one.at > at)
      return { agent, quietMs: (next?.at ?? Number.POSITIVE_INFINITY) - at }
    }),
    robots: count(requests.filter(({ path }) => path === '/robots.txt').map(({ url }) => url)),
  }
}

/** What must hold, however long the run was. */
export function checkFigures(figures: SharedFigures, { delayMs, retryAfterS }: SharedRun): void {
  const { leastGapMs, overlaps, pauses, robots, byAgent } = figures
  assert.ok(leastGapMs >= delayMs, `a host was requested again after ${leastGapMs} ms`)
  assert.equal(overlaps, 0)
  for (const agent of AGENTS) assert.ok((byAgent[agent] ?? 0) >= 3, `${agent}: ${byAgent[agent]} requests`)
  for (const { agent, quietMs } of pauses)
    assert.ok(quietMs >= retryAfterS * 1000, `${quietMs} ms after ${agent} was asked to wait`)
  assert.deepEqual(robots, { [`https://${CALM}/robots.txt`]: 1, [`https://${BUSY}/robots.txt`]: 1 })
}

export { AGENTS }
