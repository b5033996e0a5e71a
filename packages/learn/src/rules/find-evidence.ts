import { definePolicy, tryNormalize, type Change, type PolicyFields, type PolicySpec } from '@canonist/core'
import { listFields } from './list-fields.ts'

/** Finds the evidence in a policy for the rule that made a change. */
export function findEvidence(spec: PolicySpec, change: Change): object[] {
  const fields = listFields(spec, change.before)
  return change.rule === 'rewrite' ? findRewriteEvidence(fields, change) : findFieldEvidence(fields, change)
}

function findRewriteEvidence(fields: readonly PolicyFields[], { before, after }: Change): object[] {
  const end = normalizeSpelling(after)
  const rewrites = fields.flatMap(({ rewrites }) => rewrites ?? [])
  const found = rewrites.find(({ match, to, evidence }) => {
    if (evidence === undefined) return false
    const outcome = tryNormalize(before, definePolicy({ name: 'rewrite', rewrites: [{ match, to }] }))
    return outcome.ok && outcome.url === end
  })
  return found?.evidence === undefined ? [] : [found.evidence]
}

function normalizeSpelling(url: string): string {
  const outcome = tryNormalize(url, 'rfc3986')
  return outcome.ok ? outcome.url : url
}

function findFieldEvidence(fields: readonly PolicyFields[], change: Change): object[] {
  return fields
    .flatMap(({ evidence }) => evidence ?? [])
    .filter((item) => listEdits(item).some((edit) => causes(edit, change)))
}

/** Ids of learned rules name hosts and then edits: `example.com: strip a & strip b`. */
function listEdits(evidence: object): string[] {
  if (!('rule' in evidence) || typeof evidence.rule !== 'string') return []
  return evidence.rule.slice(evidence.rule.indexOf(': ') + 2).split(' & ')
}

/** The rules of the normalizer that carry out each edit. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  strip: ['remove-listed-params'],
  default: ['remove-default-params'],
  sort: ['sort-query'],
  'empty-query': ['remove-empty-query', 'remove-empty-pairs'],
  fragment: ['remove-fragment'],
  slash: ['strip-trailing-slash'],
  'double-slash': ['collapse-slashes'],
  case: ['lowercase-path'],
  'path-session': ['remove-path-session'],
  index: ['remove-directory-index'],
  scheme: ['limit-scheme'],
  www: ['strip-www'],
}

function causes(edit: string, { rule, detail = '' }: Change): boolean {
  const [word = '', ...rest] = edit.split(' ')
  if (RULES[word]?.includes(rule) !== true) return false
  if (word !== 'strip' && word !== 'default') return true
  const [name = ''] = rest.join(' ').split('=', 1)
  const removed = detail
    .replace(/^removed /, '')
    .toLowerCase()
    .split(', ')
  return removed.includes(name.toLowerCase())
}
