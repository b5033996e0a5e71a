import { UrlError, describeError, type UrlErrorCode } from '../url/errors.ts'
import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import type { NormalizedUrl } from '../url/stages.ts'
import { compiledOf, findCompiled, type PolicyRef } from './policy.ts'
import { findError, run } from './run.ts'

export interface Failure {
  readonly ok: false
  readonly input: string
  readonly code: UrlErrorCode
  readonly message: string
}

export type NormalizeOutcome = { readonly ok: true; readonly url: NormalizedUrl } | Failure

type Normalize = (input: string, policy?: PolicyRef) => NormalizedUrl
type TryNormalize = (input: string, policy?: PolicyRef) => NormalizeOutcome
type CreateNormalizer = (policy?: PolicyRef) => (input: string) => NormalizedUrl | null

/** The functions of this folder take the IDNA step as an argument, so that the lean entry can do without its tables. */
export function normalizeWith(idna: DomainToAscii | null): Normalize {
  return (input, policy = 'dedupe') => {
    const url = run(compiledOf(policy), input, idna)
    if (url === null) throw new UrlError(errorOf(input, idna), describeValue(input))
    return url as NormalizedUrl
  }
}

export function tryNormalizeWith(idna: DomainToAscii | null): TryNormalize {
  return (input, policy = 'dedupe') => {
    const compiled = findCompiled(policy)
    if (compiled === null) return failureOf(input, 'policy/unknown')
    const url = run(compiled, input, idna)
    return url === null ? failureOf(input, errorOf(input, idna)) : { ok: true, url: url as NormalizedUrl }
  }
}

export function createNormalizerWith(idna: DomainToAscii | null): CreateNormalizer {
  return (policy = 'dedupe') => {
    const compiled = compiledOf(policy)
    return (input) => run(compiled, input, idna) as NormalizedUrl | null
  }
}

/** Found by parsing once more: errors are rare, and the way of all other URLs need not carry them. */
function errorOf(input: unknown, idna: DomainToAscii | null): UrlErrorCode {
  if (typeof input !== 'string') return 'url/not-a-string'
  return findError(input, idna)
}

export function failureOf(input: unknown, code: UrlErrorCode): Failure {
  const text = describeValue(input)
  return { ok: false, input: text, code, message: describeError(code, text) }
}

/** Whatever was passed instead of a string: even a value that throws when it is turned into one. */
export function describeValue(value: unknown): string {
  try {
    return String(value)
  } catch {
    return typeof value
  }
}
