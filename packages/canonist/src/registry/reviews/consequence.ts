import { definePolicy, PolicyError, tryNormalize, type PolicyFields } from '@canonist/core'
import { CANONICAL_HOST } from '../../admit/host-facts.ts'
import { parseHost } from '../spelling.ts'
import { ADMISSION_KINDS, missingVersionKind } from './admission-kinds.ts'
import { HEALTH_KINDS } from './health-kinds.ts'
import { LEARNED_RULE, learnedRule } from './learned-rule-kind.ts'
import { NOTHING, type Consequence, type Kind } from './kind.ts'
import type { Review } from './review.ts'

export type { Consequence } from './kind.ts'

export type Verb = 'accept' | 'reject' | 'edit'

const KINDS: Readonly<Record<string, Kind>> = {
  ...ADMISSION_KINDS,
  ...HEALTH_KINDS,
  [LEARNED_RULE]: learnedRule,
  rejected_input: {
    asks: ({ subject }) => {
      const [code = '', host] = subject.split(' ')
      if (host === undefined) return `Are inputs that fail with ${code} to be expected?`
      return `Is ${host} rightly turned away (${code})?`
    },
    accept: () => NOTHING,
    // The inputs stay whatever is decided: they are the only copy.
    reject: () => NOTHING,
  },
  unknown_param: {
    asks: ({ subject }) =>
      `Does the parameter ${readParam(subject).name} tell pages of ${readParam(subject).domain} apart?`,
    accept: (subject) => entryFor(subject, (name) => ({ query: { keep: [name] } })),
    reject: (subject) => entryFor(subject, (name) => ({ query: { strip: [name] } })),
    edit: {
      takes: 'what a policy says of the site, as JSON: {"query":{"strip":["page"]}}',
      decide: (subject, value) => (isObject(value) ? entryFor(subject, () => value) : null),
    },
  },
  host_alias: {
    asks: ({ subject }) => `Is ${readHosts(subject).host} the same site as ${readHosts(subject).canonical}?`,
    accept: (subject) => canonicalHost(subject, readHosts(subject).canonical),
    reject: (subject) => canonicalHost(subject, readHosts(subject).host),
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

function findKind(kind: string): Kind {
  const known = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
  if (known !== undefined) return known
  return /^no_.+_version$/.test(kind) ? missingVersionKind(kind) : UNKNOWN_KIND
}

/** What is asked, as a sentence that can be accepted or rejected. */
export function formatQuestion(review: Review): string {
  return findKind(review.kind).asks(review)
}

/** What `edit` takes; null where there is nothing to edit. */
export function findEditable(kind: string): string | null {
  return findKind(kind).edit?.takes ?? null
}

/** Null where the kind knows no such edit. */
export function deriveConsequence(
  kind: string,
  subject: string,
  verb: Verb,
  value: unknown,
  detail: unknown = {},
): Consequence | null {
  const meaning = findKind(kind)
  if (verb === 'edit') return meaning.edit?.decide(subject, value) ?? null
  return verb === 'accept' ? meaning.accept(subject, detail) : meaning.reject(subject, detail)
}

/** Why a decision cannot be carried out; null where it can. */
export function findFault(consequence: Consequence): string | null {
  if (consequence.becomes === 'fact') return faultOfFact(consequence.fact, consequence.value)
  if (consequence.becomes !== 'policy') return null
  try {
    definePolicy({ name: 'entry', sites: consequence.sites })
    return null
  } catch (error) {
    if (error instanceof PolicyError) return error.message
    throw error
  }
}

const faultOfFact = (fact: string, value: string): string | null =>
  fact !== CANONICAL_HOST || isHost(value) ? null : `"${value}" is not a host name`

function isHost(text: string): boolean {
  const outcome = tryNormalize(`http://${text}/`, 'rfc3986')
  return outcome.ok && parseHost(outcome.url) === text
}

/** `boe.es id`: the registrable domain and the name, which may hold spaces. */
function readParam(subject: string): { domain: string; name: string } {
  const [domain = '', ...words] = subject.split(' ')
  return { domain, name: words.join(' ') }
}

function entryFor(subject: string, fieldsOf: (name: string) => PolicyFields): Consequence {
  const { domain, name } = readParam(subject)
  return { becomes: 'policy', sites: { [domain]: fieldsOf(toPattern(name)) } }
}

/** A name that would be read as a glob or an expression is written as an expression that means just itself. */
function toPattern(name: string): string {
  if (!name.includes('*') && !/^\/.+\/i?$/s.test(name)) return name
  return `/^${name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$/`
}

/** `www.boe.es boe.es`: the first may be the second. */
function readHosts(subject: string): { host: string; canonical: string } {
  const [host = '', canonical = ''] = subject.split(' ')
  return { host, canonical }
}

function canonicalHost(subject: string, value: string): Consequence {
  return { becomes: 'fact', host: readHosts(subject).host, fact: CANONICAL_HOST, value }
}

function isObject(value: unknown): value is PolicyFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
