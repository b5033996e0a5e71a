import { UrlError, describeError, type UrlErrorCode } from '../url/errors.ts'
import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import type { NormalizedUrl } from '../url/stages.ts'
import { PolicyError } from '../policy/policy-error.ts'
import { getCompiledPolicy, type DefineInline, type PolicyRef } from './policy.ts'
import type { CompiledPolicy } from './compile.ts'
import { findError, runPolicy } from './run-policy.ts'

export interface NormalizeFailure {
  readonly ok: false
  readonly input: string
  readonly code: UrlErrorCode
  readonly message: string
}

export type NormalizeOutcome = { readonly ok: true; readonly url: NormalizedUrl } | NormalizeFailure

type Normalize = (input: string, policy?: PolicyRef) => NormalizedUrl
type TryNormalize = (input: string, policy?: PolicyRef) => NormalizeOutcome
type CreateNormalizer = (policy?: PolicyRef) => (input: string) => NormalizedUrl | null

/**
 * The functions of this folder take the IDNA step and the compiler of inline specs as arguments, so that the lean entry can
 * do without their tables.
 */
export function bindNormalize(idna: DomainToAscii | null, define: DefineInline | null): Normalize {
  return (input, policy = 'dedupe') => {
    const compiled = getCompiledPolicy(policy, define)
    const url = runPolicy(compiled, input, idna)
    if (url === null) throw new UrlError(findErrorCode(compiled, input, idna), describeValue(input))
    return url as NormalizedUrl
  }
}

export function bindTryNormalize(idna: DomainToAscii | null, define: DefineInline | null): TryNormalize {
  return (input, policy = 'dedupe') => {
    const compiled = tryCompile(policy, define)
    if (compiled instanceof PolicyError) return createPolicyFailure(input, compiled)
    const url = runPolicy(compiled, input, idna)
    return url === null
      ? createFailure(input, findErrorCode(compiled, input, idna))
      : { ok: true, url: url as NormalizedUrl }
  }
}

export function bindCreateNormalizer(idna: DomainToAscii | null, define: DefineInline | null): CreateNormalizer {
  return (policy = 'dedupe') => {
    const compiled = getCompiledPolicy(policy, define)
    return (input) => runPolicy(compiled, input, idna) as NormalizedUrl | null
  }
}

/** Parses the input again to find the error: errors are rare, and valid URLs should not pay for them. */
function findErrorCode(policy: CompiledPolicy, input: unknown, idna: DomainToAscii | null): UrlErrorCode {
  if (typeof input !== 'string') return 'url/not-a-string'
  return findError(policy, input, idna)
}

export function createFailure(input: unknown, code: UrlErrorCode): NormalizeFailure {
  const text = describeValue(input)
  return { ok: false, input: text, code, message: describeError(code, text) }
}

/** The compiled policy, or the error, for functions that never throw. */
export function tryCompile(ref: PolicyRef, define: DefineInline | null): CompiledPolicy | PolicyError {
  try {
    return getCompiledPolicy(ref, define)
  } catch (error) {
    if (error instanceof PolicyError) return error
    throw error
  }
}

/** A failure of the second argument, not of the input. */
export function createPolicyFailure(input: unknown, { message }: PolicyError): NormalizeFailure {
  return { ok: false, input: describeValue(input), code: 'policy/unknown', message }
}

/** Describes a value that was passed instead of a string, even one that throws when converted. */
export function describeValue(value: unknown): string {
  try {
    return String(value)
  } catch {
    return typeof value
  }
}
