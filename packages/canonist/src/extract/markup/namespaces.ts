import type { Attributes } from './attributes.ts'

/** A name with the namespace that its prefix is bound to; null where it is bound to none. */
export interface QualifiedName {
  readonly prefix: string
  readonly local: string
  readonly namespace: string | null
}

/** Which prefix means what, at the place that has been reached. https://www.w3.org/TR/xml-names/ */
export class Namespaces {
  readonly #bound = new Map<string, string[]>()

  /** Takes the declarations of a tag; gives the prefixes that `release` must be told of. */
  declare(attributes: Attributes): readonly string[] {
    const declared: string[] = []
    for (const [name, value] of attributes) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
      const prefix = name.slice('xmlns:'.length)
      this.#stackOf(prefix).push(value.trim())
      declared.push(prefix)
    }
    return declared
  }

  release(prefixes: readonly string[]): void {
    for (const prefix of prefixes) this.#bound.get(prefix)?.pop()
  }

  nameOf(name: string): QualifiedName {
    const colon = name.indexOf(':')
    const prefix = name.slice(0, Math.max(colon, 0))
    return { prefix, local: name.slice(colon + 1), namespace: this.#bound.get(prefix)?.at(-1) || null }
  }

  #stackOf(prefix: string): string[] {
    const known = this.#bound.get(prefix)
    if (known !== undefined) return known
    const stack: string[] = []
    this.#bound.set(prefix, stack)
    return stack
  }
}
