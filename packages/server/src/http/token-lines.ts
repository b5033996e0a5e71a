import { isoTime, parseIsoTime } from '@canonist/core/internal/text/iso-time'
import { ApiError } from './errors.ts'
import { createToken, findTokenFault, hashToken, TOKEN_ROLES, type Caller, type Token } from './tokens.ts'

// The lines of a file of tokens: `ROLE TOKEN NAME` or `ROLE sha256:HASH NAME`, both with an expiry at the end if they have one.

const HASH = 'sha256:'

export interface TokenLine {
  readonly token: Token
  /** Whether the line shows the token itself to everyone who can read the file. */
  readonly isPlain: boolean
}

/**
 * Reads the lines of a file; empty lines and lines that begin with # are skipped. No message repeats a token.
 *
 * @param file its name, for messages
 */
export function parseTokens(text: string, file: string): TokenLine[] {
  const lines = text.split(/\r?\n/).map((line, index) => ({ words: line.trim().split(/\s+/), number: index + 1 }))
  const tokens = lines
    .filter(({ words: [first = ''] }) => first !== '' && !first.startsWith('#'))
    .map(({ words, number }) => parseLine(words, `${file}:${number}`))
  const digests = new Set(tokens.map(({ token }) => token.digest.toString('hex')))
  if (digests.size < tokens.length)
    throw new ApiError('api/bad-tokens', { thing: file, detail: 'two lines have the same token' })
  return tokens
}

function parseLine([role = '', secret, ...rest]: readonly string[], place: string): TokenLine {
  const refuse = (detail: string): ApiError => new ApiError('api/bad-tokens', { thing: place, detail })
  const known = TOKEN_ROLES.find((each) => each === role)
  if (known === undefined) throw refuse('no such role')
  // Of both forms: whoever writes a date there wants the token to end, and not a longer name.
  const [expires, name] = DATE.test(rest.at(-1) ?? '') ? [rest.at(-1) ?? '', rest.slice(0, -1)] : [null, rest]
  if (secret === undefined || name.length === 0) throw refuse('the line has fewer than three words')
  // The line before had no line break at its end when this one was added.
  if (name.some((word) => word.startsWith(HASH)))
    throw refuse('it is two lines in one; break it before the second role')
  const expiresAt = expires === null ? Number.POSITIVE_INFINITY : parseIsoTime(expires)
  if (expiresAt === null)
    throw refuse(`${expires} is neither a date nor a time with a zone, such as 2027-01-31T12:00:00Z`)
  const caller: Caller = { role: known, name: name.join(' ') }
  const isPlain = !secret.toLowerCase().startsWith(HASH)
  if (!isPlain) {
    const hash = secret.slice(HASH.length)
    if (!/^[0-9a-f]{64}$/i.test(hash)) throw refuse('the hash does not have 64 hexadecimal digits')
    return { token: { ...caller, digest: Buffer.from(hash, 'hex'), expiresAt }, isPlain }
  }
  const fault = findTokenFault(secret)
  if (fault !== null) throw refuse(fault)
  return { token: createToken(caller, secret, expiresAt), isPlain }
}

/** What reads as a date at the end of a line, right or wrong. */
const DATE = /^\d{4}-\d{1,2}-\d{1,2}/

/** The line of a token, which has only its hash. */
export function formatTokenLine({ role, name }: Caller, token: string, expiresAt: number | null): string {
  const expires = expiresAt === null ? [] : [formatExpiry(expiresAt)]
  return [role, `${HASH}${hashToken(token).toString('hex')}`, name, ...expires].join(' ')
}

/** To the second. */
export const formatExpiry = (expiresAt: number): string => isoTime(expiresAt).replace(/\.\d+Z$/, 'Z')

const MAX_NAME_LENGTH = 100

/** What is wrong with a name for a token; null if nothing is. */
export function findNameFault(name: string): string | null {
  if (name === '' || name !== name.split(/\s+/).join(' ').trim()) return 'it is empty, or has more than single spaces'
  if (/\p{C}/u.test(name)) return 'it has control characters or invisible ones'
  if (name.split(' ').some((word) => word.startsWith(HASH)))
    return `a word of it begins with ${HASH}, as that of a token`
  if (name.length > MAX_NAME_LENGTH) return `it has more than ${MAX_NAME_LENGTH} characters`
  return DATE.test(name.split(' ').at(-1) ?? '') ? 'its last word is a date, which would be its expiry' : null
}
