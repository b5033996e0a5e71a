import { THRESHOLDS } from '../thresholds.ts'
import { readPlace, type Form } from '../log/form.ts'
import { groupBy } from '../log/site-state.ts'
import { countTrials, sumCounts, type Collision, type Count, type Trial } from '../trial/trial.ts'

const { MIN_FAILURES, CONTRADICTED_BELOW, MIN_PLACES } = THRESHOLDS.scopes

/** Where on its host a rule holds. */
export interface Scope {
  /** Path prefixes; `/` is the whole host. */
  readonly scope: readonly string[]
  readonly except: readonly string[]
  /** Whether the rule holds at a place. */
  readonly holds: (place: string) => boolean
}

/** Rules for which a policy has no path sections, or which carry their place in themselves. */
const UNSCOPED = new Set(['scheme', 'host', 'rewrite', 'fragment'])

/** Tracking parameters and sessions are known for what they are: they mean nothing in parts that were not tried, too. */
const KNOWN_IN_ADVANCE = THRESHOLDS.prior.knownName

const WHOLE_HOST: Scope = { scope: ['/'], except: [], holds: () => true }

/**
 * Finds where a rule was tried: a section (one or two leading segments that a good part of the host lies below) or, outside of
 * sections, the first segment of the path. A rule covers the whole host only if it was tried in enough places, and in every
 * section whose URLs it would change; otherwise it is limited to the places in which it was tried.
 */
export function findScopes(trial: Trial, agreement: number): Scope {
  if (trial.candidate.edits.some(({ family }) => UNSCOPED.has(family))) return WHOLE_HOST
  const found = findTried(trial, agreement)
  const { against } = found
  if (found.tried.size === 0 && against.length > 0) return WHOLE_HOST
  // Of a mere list nothing was tried yet, and a probe will fetch pairs of the list: the rule belongs where these are.
  const tried = found.tried.size > 0 ? found.tried : groupPlaces(trial.changed)
  const isKnown = trial.candidate.edits.every(({ prior }) => prior >= KNOWN_IN_ADVANCE)
  const untried = isKnown ? [] : findUntried(trial, new Set([...against, ...tried.keys()]))
  const outside = [...against, ...untried]
  const places = [...tried.values()].flatMap((own) => Array.from(own))
  if (outside.length === 0 && (isKnown || countSections(places) >= MIN_PLACES)) return WHOLE_HOST
  // The root is the place of what lies in no section: a policy cannot say `/a`, `/b` and so on without end.
  if ((tried.get('')?.size ?? 0) >= MIN_PLACES) return createExceptScope(outside)
  return createLimitedScope([...places, ...findParents(places, outside)], outside)
}

/** Sections that contradict a rule, and the places in which it was tried, by section. */
function findTried(
  { collisions }: Trial,
  agreement: number,
): { against: string[]; tried: Map<string, ReadonlySet<string>> } {
  const against: string[] = []
  const tried = new Map<string, ReadonlySet<string>>()
  for (const [section, own] of groupBy(collisions, ({ forms }) => forms[0]?.scope ?? '')) {
    const count = countTrials(own)
    if (contradicts(count, agreement) && contradicts(sumCounts(own), agreement)) against.push(section)
    else if (count.agreeing >= 1) tried.set(section, collectPlaces(own.filter(agrees).flatMap(({ forms }) => forms)))
  }
  return { against, tried }
}

const agrees = ({ agreeing }: Collision): boolean => agreeing > 0

const collectPlaces = (forms: readonly Form[]): Set<string> => new Set(forms.map(readPlace))

const groupPlaces = (forms: readonly Form[]): Map<string, ReadonlySet<string>> =>
  new Map([...groupBy(forms, ({ scope }) => scope)].map(([section, own]) => [section, collectPlaces(own)]))

/** Sections whose URLs a rule would change, although none of them has met another: nothing says what it means there. */
const findUntried = ({ changed }: Trial, known: ReadonlySet<string>): string[] =>
  [...new Set(changed.map(({ scope }) => scope))].filter((section) => !known.has(section))

const readFirstSegment = (place: string): string => place.split('/', 2).join('/')

const countSections = (places: readonly string[]): number => new Set(places.map(readFirstSegment)).size

/** `/docs` where a rule was tried in enough sections below it, and nothing speaks against another one. */
function findParents(places: readonly string[], outside: readonly string[]): string[] {
  const parents = groupBy(new Set(places), readFirstSegment)
  return [...parents].flatMap(([parent, below]) =>
    below.length >= MIN_PLACES && !outside.some((section) => readFirstSegment(section) === parent) ? [parent] : [],
  )
}

/** The home page is no prefix: as one, `/` would be the whole host. */
function createLimitedScope(places: readonly string[], outside: readonly string[]): Scope {
  const prefixes = new Set(places.filter((place) => place !== ''))
  const isWithin = (place: string): boolean => prefixes.has(place) || prefixes.has(readFirstSegment(place))
  return {
    scope: [...prefixes].toSorted(),
    except: outside.filter(isWithin).toSorted(),
    // What lies below a place belongs to it, also where an earlier round took it for a section of its own.
    holds: (place) => isWithin(place) && !outside.includes(place),
  }
}

/**
 * By distinct contents and by all that fell together: where a thousand URLs show one login page, the few that noise made
 * differ are as many contents, and would outweigh it.
 */
function contradicts({ trials, agreeing }: Count, agreement: number): boolean {
  const failures = trials * agreement - agreeing
  return failures >= MIN_FAILURES && agreeing < CONTRADICTED_BELOW * agreement * trials
}

const createExceptScope = (outside: readonly string[]): Scope => ({
  scope: ['/'],
  except: outside.toSorted(),
  holds: (place) => !outside.includes(place),
})
