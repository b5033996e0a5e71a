/**
 * Memory for one page after the other. V8 does not see how much memory lies outside of its heap, so buffers of a page each would pile up until
 * it collects them by chance. The bytes are valid until the next call of `take`, `keep` or `free`.
 */
export class PageMemory {
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array()

  /** Returns memory for `length` bytes, with any content. */
  take(length: number): Uint8Array<ArrayBuffer> {
    if (this.#bytes.length < length) {
      this.free()
      this.#bytes = allocate(length)
    }
    return this.#bytes.subarray(0, length)
  }

  /** Returns memory for `length` bytes that begins with `kept`, which may be in this memory. */
  extend(kept: Uint8Array, length: number): Uint8Array {
    if (this.#bytes.length >= length) {
      this.#bytes.set(kept)
      return this.#bytes.subarray(0, length)
    }
    const larger = allocate(length)
    larger.set(kept)
    return this.keep(larger).subarray(0, length)
  }

  /** Takes over memory of its own that was allocated elsewhere. */
  keep(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
    this.free()
    this.#bytes = bytes
    return bytes
  }

  /** Frees the memory at once instead of with the next collection. Views of it become empty. */
  free(): void {
    releaseBytes(this.#bytes)
    this.#bytes = new Uint8Array()
  }
}

/** The pages of a column have almost the same size, so a little more is enough for all of them. */
function allocate(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Math.ceil((length * 1.05) / MIN_RELEASED_BYTES) * MIN_RELEASED_BYTES)
}

/** The memory to read one column of a row group: its pages as they are stored, and without their compression. */
export interface ColumnMemory {
  readonly stored: PageMemory
  readonly plain: PageMemory
}

/**
 * Lends the memory for columns, from one row group to the next: memory that is freed and allocated again leaves gaps. Columns that are read one after
 * the other share it. A column that is read along with others gets its own back.
 */
export class PagePool {
  readonly #free: { readonly column: number; readonly memory: ColumnMemory }[] = []

  take(column: number): ColumnMemory {
    const own = this.#free.findIndex((each) => each.column === column)
    const [found] = this.#free.splice(Math.max(own, 0), 1)
    return found?.memory ?? { stored: new PageMemory(), plain: new PageMemory() }
  }

  giveBack(column: number, memory: ColumnMemory): void {
    this.#free.push({ column, memory })
  }

  free(): void {
    for (const { memory } of this.#free.splice(0)) {
      memory.stored.free()
      memory.plain.free()
    }
  }
}

/** Frees memory that nothing else uses any more. */
export function releaseBytes({ buffer }: Uint8Array): void {
  // A smaller one may be a part of memory that Node shares among buffers.
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= MIN_RELEASED_BYTES) buffer.transfer(0)
}

const MIN_RELEASED_BYTES = 262_144
