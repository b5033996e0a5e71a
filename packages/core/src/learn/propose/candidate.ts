import { compilePolicy } from '../../normalize/compile.ts'
import { createRewrite } from '../../normalize/rules/rewrite.ts'
import { unwrapRedirector } from '../../normalize/rules/unwrap-redirector.ts'
import { runPolicy } from '../../normalize/run-policy.ts'
import { mergePolicySpecs } from '../../policy/resolve.ts'
import type { PolicyFields } from '../../policy/spec.ts'
import { domainToAscii } from '../../url/idna/index.ts'
import type { Edit } from './edit.ts'
import type { ParsedUrl } from '../log/form.ts'

/** One edit, or several that were only ever seen together, for one host or for the two that it makes one. */
export interface Candidate {
  readonly id: string
  readonly hosts: readonly string[]
  readonly edits: readonly Edit[]
  /** Contents that proposed it, by half: contents are dealt to two halves, so that each can check what the other proposed. */
  readonly proposers: [number, number]
}

export const formatCandidateId = (hosts: readonly string[], edits: readonly Edit[]): string =>
  `${hosts.join(' ')}: ${edits
    .map(({ id }) => id)
    .toSorted()
    .join(' & ')}`

/** The fields of several edits together; lists and maps add up. */
export function joinFields(edits: readonly { readonly fields: PolicyFields }[]): PolicyFields {
  let spec: PolicyFields & { name: string } = { name: '' }
  for (const { fields } of edits) spec = mergePolicySpecs(spec, { name: '', ...fields })
  const { name, extends: base, ...fields } = spec as PolicyFields & { name: string; extends?: string }
  return fields
}

const JUMPS = { unwrap: unwrapRedirector, rewrite: createRewrite }

type Apply = (url: ParsedUrl) => string

/** Compiling a policy takes as long as running it on a hundred URLs, and a candidate comes back round after round. */
const compiled = new WeakMap<readonly Edit[], Apply>()

/** What the candidate makes of a URL: a policy that consists of nothing else is run on it. */
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

/** Most candidates consist of one edit, and every one of them looks at thousands of URLs. */
function joinTests(looks: readonly UrlTest[]): UrlTest {
  const [only] = looks
  return looks.length === 1 && only !== undefined ? only : (url) => looks.some((look) => look(url))
}
