import { readFileSync, statSync } from 'node:fs'
import { createReadError } from '../io/errors.ts'
import { parseTokens, type Token } from './tokens.ts'

const LOOK_EVERY_MS = 500

export interface TokenFileOptions {
  readonly now: () => number
  /** Called with the reason why a changed file was not used. */
  readonly onError: (error: unknown) => void
}

/**
 * The tokens of a file, as it is now. The file is checked when a request comes, at most twice a second.
 *
 * It is *current*, or *in trouble*: the file is unreadable or invalid, and the last good tokens stay valid.
 *
 * Must never lock everyone out because of an editing mistake, and must never accept a token that a valid file no longer has.
 */
export class TokenFile {
  readonly #path: string
  readonly #options: TokenFileOptions
  #tokens: readonly Token[]
  #state: string
  #lookedAt: number
  #trouble: string | null = null

  /** Throws where the file cannot be read, or is not valid. */
  constructor(path: string, options: TokenFileOptions) {
    this.#path = path
    this.#options = options
    this.#lookedAt = options.now()
    this.#state = this.#readState()
    this.#tokens = this.#readTokens()
  }

  current(): readonly Token[] {
    const now = this.#options.now()
    if (now - this.#lookedAt >= LOOK_EVERY_MS) {
      this.#lookedAt = now
      this.#reload()
    }
    return this.#tokens
  }

  #reload(): void {
    try {
      const state = this.#readState()
      // A file that could not be read is read again, even if it has not changed since.
      if (state !== this.#state) this.#tokens = this.#readTokens()
      this.#state = state
      this.#trouble = null
    } catch (error) {
      this.#report(error)
    }
  }

  /** Once, however many requests come until the file is right. */
  #report(error: unknown): void {
    const message = String(error)
    if (message !== this.#trouble) this.#options.onError(error)
    this.#trouble = message
  }

  #readState(): string {
    try {
      const { mtimeMs, ctimeMs, size, ino } = statSync(this.#path)
      return `${mtimeMs} ${ctimeMs} ${size} ${ino}`
    } catch (error) {
      throw createReadError(this.#path, error)
    }
  }

  #readTokens(): Token[] {
    try {
      return parseTokens(readFileSync(this.#path, 'utf8'), this.#path)
    } catch (error) {
      throw error instanceof Error && 'syscall' in error ? createReadError(this.#path, error) : error
    }
  }
}
