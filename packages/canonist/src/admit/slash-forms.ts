import type { Context } from './context.ts'
import type { Draft } from './draft.ts'
import { keepsSlash } from './host-facts.ts'
import { isRestricted, isServed, type Answered, type Requests } from './requests.ts'
import { walk, type Way } from './walk.ts'
import { addSlash, hostOf, pathAndQuery, wireUrl } from './wire.ts'
import type { Note } from './words.ts'

/** The way that counts, and why it is that of the URL with its slash, if it is. */
export interface ChosenWay {
  readonly way: Way
  readonly slashKept: Extract<Note, `trailing_slash_kept:${string}`> | null
}

/** Follows the URL as it is spelled, and where that harms, as it was with its slash. */
export async function chooseWay(draft: Draft, context: Context, requests: Requests): Promise<ChosenWay> {
  const { rules } = context
  const known = await knownSlash(draft, context)
  if (known !== null) {
    const way = await walk(wireUrl(known), requests, rules)
    const visit = way.chain.length === 0 ? restOf(way) : null
    const isThere = visit !== null && (isServed(visit) || isRestricted(visit))
    if (isThere) return { way, slashKept: 'trailing_slash_kept:known' }
  }
  const way = await walk(wireUrl(draft.url), requests, rules)
  const slashed = draft.withSlash === null ? null : wireUrl(draft.withSlash)
  if (slashed === null || rules.gate(hostOf(slashed)) === 'shortener') return { way, slashKept: null }
  return (await insteadOf(way, slashed, context, requests)) ?? { way, slashKept: null }
}

/** The way of the URL with its slash, where it is lost or leads to another page without. */
async function insteadOf(way: Way, slashed: string, { rules }: Context, requests: Requests): Promise<ChosenWay | null> {
  const isLed = isWayServed(way) && way.chain.length > 0 && !way.asked.includes(slashed)
  const isGone = way.chain.length === 0 && GONE.has(restOf(way)?.status ?? 0)
  if (!isLed && !isGone) return null
  const other = await walk(slashed, requests, rules)
  if (isServedInPlace(other)) return { way: other, slashKept: isLed ? DIFFERENT : NOT_FOUND }
  return isGone && isWayServed(other) ? { way: other, slashKept: null } : null
}

const DIFFERENT = 'trailing_slash_kept:different_target'
const NOT_FOUND = 'trailing_slash_kept:slashless_not_found'
const GONE = new Set([404, 410])

const restOf = ({ end }: Way): Answered | null => (end.kind === 'rest' ? end.visit : null)

function isWayServed(way: Way): boolean {
  const visit = restOf(way)
  return visit !== null && isServed(visit)
}

const isServedInPlace = (way: Way): boolean => isWayServed(way) && way.chain.length === 0

/** The URL with its slash, where that was found to matter. */
export async function knownSlash({ withSlash }: Draft, { facts }: Context): Promise<string | null> {
  if (withSlash === null) return null
  const fact = await facts.read(hostOf(withSlash), keepsSlash(pathAndQuery(withSlash)))
  return fact === null || fact.value === null ? null : withSlash
}

/** Whether the last redirect did nothing but put a slash at the end. */
export function endsInItsSlash({ asked }: Way): boolean {
  const [before, last] = asked.slice(-2)
  return before !== undefined && last !== undefined && addSlash(before) === last
}
