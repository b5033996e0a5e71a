import { UrlError } from '../url/errors.ts'
import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import type { NormalizedUrl } from '../url/stages.ts'
import { splitUrl, type UrlParts } from '../url/url-parts.ts'
import { bindExplain, type Explanation } from './explain.ts'
import { getCompiledPolicy, type DefineInline, type PolicyRef } from './policy.ts'
import type { Change } from './recorder.ts'

export type Component = 'scheme' | 'userinfo' | 'host' | 'port' | 'path' | 'query' | 'fragment'

export interface Comparison {
  readonly same: boolean
  readonly urls: [NormalizedUrl, NormalizedUrl]
  readonly changes: [Change[], Change[]]
  /** Where the normalized URLs still differ; empty where they are the same. */
  readonly differsIn: Component[]
}

type Compare = (a: string, b: string, policy?: PolicyRef) => Comparison

const COMPONENTS: readonly Component[] = ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment']

export function bindCompare(idna: DomainToAscii | null, define: DefineInline | null): Compare {
  const explain = bindExplain(idna, define)
  const explainOrThrow = (input: string, policy: PolicyRef): Explanation => {
    getCompiledPolicy(policy, define)
    const explanation = explain(input, policy)
    if (!explanation.ok) throw new UrlError(explanation.code, explanation.input)
    return explanation
  }
  return (a, b, policy = 'dedupe') => {
    const first = explainOrThrow(a, policy)
    const second = explainOrThrow(b, policy)
    return {
      same: first.url === second.url,
      urls: [first.url, second.url],
      changes: [first.changes, second.changes],
      differsIn: findDifferences(first.url, second.url),
    }
  }
}

function findDifferences(a: string, b: string): Component[] {
  const first = splitUrl(a) as UrlParts
  const second = splitUrl(b) as UrlParts
  // A root without its slash is still the root.
  first.path ||= '/'
  second.path ||= '/'
  return COMPONENTS.filter((component) => first[component] !== second[component])
}
