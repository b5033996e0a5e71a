import { UrlError, describeError, type UrlErrorCode } from '../url/errors.ts'
import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import type { NormalizedUrl } from '../url/stages.ts'
import { PolicyError } from '../policy/policy-error.ts'
import { compiledOf, type Define, type PolicyRef } from './policy.ts'
import type { CompiledPolicy } from './compile.ts'
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

/**
 * The functions of this folder take the IDNA step and the compiler of plain specs as arguments, so that the lean entry can
 * do without their tables.
 */
export function normalizeWith(idna: DomainToAscii | null, define: Define | null): Normalize {
  return (input, policy = 'dedupe') => {
    const url = run(compiledOf(policy, define), input, idna)
    if (url === null) throw new UrlError(errorOf(input, idna), describeValue(input))
    return url as NormalizedUrl
  }
}

export function tryNormalizeWith(idna: DomainToAscii | null, define: Define | null): TryNormalize {
  return (input, policy = 'dedupe') => {
    const compiled = tryCompile(policy, define)
    if (compiled instanceof PolicyError) return policyFailure(input, compiled)
    const url = run(compiled, input, idna)
    return url === null ? failureOf(input, errorOf(input, idna)) : { ok: true, url: url as NormalizedUrl }
  }
}

export function createNormalizerWith(idna: DomainToAscii | null, define: Define | null): CreateNormalizer {
  return (policy = 'dedupe') => {
    const compiled = compiledOf(policy, define)
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

/** The compiled policy, or why there is none, for functions that never throw. */
export function tryCompile(ref: PolicyRef, define: Define | null): CompiledPolicy | PolicyError {
  try {
    return compiledOf(ref, define)
  } catch (error) {
    if (error instanceof PolicyError) return error
    throw error
  }
}

/** About the second argument, not the input. */
export function policyFailure(input: unknown, { message }: PolicyError): Failure {
  return { ok: false, input: describeValue(input), code: 'policy/unknown', message }
}

/** Whatever was passed instead of a string: even a value that throws when it is turned into one. */
export function describeValue(value: unknown): string {
  try {
    return String(value)
  } catch {
    return typeof value
  }
}
