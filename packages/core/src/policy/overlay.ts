import { PolicyError, childPath } from './policy-error.ts'

/**
 * Lays one policy over another, and a section over its policy. The values themselves say how, so that no field can be
 * forgotten: lists and maps add up, objects are laid over each other field by field, anything else wins over what lies
 * below. `undefined` says nothing, and `null` empties a list or map.
 *
 * Two callers read `null` in two ways. Settings are final, so they hold the empty list or map. A spec may be laid over
 * another one later, so it keeps the `null`, which must empty that one too.
 */
export class Overlay {
  readonly #keepsNull: boolean
  /** The keys from the outermost object to the value at hand, for messages. */
  readonly #keys: string[] = []

  constructor({ keepsNull }: { readonly keepsNull: boolean }) {
    this.#keepsNull = keepsNull
  }

  lay(own: unknown, below: unknown, key = ''): unknown {
    if (own === undefined) return below
    if (own === null) return this.#keepsNull ? null : Array.isArray(below) ? [] : {}
    if (below === null) this.#refuseRefill(own)
    if (Array.isArray(own)) return Array.isArray(below) ? addLists(own, below as unknown[], key) : own
    return isRecord(own) && isRecord(below) ? this.#layEach(own, below) : own
  }

  #layEach(own: Fields, below: Fields): Fields {
    // A copy by definition, not by assignment: a map may have the key __proto__.
    const laid: Fields = { ...below }
    for (const [key, value] of Object.entries(own)) {
      if (value === undefined) continue
      this.#keys.push(key)
      const result = this.lay(value, Object.hasOwn(below, key) ? below[key] : undefined, key)
      if (key === '__proto__') Object.defineProperty(laid, key, { value: result, enumerable: true })
      else laid[key] = result
      this.#keys.pop()
    }
    return Object.freeze(laid)
  }

  /**
   * "Emptied, then these" has no spelling in a section, so that case is refused there instead of being half right; at the
   * top there is nothing further down.
   */
  #refuseRefill(own: unknown): void {
    if (this.#keys[0] !== 'sites' || typeof own !== 'object' || own === null || Object.keys(own).length === 0) return
    const reason = 'adds to what the extended policy empties here: say null here too, or write the section again'
    throw new PolicyError(this.#keys.reduce(childPath, ''), reason)
  }
}

type Fields = Record<string, unknown>

/** The only list whose order is a preference: there one's own come first. */
const OWN_FIRST = 'prefer'

const addLists = (own: readonly unknown[], below: readonly unknown[], key: string): unknown[] => [
  ...new Set(key === OWN_FIRST ? [...own, ...below] : [...below, ...own]),
]

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
