import { closeSync, fstatSync, openSync, readFileSync, statSync, type Stats } from 'node:fs'
import { createReadError } from '@canonist/lists/internal/io/errors'
import { ApiError } from './errors.ts'
import { parseTokens, type TokenLine } from './token-lines.ts'
import type { Token } from './tokens.ts'

const LOOK_EVERY_MS = 500

/** https://man7.org/linux/man-pages/man7/inode.7.html */
const GROUP_AND_OTHERS = { write: 0o022, read: 0o044 } as const

export interface TokenFileOptions {
  readonly now: () => number
  /** Called with the reason why a changed file was not used. */
  readonly onError: (error: unknown) => void
  /** Called with what is unsafe about a file that is used. */
  readonly onWarning: (message: string) => void
}

/**
 * The tokens of a file, as it is now. The file is checked when a request comes, at most twice a second.
 *
 * It is *current*, or *in trouble*: the file is unreadable or invalid, and the last good tokens stay valid.
 *
 * Must never lock everyone out because of an editing mistake, must never accept a token that a valid file no longer has, and must never
 * read a file to which others may add a token of their own.
 */
export class TokenFile {
  readonly #path: string
  readonly #options: TokenFileOptions
  #tokens: readonly Token[] = []
  #state = ''
  #lookedAt: number
  #trouble: string | null = null

  /** Throws where the file cannot be read, or is not valid. */
  constructor(path: string, options: TokenFileOptions) {
    this.#path = path
    this.#options = options
    this.#lookedAt = options.now()
    this.#read()
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
      // A file that could not be read is read again, even if it has not changed since.
      if (this.#readState() !== this.#state) this.#read()
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
      return toState(statSync(this.#path))
    } catch (error) {
      throw createReadError(this.#path, error)
    }
  }

  /** Checks and reads one open file: by its name, another one could take its place in between. */
  #read(): void {
    const { text, stats } = this.#readFile()
    rejectWritable(this.#path, stats)
    const lines = parseTokens(text, this.#path)
    this.#warn(lines, stats)
    this.#tokens = lines.map(({ token }) => token)
    this.#state = toState(stats)
  }

  #readFile(): { readonly text: string; readonly stats: Stats } {
    try {
      const file = openSync(this.#path, 'r')
      try {
        return { stats: fstatSync(file), text: readFileSync(file, 'utf8') }
      } finally {
        closeSync(file)
      }
    } catch (error) {
      throw createReadError(this.#path, error)
    }
  }

  #warn(lines: readonly TokenLine[], { mode, uid }: Stats): void {
    const owners = HAS_MODES ? [0, process.getuid?.() ?? uid] : [uid]
    if (!owners.includes(uid))
      this.#options.onWarning(
        `${this.#path}: It belongs to another user (${uid}), who can add tokens. Run chown on the file, unless that user is the operator.`,
      )
    const isShown = HAS_MODES && (mode & GROUP_AND_OTHERS.read) !== 0 && lines.some(({ isPlain }) => isPlain)
    if (isShown)
      this.#options.onWarning(
        `${this.#path}: Other users of this machine can read tokens in it. Run chmod 600 on the file, or replace the tokens by lines of canonist serve token, which have only hashes.`,
      )
  }
}

const toState = ({ mtimeMs, ctimeMs, size, ino }: Stats): string => `${mtimeMs} ${ctimeMs} ${size} ${ino}`

/** The modes that Node shows on Windows say nothing about who may do what. */
const HAS_MODES = process.platform !== 'win32'

function rejectWritable(path: string, { mode }: Stats): void {
  if (HAS_MODES && (mode & GROUP_AND_OTHERS.write) !== 0)
    throw new ApiError('api/bad-tokens', {
      thing: path,
      detail: `its mode is ${(mode & 0o777).toString(8)}: users other than its owner may add tokens`,
      fix: 'Run chmod go-w on the file.',
    })
}
