import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export const TOKEN_ROLES = ['read', 'write', 'admin'] as const
export type TokenRole = (typeof TOKEN_ROLES)[number]

/** The sender of a request, and its role. */
export interface Caller {
  readonly name: string
  readonly role: TokenRole
}

export interface Token extends Caller {
  /** SHA-256: all digests are equally long, and no token stays in memory. */
  readonly digest: Buffer
  /** In milliseconds; infinite without an end. */
  readonly expiresAt: number
}

/** Proves who sends a request: a token, or a session that represents one until it expires. */
export interface Credential {
  readonly token: Token
  /** In milliseconds; infinite for a token without an end. */
  readonly expiresAt: number
  /** The number of the session; null for a token. */
  readonly session: number | null
}

/** With 20 random characters, guessing is hopeless even for someone who has the hash. */
export const MIN_TOKEN_LENGTH = 20

/** A new token. Its prefix shows scanners for leaked secrets what it is. */
export const makeToken = (): string => `canonist_${randomBytes(24).toString('base64url')}`

/** What is wrong with a token, without repeating it; null if nothing is. */
export function findTokenFault(token: string): string | null {
  // https://www.rfc-editor.org/rfc/rfc9110#section-11.4: a header has no other characters that all programs send alike.
  if (!/^[!-~]*$/.test(token)) return 'the token has characters other than visible ASCII'
  if (token.length < MIN_TOKEN_LENGTH)
    return `the token has ${token.length} characters, and needs at least ${MIN_TOKEN_LENGTH}`
  return null
}

export function createToken({ role, name }: Caller, token: string, expiresAt = Number.POSITIVE_INFINITY): Token {
  return { role, name, digest: hashToken(token), expiresAt }
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Whether a request with this credential has the same name and role as before: the file of tokens may have changed. */
export function isCurrent({ token, expiresAt }: Credential, tokens: readonly Token[], now: number): boolean {
  const { name, role, digest } = token
  return (
    now < expiresAt &&
    tokens.some(
      (each) => each.name === name && each.role === role && now < each.expiresAt && each.digest.equals(digest),
    )
  )
}

/** Looks at every token to the end, so that the time tells nothing about them. The token that is found may have expired. */
export function findToken(tokens: readonly Token[], given: string): Token | null {
  const digest = hashToken(given)
  let found: Token | null = null
  for (const token of tokens) if (timingSafeEqual(token.digest, digest)) found = token
  return found
}
