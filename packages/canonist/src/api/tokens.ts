import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from './errors.ts'

export type TokenRole = 'read' | 'write' | 'admin'

/** The sender of a request, and its role. */
export interface Caller {
  readonly name: string
  readonly role: TokenRole
}

export interface Token extends Caller {
  /** SHA-256: all digests are equally long, and no token stays in memory. */
  readonly digest: Buffer
}

/** Proves who sends a request: a token, or a session that represents one until it expires. */
export interface Credential {
  readonly token: Token
  /** In milliseconds; infinite for the token itself. */
  readonly expiresAt: number
}

const ROLES: readonly string[] = ['read', 'write', 'admin'] satisfies TokenRole[]

export function createToken(role: TokenRole, token: string, name: string): Token {
  return { role, name, digest: hashToken(token) }
}

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Reads lines `ROLE TOKEN NAME`; empty lines and lines that begin with # are skipped. No message repeats a token.
 *
 * @param file its name, for messages
 */
export function parseTokens(text: string, file: string): Token[] {
  const lines = text.split(/\r?\n/).map((line, index) => ({ words: line.trim().split(/\s+/), number: index + 1 }))
  const tokens = lines
    .filter(({ words: [first = ''] }) => first !== '' && !first.startsWith('#'))
    .map(({ words, number }) => parseLine(words, `${file}:${number}`))
  const digests = new Set(tokens.map(({ digest }) => digest.toString('hex')))
  if (digests.size < tokens.length)
    throw new ApiError('api/bad-tokens', { thing: file, detail: 'two lines have the same token' })
  return tokens
}

function parseLine([role = '', token, ...name]: readonly string[], place: string): Token {
  if (!ROLES.includes(role)) throw new ApiError('api/bad-tokens', { thing: place, detail: 'no such role' })
  if (token === undefined || name.length === 0)
    throw new ApiError('api/bad-tokens', { thing: place, detail: 'the line has fewer than three words' })
  return createToken(role as TokenRole, token, name.join(' '))
}

/** Whether a request with this credential has the same name and role as before: the file of tokens may have changed. */
export function isCurrent({ token, expiresAt }: Credential, tokens: readonly Token[], now: number): boolean {
  const { name, role, digest } = token
  return (
    now < expiresAt && tokens.some((each) => each.name === name && each.role === role && each.digest.equals(digest))
  )
}

/** Looks at every token to the end, so that the time tells nothing about them. */
export function findToken(tokens: readonly Token[], given: string): Token | null {
  const digest = hashToken(given)
  let found: Token | null = null
  for (const token of tokens) if (timingSafeEqual(token.digest, digest)) found = token
  return found
}
