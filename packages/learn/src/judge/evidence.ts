// Decides which parts of a trial are evidence for or against a rule.
import { NO_CONTENT } from '../log/content-clusters.ts'
import { isWithinNoise } from './within-noise.ts'
import type { Agreement } from './agreement.ts'
import type { Form } from '../log/form.ts'
import { findCommonKind, findNeverAlike } from './never-alike.ts'
import type { SiteData } from '../log/site-data.ts'
import type { SiteState } from '../log/site-state.ts'
import { partition } from '../propose/candidates.ts'
import { countTrials, type Collision, type Trial } from '../trial/trial.ts'
import { readValue } from '../trial/values.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MAX_PATHS, MAX_OUTPUTS, MIN_EXACT, MAX_NEVER_ALIKE, MAX_COMPARED, MAX_RELEASES } = THRESHOLDS.evidence

/**
 * Removes collisions that prove nothing about pages: those of assets, which pages share, and agreement in contents that many other
 * paths show. Assets that differ by more than noise still count against the rule, since it would change their URLs too.
 *
 * @param agreement how often two fetches of one page agree; null if unknown
 */
export function dropSharedContents(trial: Trial, data: SiteData, state: SiteState, agreement: Agreement | null): Trial {
  const isRewrite = trial.candidate.edits.some(({ family }) => family === 'rewrite')
  const [ofAssets, ofPages] = partition(trial.collisions, ({ forms }) => forms.every((form) => isOfAsset(form, data)))
  const evidence = isRewrite ? ofPages.filter((collision) => !isShownElsewhere(collision, state)) : ofPages
  const against = isWithinNoise(ofAssets, countTrials(ofAssets), agreement, data) ? [] : ofAssets.filter(isFailure)
  return { ...trial, collisions: [...evidence, ...against] }
}

/**
 * Removes collisions that agree only in a size that many pages have: any two of these pages would agree. A difference in size
 * remains a difference.
 *
 * @param sizes contents known only by their size
 */
export function dropCommonSizes(trial: Trial, sizes: ReadonlySet<number>): Trial {
  if (sizes.size === 0) return trial
  const outputs = new Map<number, number>()
  for (const { cluster } of trial.collisions) {
    if (sizes.has(cluster)) outputs.set(cluster, (outputs.get(cluster) ?? 0) + 1)
  }
  const isEvidence = ({ cluster, agreeing, trials }: Collision): boolean =>
    agreeing < trials || (outputs.get(cluster) ?? 0) <= MAX_OUTPUTS
  return { ...trial, collisions: trial.collisions.filter(isEvidence) }
}

const isOfAsset = ({ urls }: Form, { isAsset }: SiteData): boolean => isAsset[urls[0] ?? 0] === 1

const isFailure = ({ agreeing, trials }: Collision): boolean => agreeing < trials

function isShownElsewhere({ cluster, forms, agreeing, trials }: Collision, { clusters }: SiteState): boolean {
  if (agreeing < trials) return false
  const all = clusters.get(cluster) ?? []
  if (all.length - forms.length <= MAX_PATHS) return false
  const own = new Set(forms)
  return new Set(all.filter((form) => !own.has(form)).map(({ path }) => path)).size > MAX_PATHS
}

/** Whether enough of the agreement is exact, and not only by similar simhashes. */
export function isExactEnough(collisions: readonly Collision[], { hasSimhash, exact }: SiteData): boolean {
  if (!hasSimhash) return true
  const agreeing = collisions.filter(({ agreeing, trials }) => agreeing === trials)
  const same = agreeing.filter(({ forms }) => shareBytes(forms, exact))
  return same.length >= MIN_EXACT * agreeing.length
}

function shareBytes(forms: readonly Form[], exact: Float64Array): boolean {
  const seen = new Set<number>()
  for (const { urls } of forms) {
    const own = urls.map((url) => exact[url] as number).filter((bytes) => bytes !== NO_CONTENT)
    if (own.some((bytes) => seen.has(bytes))) return true
    for (const bytes of own) seen.add(bytes)
  }
  return false
}

/**
 * Whether a rule joins languages, years or releases.
 *
 * @param readLogged all values that a parameter has in the log: once the default language is removed, only another one is left
 */
export function joinsNeverAlike(
  { candidate, changed }: Trial,
  collisions: readonly Collision[],
  data: SiteData,
  readLogged: (name: string) => ReadonlySet<string>,
): boolean {
  const stripped = candidate.edits.filter(({ name, value }) => name !== undefined && value === undefined)
  if (stripped.some(({ name = '' }) => areDistinct(collectValues(name, changed)))) return true
  if (stripped.some(({ name = '' }) => areDistinct(readLogged(name)))) return true
  const words = collisions.map(({ forms }) => findWords(forms, data.urls)).filter(({ length }) => length > 0)
  return words.length > MAX_NEVER_ALIKE * collisions.length && areDistinct(new Set(words.flat()))
}

const collectValues = (name: string, changed: readonly Form[]): Set<string> =>
  new Set(changed.map((form) => readValue(form, name).slice(name.length + 1)))

/** Returns the values of a parameter in URLs as they were logged, each name looked up once. */
export function createValueReader(urls: readonly string[]): (name: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>()
  return (name) => {
    const values = known.get(name) ?? collectLogged(urls, name)
    known.set(name, values)
    return values
  }
}

function collectLogged(urls: readonly string[], name: string): Set<string> {
  const values = new Set<string>()
  for (const url of urls) {
    if (!url.includes(`${name}=`)) continue
    for (const pair of url.replace(/^[^?]*\??|#.*$/gs, '').split('&'))
      if (pair.startsWith(`${name}=`)) values.add(pair.slice(name.length + 1))
  }
  return values
}

function areDistinct(words: ReadonlySet<string>): boolean {
  if (words.size < 2) return false
  const kind = findCommonKind([...words])
  return kind === 'language' || (words.size <= MAX_RELEASES && kind !== null)
}

/** Compares the URLs as they were logged: an active rule may already have removed one of the languages. */
function findWords(forms: readonly Form[], urls: readonly string[]): readonly string[] {
  const texts = forms
    .slice(0, MAX_COMPARED)
    .map((form) => form.urls.slice(0, MAX_COMPARED).map((url) => urls[url] ?? ''))
  for (const [at, own] of texts.entries()) {
    const others = texts.slice(at + 1).flat()
    for (const one of own)
      for (const other of others) {
        const words = findNeverAlike(one, other)
        if (words.length > 0) return words
      }
  }
  return []
}
