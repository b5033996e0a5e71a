/** A file could not be written. `code` is the system's (`ENOSPC`), or `EWRITEPROTECTED` for a file without write permission. */
export class WriteFailure extends Error {
  readonly code: string

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'WriteFailure'
    this.code = code
  }
}

/** Use with `catch`: turns the system's error into a `WriteFailure` that keeps its code. */
export function failToWrite(error: unknown): never {
  if (error instanceof WriteFailure) throw error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  throw new WriteFailure(code, error instanceof Error ? error.message : String(error), error)
}
