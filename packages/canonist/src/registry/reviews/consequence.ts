import { definePolicy, PolicyError, tryNormalize, type PolicyFields, type PolicySpec } from '@canonist/core'
import type { Review } from './review.ts'

export type Verb = 'accept' | 'reject' | 'edit'

/** What follows from a decision. It is stored with it. */
export type Consequence =
  | { readonly becomes: 'nothing' }
  /** The inputs with this code are removed from the rejected ones. */
  | { readonly becomes: 'dropped'; readonly code: string }
  | { readonly becomes: 'fact'; readonly host: string; readonly fact: string; readonly value: string }
  | { readonly becomes: 'policy'; readonly sites: NonNullable<PolicySpec['sites']> }

const NOTHING: Consequence = { becomes: 'nothing' }

/** What the verbs mean for each kind; a verb that is not there makes no sense for it. */
interface Kind {
  readonly asks: (review: Review) => string
  readonly accept: (subject: string) => Consequence
  readonly reject: (subject: string) => Consequence
  readonly edit?: { readonly takes: string; readonly decide: (subject: string, value: unknown) => Consequence | null }
}

const KINDS: Readonly<Record<string, Kind>> = {
  rejected_input: {
    asks: ({ subject }) => `Are inputs that fail with ${subject} to be expected?`,
    accept: () => NOTHING,
    reject: (code) => ({ becomes: 'dropped', code }),
  },
  unknown_param: {
    asks: ({ subject }) =>
      `Does the parameter ${paramOf(subject).name} tell pages of ${paramOf(subject).domain} apart?`,
    accept: (subject) => entryFor(subject, (name) => ({ query: { keep: [name] } })),
    reject: (subject) => entryFor(subject, (name) => ({ query: { strip: [name] } })),
    edit: {
      takes: 'what a policy says of the site, as JSON: {"query":{"strip":["page"]}}',
      decide: (subject, value) => (isObject(value) ? entryFor(subject, () => value) : null),
    },
  },
  host_alias: {
    asks: ({ subject }) => `Is ${hostsOf(subject).host} the same site as ${hostsOf(subject).canonical}?`,
    accept: (subject) => canonicalHost(subject, hostsOf(subject).canonical),
    reject: (subject) => canonicalHost(subject, hostsOf(subject).host),
    edit: {
      takes: 'the host that stands for both',
      decide: (subject, value) => (typeof value === 'string' ? canonicalHost(subject, value) : null),
    },
  },
}

const UNKNOWN_KIND: Kind = {
  asks: ({ kind, subject }) => `${kind}: ${subject}?`,
  accept: () => NOTHING,
  reject: () => NOTHING,
}

const kindOf = (kind: string): Kind => (Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined) ?? UNKNOWN_KIND

/** What is asked, as a sentence that can be accepted or rejected. */
export function questionOf(review: Review): string {
  return kindOf(review.kind).asks(review)
}

/** What `edit` takes; null where there is nothing to edit. */
export function editableOf(kind: string): string | null {
  return kindOf(kind).edit?.takes ?? null
}

/** Null where the kind knows no such edit. */
export function consequenceOf(kind: string, subject: string, verb: Verb, value: unknown): Consequence | null {
  const meaning = kindOf(kind)
  if (verb === 'edit') return meaning.edit?.decide(subject, value) ?? null
  return meaning[verb](subject)
}

/** Why a decision cannot be carried out; null where it can. */
export function faultOf(consequence: Consequence): string | null {
  if (consequence.becomes === 'fact') return isHost(consequence.value) ? null : `"${consequence.value}" is no host name`
  if (consequence.becomes !== 'policy') return null
  try {
    definePolicy({ name: 'entry', sites: consequence.sites })
    return null
  } catch (error) {
    if (error instanceof PolicyError) return error.message
    throw error
  }
}

function isHost(text: string): boolean {
  const outcome = tryNormalize(`http://${text}/`, 'rfc3986')
  return outcome.ok && outcome.url === `http://${text}/`
}

/** `boe.es id`: the registrable domain and the name, which may hold spaces. */
function paramOf(subject: string): { domain: string; name: string } {
  const space = subject.indexOf(' ')
  return { domain: subject.slice(0, space), name: subject.slice(space + 1) }
}

function entryFor(subject: string, fieldsOf: (name: string) => PolicyFields): Consequence {
  const { domain, name } = paramOf(subject)
  return { becomes: 'policy', sites: { [domain]: fieldsOf(patternOf(name)) } }
}

/** A name that would be read as a glob or an expression is written as an expression that means just itself. */
function patternOf(name: string): string {
  if (!name.includes('*') && !/^\/.+\/i?$/s.test(name)) return name
  return `/^${name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$/`
}

/** `www.boe.es boe.es`: the first may be the second. */
function hostsOf(subject: string): { host: string; canonical: string } {
  const [host = '', canonical = ''] = subject.split(' ')
  return { host, canonical }
}

function canonicalHost(subject: string, value: string): Consequence {
  return { becomes: 'fact', host: hostsOf(subject).host, fact: 'canonical_host', value }
}

function isObject(value: unknown): value is PolicyFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
