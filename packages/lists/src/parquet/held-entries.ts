import type { NewEntries } from './page-builder.ts'

/** Entries of a page whose encoding needs all of its values at once. */
export class HeldEntries {
  #repetition: number[] = []
  #definition: number[] = []
  #values: unknown[] = []
  /** About how large they are. */
  bytes = 0

  get length(): number {
    return this.#values.length
  }

  add({ repetition, definition, values }: NewEntries): void {
    this.#repetition.push(...Array.from(repetition))
    this.#definition.push(...Array.from(definition))
    for (const value of values as unknown[]) {
      this.#values.push(value)
      this.bytes += value instanceof Uint8Array ? value.length : VALUE_BYTES
    }
  }

  /** Returns all entries; none are held afterwards. */
  take(): Omit<NewEntries, 'encoding'> {
    const entries = { repetition: this.#repetition, definition: this.#definition, values: this.#values }
    ;[this.#repetition, this.#definition, this.#values, this.bytes] = [[], [], [], 0]
    return entries
  }
}

const VALUE_BYTES = 8
