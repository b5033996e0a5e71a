import { compareForms, type Form } from '../log/form.ts'
import { groupBy } from '../log/site-state.ts'
import { Proposer } from './proposer.ts'
import { PairCache } from './proposer.ts'
import type { Pair } from '../log/form.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MAX_BUCKET_SIZE, MAX_NAMES } = THRESHOLDS.buckets

interface Envelope {
  readonly key: string
  readonly form: Form
}

/**
 * Creates proposers for a list of URLs without contents. Each is a small bucket of URLs that differ in one place. From
 * DustBuster (Bar-Yossef, Keidar, Schonfeld: Do not crawl in the DUST, 2007): large support, small buckets.
 */
export function createBucketProposers(forms: readonly Form[]): Proposer[] {
  const names = groupNames(forms)
  const envelopes = forms.flatMap((form) => listEnvelopes(form, names.get(formatPlace(form)) ?? []))
  const buckets = groupBy(envelopes, ({ key }) => key).values()
  const small = [...buckets].filter(({ length }) => length >= 2 && length <= MAX_BUCKET_SIZE)
  const cache = new PairCache()
  return small.map((bucket, index) => new Proposer(index + 1, listPairs(bucket), cache))
}

/** Pairs each form with the simplest one. */
function listPairs(bucket: readonly Envelope[]): Pair[] {
  const [first, ...others] = bucket.map(({ form }) => form).toSorted(compareForms)
  return others.flatMap((form): Pair[] => (first === undefined || first === form ? [] : [[form, first]]))
}

const formatPlace = ({ scheme, host, path }: Form): string => `${scheme}//${host}${path}`

/** Groups the parameters of all URLs by path. A URL without one of them still belongs in its buckets. */
function groupNames(forms: readonly Form[]): Map<string, string[]> {
  const places = groupBy(forms, formatPlace)
  return new Map(
    [...places].map(([place, own]) => [
      place,
      [...new Set(own.flatMap(({ pairs }) => pairs.map(({ name }) => name)))].slice(0, MAX_NAMES),
    ]),
  )
}

/** The URL without each parameter, without each segment, and without case, `www`, index file and trailing slash. */
function listEnvelopes(form: Form, names: readonly string[]): Envelope[] {
  const { scheme, host, path, query, pairs } = form
  const withoutPair = names.map((name) => {
    const rest = pairs.filter((pair) => pair.name !== name).map(({ text }) => text)
    return `${formatPlace(form)}?${name} ${rest.join('&')}`
  })
  const segments = path.split('/')
  const withoutSegment = segments.slice(1).map((_, index) => {
    const rest = segments.filter((_, other) => other !== index + 1)
    return `${scheme}${host}${rest.join('/')} ${index}${query}`
  })
  const folded = `${host.replace(/^www\./, '')}${foldPath(path)}${query}`
  return [...withoutPair, ...withoutSegment, folded].map((key) => ({ key, form }))
}

const foldPath = (path: string): string =>
  path
    .toLowerCase()
    .replace(/\/(?:index|default|home)\.[a-z]+$/, '/')
    // The lookbehind keeps this linear: without it, the engine would try a match at every slash of a run.
    .replace(/(?<!\/)\/+$/, '')
