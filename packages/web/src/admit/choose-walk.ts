import type { Context } from './context.ts'
import type { Draft } from './draft.ts'
import { formatSlashFact } from './host-facts.ts'
import { isRestricted, isServed, type AnsweredVisit, type Requests } from './requests.ts'
import { walk, type RedirectWalk } from './walk.ts'
import { addSlash, readHost, readPathAndQuery, toRequestUrl } from './url-parts.ts'
import type { AdmissionNote } from './words.ts'

/** The redirect walk that counts, and why it is that of the URL with its slash, if it is. */
export interface ChosenWalk {
  readonly way: RedirectWalk
  readonly slashKept: Extract<AdmissionNote, `trailing_slash_kept:${string}`> | null
}

/** Follows the URL without its slash, and with it if that loses the page. */
export async function chooseWalk(draft: Draft, context: Context, requests: Requests): Promise<ChosenWalk> {
  const { rules } = context
  const known = await findKnownSlash(draft, context)
  if (known !== null) {
    const way = await walk(toRequestUrl(known), requests, rules)
    const visit = way.chain.length === 0 ? findRest(way) : null
    const isThere = visit !== null && (isServed(visit) || isRestricted(visit))
    if (isThere) return { way, slashKept: 'trailing_slash_kept:known' }
  }
  const way = await walk(toRequestUrl(draft.url), requests, rules)
  const slashed = draft.withSlash === null ? null : toRequestUrl(draft.withSlash)
  if (slashed === null || rules.gate(readHost(slashed)) === 'shortener') return { way, slashKept: null }
  return (await tryWithSlash(way, slashed, context, requests)) ?? { way, slashKept: null }
}

/** The walk of the URL with its slash, if the URL without it is gone or leads to another page. */
async function tryWithSlash(
  way: RedirectWalk,
  slashed: string,
  { rules }: Context,
  requests: Requests,
): Promise<ChosenWalk | null> {
  const isLed = isWalkServed(way) && way.chain.length > 0 && !way.asked.includes(slashed)
  const isGone = way.chain.length === 0 && GONE.has(findRest(way)?.status ?? 0)
  if (!isLed && !isGone) return null
  const other = await walk(slashed, requests, rules)
  if (isServedInPlace(other)) return { way: other, slashKept: isLed ? DIFFERENT : NOT_FOUND }
  return isGone && isWalkServed(other) ? { way: other, slashKept: null } : null
}

const DIFFERENT = 'trailing_slash_kept:different_target'
const NOT_FOUND = 'trailing_slash_kept:slashless_not_found'
const GONE = new Set([404, 410])

const findRest = ({ end }: RedirectWalk): AnsweredVisit | null => (end.kind === 'rest' ? end.visit : null)

function isWalkServed(way: RedirectWalk): boolean {
  const visit = findRest(way)
  return visit !== null && isServed(visit)
}

const isServedInPlace = (way: RedirectWalk): boolean => isWalkServed(way) && way.chain.length === 0

/** The URL with its slash, if the slash is known to matter. */
export async function findKnownSlash({ withSlash }: Draft, { facts }: Context): Promise<string | null> {
  if (withSlash === null) return null
  const fact = await facts.read(readHost(withSlash), formatSlashFact(readPathAndQuery(withSlash)))
  return fact === null || fact.value === null ? null : withSlash
}

/** Whether the last redirect only added a slash at the end. */
export function endsWithAddedSlash({ asked }: RedirectWalk): boolean {
  const [before, last] = asked.slice(-2)
  return before !== undefined && last !== undefined && addSlash(before) === last
}
