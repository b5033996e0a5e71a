/** Attributes by lower-case name; if one is given twice, the first counts. */
export type Attributes = ReadonlyMap<string, string>

/** A longer value is not a URL, a name or a date. It is dropped, since a part of a URL would be another URL. */
const MAX_VALUE_LENGTH = 16_384

const MAX_ATTRIBUTES = 256

/** Collects the attributes of one tag after another. */
export class AttributeReader {
  #attributes = new Map<string, string>()
  #name = ''
  #value = ''

  begin(name: string): void {
    this.#name = name.toLowerCase()
    this.#value = ''
  }

  add(piece: string): void {
    if (this.#value.length <= MAX_VALUE_LENGTH) this.#value += piece
  }

  end(): void {
    const isKept = this.#value.length <= MAX_VALUE_LENGTH && this.#attributes.size < MAX_ATTRIBUTES
    if (isKept && !this.#attributes.has(this.#name)) this.#attributes.set(this.#name, this.#value)
  }

  /** The attributes since the last call. */
  take(): Attributes {
    const taken = this.#attributes
    if (taken.size > 0) this.#attributes = new Map()
    return taken
  }
}
