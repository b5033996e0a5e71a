import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PageSpool } from './page-spool.ts'
import { createWriteFailure } from '@canonist/lists/internal/io/errors'
import { createTemporaryName, removeLeftovers } from '@canonist/lists/internal/io/leftovers'
import { unregisterTemporary, registerTemporary } from '@canonist/lists/internal/io/temporary-files'

const HINT = 'Set TMPDIR to another folder, or raise --urls-per-site to need no file.'

const PLACE = join(tmpdir(), 'canonist-learn')

/** The position of a piece in the file. */
interface Piece {
  readonly at: number
  readonly length: number
}

/**
 * Holds the pages of all large sites in one temporary file, which exists from the first piece until `close`. Only this user may
 * read it, since URLs contain secrets. A signal or `process.exit` also removes it. Fails with an `IoError`.
 */
export class FileSpool {
  readonly #path = createTemporaryName(PLACE)
  #file: number | null = null
  #end = 0

  /** Creates the spool of one site, a part of the file. */
  readonly create = (): PageSpool => {
    const pieces: Piece[] = []
    return {
      append: (bytes) => void pieces.push(this.#tryAppend(bytes)),
      read: () => this.#read(pieces),
      close: () => void (pieces.length = 0),
    }
  }

  close(): void {
    if (this.#file === null) return
    closeSync(this.#file)
    this.#file = null
    rmSync(this.#path, { force: true })
    unregisterTemporary(this.#path)
  }

  #open(): number {
    if (this.#file !== null) return this.#file
    removeLeftovers(PLACE)
    registerTemporary(this.#path)
    this.#file = openSync(this.#path, 'wx+', 0o600)
    return this.#file
  }

  #tryAppend(bytes: Uint8Array): Piece {
    try {
      return this.#append(bytes)
    } catch (error) {
      throw createWriteFailure('cannot write a temporary file', error, HINT)
    }
  }

  #append(bytes: Uint8Array): Piece {
    const file = this.#open()
    const piece = { at: this.#end, length: bytes.length }
    for (let written = 0; written < bytes.length;)
      written += writeSync(file, bytes, written, bytes.length - written, piece.at + written)
    this.#end += bytes.length
    return piece
  }

  *#read(pieces: readonly Piece[]): Generator<Uint8Array> {
    const file = this.#open()
    for (const { at, length } of pieces) {
      const bytes = new Uint8Array(length)
      for (let filled = 0; filled < length;) {
        const count = readSync(file, bytes, filled, length - filled, at + filled)
        if (count === 0) throw new Error(`${this.#path} was truncated while in use`)
        filled += count
      }
      yield bytes
    }
  }
}
