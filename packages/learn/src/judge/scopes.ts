import { THRESHOLDS } from '../log/thresholds.ts'
import { readPlace, type Form } from '../log/form.ts'
import { groupBy } from '../log/site-state.ts'
import { countTrials, sumCounts, type Collision, type Count, type Trial } from '../trial/trial.ts'

const { MIN_FAILURES, CONTRADICTED_BELOW, MIN_PLACES } = THRESHOLDS.scopes

/** The part of a host where a rule holds. */
export interface Scope {
  /** Path prefixes; `/` is the whole host. */
  readonly scope: readonly string[]
  readonly except: readonly string[]
  /** Whether the rule holds at a place. */
  readonly holds: (place: string) => boolean
}

/** Families that path sections of a policy cannot limit, or that name their path themselves. */
const UNSCOPED = new Set(['scheme', 'host', 'rewrite', 'fragment'])

/** Known tracking parameters and sessions have no meaning in untried parts of a site either. */
const KNOWN_IN_ADVANCE = THRESHOLDS.prior.knownName

const WHOLE_HOST: Scope = { scope: ['/'], except: [], holds: () => true }

/**
 * Finds where a rule was tried: a section (one or two leading segments that enough URLs of the host have) or, outside of sections,
 * the first segment of the path. A rule covers the whole host only if it was tried in enough places, and in every section
 * whose URLs it would change. Otherwise it is limited to the places where it was tried.
 */
export function findScopes(trial: Trial, agreement: number): Scope {
  if (trial.candidate.edits.some(({ family }) => UNSCOPED.has(family))) return WHOLE_HOST
  const found = findTried(trial, agreement)
  const { against } = found
  if (found.tried.size === 0 && against.length > 0) return WHOLE_HOST
  // A list without contents has no trials. A probe will fetch its URLs, so the rule is limited to where they are.
  const tried = found.tried.size > 0 ? found.tried : groupPlaces(trial.changed)
  const isKnown = trial.candidate.edits.every(({ prior }) => prior >= KNOWN_IN_ADVANCE)
  const untried = isKnown ? [] : findUntried(trial, new Set([...against, ...tried.keys()]))
  const outside = [...against, ...untried]
  const places = [...tried.values()].flatMap((own) => Array.from(own))
  if (outside.length === 0 && (isKnown || countSections(places) >= MIN_PLACES)) return WHOLE_HOST
  // Paths outside of sections count as the root: a policy cannot list `/a`, `/b` and so on without end.
  if ((tried.get('')?.size ?? 0) >= MIN_PLACES) return createExceptScope(outside)
  return createLimitedScope([...places, ...findParents(places, outside)], outside)
}

/** Finds the sections that contradict a rule, and the places where it was tried, by section. */
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

/** Finds sections whose URLs a rule would change, although no collision there tested it. */
const findUntried = ({ changed }: Trial, known: ReadonlySet<string>): string[] =>
  [...new Set(changed.map(({ scope }) => scope))].filter((section) => !known.has(section))

const readFirstSegment = (place: string): string => place.split('/', 2).join('/')

const countSections = (places: readonly string[]): number => new Set(places.map(readFirstSegment)).size

/** Finds parents such as `/docs`: the rule was tried in enough sections below it, and none below it is excluded. */
function findParents(places: readonly string[], outside: readonly string[]): string[] {
  const parents = groupBy(new Set(places), readFirstSegment)
  return [...parents].flatMap(([parent, below]) =>
    below.length >= MIN_PLACES && !outside.some((section) => readFirstSegment(section) === parent) ? [parent] : [],
  )
}

/** Without the home page: as a prefix, `/` would be the whole host. */
function createLimitedScope(places: readonly string[], outside: readonly string[]): Scope {
  const prefixes = new Set(places.filter((place) => place !== ''))
  const isWithin = (place: string): boolean => prefixes.has(place) || prefixes.has(readFirstSegment(place))
  return {
    scope: [...prefixes].toSorted(),
    except: outside.filter(isWithin).toSorted(),
    // Paths below a place belong to it, even if an earlier round saw them as a section of their own.
    holds: (place) => isWithin(place) && !outside.includes(place),
  }
}

/**
 * Called with counts by content and by collision: if a thousand URLs show one login page, the few that differ by noise are as
 * many contents, and would outweigh it.
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
