import { definePolicy, PolicyError, tryNormalize, type PolicyFields } from '@canonist/core'
import { CANONICAL_HOST } from '@canonist/web/internal/admit/host-facts'
import { parseHost } from '../spelling.ts'
import { ADMISSION_KINDS, createMissingVersionKind } from './admission-kinds.ts'
import { HEALTH_KINDS } from './health-kinds.ts'
import { LEARNED_RULE, LEARNED_RULE_KIND } from './learned-rule-kind.ts'
import { NOTHING, type Consequence, type ReviewKind } from './review-kind.ts'
import type { Review } from './review.ts'

export type { Consequence } from './review-kind.ts'

export type ReviewVerb = 'accept' | 'reject' | 'edit'

const KINDS: Readonly<Record<string, ReviewKind>> = {
  ...ADMISSION_KINDS,
  ...HEALTH_KINDS,
  [LEARNED_RULE]: LEARNED_RULE_KIND,
  rejected_input: {
    asks: ({ subject }) => {
      const [code = '', host] = subject.split(' ')
      if (host === undefined) return `Are inputs that fail with ${code} expected?`
      return `Is it right that ${host} is rejected (${code})?`
    },
    accept: () => NOTHING,
    // The inputs are kept whatever is decided: they are the only copy.
    reject: () => NOTHING,
  },
  unknown_param: {
    asks: ({ subject }) =>
      `Does the parameter ${readParam(subject).name} lead to different pages on ${readParam(subject).domain}?`,
    accept: (subject) => createPolicyEntry(subject, (name) => ({ query: { keep: [name] } })),
    reject: (subject) => createPolicyEntry(subject, (name) => ({ query: { strip: [name] } })),
    edit: {
      takes: 'policy fields for the site, as JSON: {"query":{"strip":["page"]}}',
      decide: (subject, value) => (isObject(value) ? createPolicyEntry(subject, () => value) : null),
    },
  },
  host_alias: {
    asks: ({ subject }) => `Is ${readHosts(subject).host} the same site as ${readHosts(subject).canonical}?`,
    accept: (subject) => createAliasFact(subject, readHosts(subject).canonical),
    reject: (subject) => createAliasFact(subject, readHosts(subject).host),
    edit: {
      takes: 'the canonical host of both',
      decide: (subject, value) => (typeof value === 'string' ? createAliasFact(subject, value) : null),
    },
  },
}

const UNKNOWN_KIND: ReviewKind = {
  asks: ({ kind, subject }) => `${kind}: ${subject}?`,
  accept: () => NOTHING,
  reject: () => NOTHING,
}

function findKind(kind: string): ReviewKind {
  const known = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
  if (known !== undefined) return known
  return /^no_.+_version$/.test(kind) ? createMissingVersionKind(kind) : UNKNOWN_KIND
}

/** Formats the question as a sentence that can be accepted or rejected. */
export function formatQuestion(review: Review): string {
  return findKind(review.kind).asks(review)
}

/** Describes the value that `edit` takes; null if the kind cannot be edited. */
export function findEditable(kind: string): string | null {
  return findKind(kind).edit?.takes ?? null
}

/** Null if the kind does not accept this edit. */
export function deriveConsequence(
  kind: string,
  subject: string,
  verb: ReviewVerb,
  value: unknown,
  detail: unknown = {},
): Consequence | null {
  const meaning = findKind(kind)
  if (verb === 'edit') return meaning.edit?.decide(subject, value) ?? null
  return verb === 'accept' ? meaning.accept(subject, detail) : meaning.reject(subject, detail)
}

/** Returns why a decision cannot be applied; null if it can. */
export function findFault(consequence: Consequence): string | null {
  if (consequence.becomes === 'fact') return findFactFault(consequence.fact, consequence.value)
  if (consequence.becomes !== 'policy') return null
  try {
    definePolicy({ name: 'entry', sites: consequence.sites })
    return null
  } catch (error) {
    if (error instanceof PolicyError) return error.message
    throw error
  }
}

const findFactFault = (fact: string, value: string): string | null =>
  fact !== CANONICAL_HOST || isHost(value) ? null : `"${value}" is not a host name`

function isHost(text: string): boolean {
  const outcome = tryNormalize(`http://${text}/`, 'rfc3986')
  return outcome.ok && parseHost(outcome.url) === text
}

/** `boe.es id`: the registrable domain and the name, which may contain spaces. */
function readParam(subject: string): { domain: string; name: string } {
  const [domain = '', ...words] = subject.split(' ')
  return { domain, name: words.join(' ') }
}

function createPolicyEntry(subject: string, toFields: (name: string) => PolicyFields): Consequence {
  const { domain, name } = readParam(subject)
  return { becomes: 'policy', sites: { [domain]: toFields(toPattern(name)) } }
}

/** Escapes a name that would be read as a glob or a regular expression. */
function toPattern(name: string): string {
  if (!name.includes('*') && !/^\/.+\/i?$/s.test(name)) return name
  return `/^${name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$/`
}

/** `www.boe.es boe.es`: the first may be an alias of the second. */
function readHosts(subject: string): { host: string; canonical: string } {
  const [host = '', canonical = ''] = subject.split(' ')
  return { host, canonical }
}

function createAliasFact(subject: string, value: string): Consequence {
  return { becomes: 'fact', host: readHosts(subject).host, fact: CANONICAL_HOST, value }
}

function isObject(value: unknown): value is PolicyFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
