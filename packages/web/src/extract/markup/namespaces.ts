import type { Attributes } from './attributes.ts'

/** A name with the namespace that its prefix is bound to, or null. */
export interface QualifiedName {
  readonly prefix: string
  readonly local: string
  readonly namespace: string | null
}

/** The namespace of each prefix at the current place. https://www.w3.org/TR/xml-names/ */
export class Namespaces {
  readonly #bound = new Map<string, string[]>()

  /** Adds the declarations of a tag. Returns the prefixes to pass to `release` when the element ends. */
  declare(attributes: Attributes): readonly string[] {
    const declared: string[] = []
    for (const [name, value] of attributes) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
      const prefix = name.slice('xmlns:'.length)
      this.#getStack(prefix).push(value.trim())
      declared.push(prefix)
    }
    return declared
  }

  release(prefixes: readonly string[]): void {
    for (const prefix of prefixes) this.#bound.get(prefix)?.pop()
  }

  qualify(name: string): QualifiedName {
    const colon = name.indexOf(':')
    const prefix = name.slice(0, Math.max(colon, 0))
    return { prefix, local: name.slice(colon + 1), namespace: this.#bound.get(prefix)?.at(-1) || null }
  }

  #getStack(prefix: string): string[] {
    const known = this.#bound.get(prefix)
    if (known !== undefined) return known
    const stack: string[] = []
    this.#bound.set(prefix, stack)
    return stack
  }
}
