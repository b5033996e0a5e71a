import { createChance } from '@canonist/test-support/chance.ts'
import type { HealthVerdict } from '../../../src/health/words.ts'
import { article, html } from './pages.ts'

export const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

/** What a simulated server answers: a page, or a failure by the code that Node gives it. */
export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly error?: string
}

/** A link with what becomes of it, known beforehand. */
export interface LinkLife {
  readonly name: string
  readonly url: string
  /** What its host answers at a time, to whatever is asked; chance decides anew for every request. */
  reply(at: number, path: string, chance: (below: number) => number): Reply
  /** From when on the last verdict is due; before, the link is alive. */
  readonly turn: number
  /** What it has become, once it has been looked at often enough. */
  readonly end: HealthVerdict
}

const OK = (path: string): Reply => ({ body: article(path, path.length), headers: { 'content-type': 'text/html' } })
const MISSING: Reply = { status: 404, body: html('Not found', 'Nothing here') }
const BUSY: Reply = { status: 429, headers: { 'retry-after': '60' } }
const WALL: Reply = { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: html('Just a moment...', '') }
const CHALLENGE: Reply = { status: 503, headers: { server: 'cloudflare' }, body: html('Just a moment...', 'Ray ID 1') }
const MAINTENANCE: Reply = { status: 503, body: html('Maintenance', 'Back soon') }

/** Ways of a host to fail, all of which pass or last. */
const FAULTS: readonly Reply[] = [
  { status: 500 },
  { status: 502 },
  MAINTENANCE,
  { error: 'ECONNREFUSED' },
  { error: 'ECONNRESET' },
  { error: 'ETIMEDOUT' },
  { error: 'ENOTFOUND' },
]
const DEATHS: readonly Reply[] = [MISSING, ...FAULTS, { status: 400 }, { status: 404, body: '' }]

type Plot = (draw: (below: number) => number) => Omit<LinkLife, 'name' | 'url'>

const alive = (reply: LinkLife['reply'], end: HealthVerdict = 'healthy'): Omit<LinkLife, 'name' | 'url'> => ({
  reply,
  turn: Number.POSITIVE_INFINITY,
  end,
})
const until = (turn: number, then: LinkLife['reply'], end: HealthVerdict): Omit<LinkLife, 'name' | 'url'> => ({
  reply: (at, path, chance) => (at < turn ? OK(path) : then(at, path, chance)),
  turn,
  end,
})
const drawDay = (draw: (below: number) => number): number => (5 + draw(30)) * DAY + draw(DAY)
/** One night every few weeks. */
function nights(draw: (below: number) => number, reply: (path: string) => Reply): Omit<LinkLife, 'name' | 'url'> {
  const [period, length, phase] = [(6 + draw(20)) * DAY, (1 + draw(20)) * HOUR, draw(5 * DAY)]
  return alive((at, path) => (at > 2 * DAY && (at + phase) % period < length ? reply(path) : OK(path)))
}
const isPage = (path: string): boolean => path.startsWith('/page')

/** Every kind of life; those that only look like death outnumber the dead. */
const PLOTS: Readonly<Record<string, Plot>> = {
  'always there': () => alive((_, path) => (isPage(path) ? OK(path) : MISSING)),
  'on a host that flaps': (draw) => {
    const [share, fault] = [5 + draw(36), FAULTS[draw(FAULTS.length)] ?? MISSING]
    return alive((_, path, chance) => (chance(100) < share ? fault : OK(path)))
  },
  'with outages of hours': (draw) => {
    const [period, length, phase] = [(10 + draw(10)) * DAY, (1 + draw(47)) * HOUR, draw(10 * DAY)]
    return alive((at, path) => ((at + phase) % period < length ? MAINTENANCE : OK(path)))
  },
  'with a nightly maintenance': (draw) => {
    const [from, length] = [draw(24), 1 + draw(4)]
    return alive((at, path) => ((at / HOUR + from) % 24 < length ? MAINTENANCE : OK(path)))
  },
  'under repair for a night, all pages leading to one': (draw) =>
    nights(draw, (path) => (path === '/repair.html' ? { body: article('Repair', 5) } : redirect(302, '/repair.html'))),
  'under repair for a night, with one text for all': (draw) => nights(draw, () => ({ body: article('Repair', 5) })),
  'made by scripts': () => ({ reply: () => ({ body: article('Shell', 9) }), turn: 0, end: 'inconclusive' }),
  'in storms of 429': (draw) => {
    const [period, length] = [(3 + draw(5)) * DAY, (1 + draw(3)) * DAY]
    return alive((at, path) => (at % period < length ? BUSY : OK(path)))
  },
  'behind a wall for ever': (draw) => {
    const [turn, wall] = [drawDay(draw), draw(2) === 0 ? WALL : CHALLENGE]
    return { ...until(turn, () => wall, 'guarded') }
  },
  'behind a wall now and then': () => alive((_, path, chance) => (chance(3) === 0 ? WALL : OK(path))),
  'dead for good': (draw) => {
    const [turn, death] = [drawDay(draw), DEATHS[draw(DEATHS.length)] ?? MISSING]
    return until(turn, () => death, 'gone')
  },
  'dead in many ways': (draw) =>
    until(drawDay(draw), (_, __, chance) => DEATHS[chance(DEATHS.length)] ?? MISSING, 'gone'),
  'dead behind a busy host': (draw) =>
    until(drawDay(draw), (_, __, chance) => (chance(4) === 0 ? BUSY : MISSING), 'gone'),
  'withdrawn with 410': (draw) => until(drawDay(draw), () => ({ status: 410 }), 'gone'),
  'moved for good': (draw) =>
    until(drawDay(draw), (_, path) => (path === '/page' ? redirect(301, '/page-new') : OK(path)), 'moved'),
  'redirected to the home page': (draw) =>
    until(drawDay(draw), (_, path) => (path === '/' ? OK(path) : redirect(302, '/')), 'soft404'),
  'missing with a good face': (draw) =>
    until(
      drawDay(draw),
      () => ({ body: html('Página no encontrada - Sede', 'La página solicitada no existe') }),
      'soft404',
    ),
  'missing like everything else': (draw) => until(drawDay(draw), () => ({ body: article('Search', 77) }), 'soft404'),
  'sold to somebody': (draw) =>
    until(
      drawDay(draw),
      () => redirect(draw(2) === 0 ? 301 : 302, 'https://casino.example.net/win'),
      'takeover_suspect',
    ),
}

const redirect = (status: number, location: string): Reply => ({ status, headers: { location } })

/** So many links, of every kind in turn; the same for the same seed. */
export function linkLives(count: number, seed: number): LinkLife[] {
  const plots = Object.entries(PLOTS)
  return Array.from({ length: count }, (_, index) => {
    const [name = '', plot] = plots[index % plots.length] ?? []
    if (plot === undefined) throw new Error('there are no plots')
    return {
      name: `${index} ${name}`,
      url: `https://host-${index}.example.com/page`,
      ...plot(createChance(seed + index)),
    }
  })
}
