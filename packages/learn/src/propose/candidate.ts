import { compilePolicy } from '@canonist/core/internal/normalize/compile'
import { createRewrite } from '@canonist/core/internal/normalize/rules/rewrite'
import { unwrapRedirector } from '@canonist/core/internal/normalize/rules/unwrap-redirector'
import { runPolicy } from '@canonist/core/internal/normalize/run-policy'
import { mergePolicySpecs } from '@canonist/core/internal/policy/resolve'
import type { PolicyFields } from '@canonist/core/internal/policy/spec'
import { domainToAscii } from '@canonist/core/internal/url/idna/index'
import type { Edit } from './edit.ts'
import type { ParsedUrl } from '../log/form.ts'

/** One edit, or several that were only seen together, for one host or for the two hosts that it joins. */
export interface Candidate {
  readonly id: string
  readonly hosts: readonly string[]
  readonly edits: readonly Edit[]
  /** How many contents proposed it, by half: contents are split in two halves, so that each can test what the other proposed. */
  readonly proposers: [number, number]
}

export const formatCandidateId = (hosts: readonly string[], edits: readonly Edit[]): string =>
  `${hosts.join(' ')}: ${edits
    .map(({ id }) => id)
    .toSorted()
    .join(' & ')}`

/** Joins the fields of several edits; lists and maps add up. */
export function joinFields(edits: readonly { readonly fields: PolicyFields }[]): PolicyFields {
  let spec: PolicyFields & { name: string } = { name: '' }
  for (const { fields } of edits) spec = mergePolicySpecs(spec, { name: '', ...fields })
  const { name, extends: base, ...fields } = spec as PolicyFields & { name: string; extends?: string }
  return fields
}

const JUMPS = { unwrap: unwrapRedirector, rewrite: createRewrite }

/** The URL as a candidate spells it. */
export type Apply = (url: ParsedUrl) => string

/** Compiling a policy takes as long as running it on a hundred URLs, and a candidate is proposed again in every round. */
const compiled = new WeakMap<readonly Edit[], Apply>()

/** Creates a function that applies a candidate to a URL. It runs a policy that has only this candidate. */
export function createApply({ edits }: Pick<Candidate, 'edits'>): Apply {
  let apply = compiled.get(edits)
  if (apply === undefined) compiled.set(edits, (apply = compileEdits(edits)))
  return apply
}

function compileEdits(edits: readonly Edit[]): Apply {
  const policy = compilePolicy({ name: 'candidate', ...joinFields(edits) }, JUMPS)
  const mayChange = joinTests(edits.map((edit) => edit.matches ?? edit.mayChange))
  return (url) => (mayChange(url) ? (runPolicy(policy, url.text, domainToAscii) ?? url.text) : url.text)
}

type UrlTest = Edit['mayChange']

/** Without a loop for the common case of one edit: every candidate tests thousands of URLs. */
function joinTests(looks: readonly UrlTest[]): UrlTest {
  const [only] = looks
  return looks.length === 1 && only !== undefined ? only : (url) => looks.some((look) => look(url))
}
