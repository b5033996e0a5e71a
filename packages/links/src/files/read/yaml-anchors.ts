import { isAlias, isMap, isScalar, isSeq, visit, type Alias, type Document, type Node } from 'yaml'
import { toFieldName } from './field-name.ts'

/**
 * Resolves every alias of a document in one pass: the last node before it that has its anchor. The `yaml`
 * package searches the whole document for each alias.
 */
export function resolveAliases(document: Document.Parsed): ReadonlyMap<Alias, Node | undefined> {
  const anchored = new Map<string, Node>()
  const resolved = new Map<Alias, Node | undefined>()
  visit(document, {
    Alias: (_, alias) => void resolved.set(alias, anchored.get(alias.source)),
    Value: (_, node) => void (node.anchor !== undefined && anchored.set(node.anchor, node)),
  })
  return resolved
}

/** Values that aliases repeat count each time: a few lines may mean billions of values. */
const MAX_VALUES = 10_000_000

/** Why a document has no value: an alias without its anchor, one inside its own anchor, or aliases that mean too much. */
export class AliasError extends Error {
  override readonly name = 'AliasError'
}

/** The value that a YAML document means, as plain objects, lists and scalars. Aliases share their values. */
export function readValue(document: Document.Parsed): unknown {
  return new ValueReader(document).read(document.contents).value
}

interface Read {
  readonly value: unknown
  /** How many values it means, with those that aliases repeat. */
  readonly count: number
}

/**
 * Builds the value of a document with its aliases resolved. A node with an anchor is unread, being read, or read.
 *
 * Must never follow an alias into the node that contains it, or build more values than the limit.
 */
class ValueReader {
  readonly #document: Document.Parsed
  #resolved: ReadonlyMap<Alias, Node | undefined> | undefined
  /** Nodes with an anchor that were read; null while they are. */
  readonly #shared = new Map<Node, Read | null>()

  constructor(document: Document.Parsed) {
    this.#document = document
  }

  /** Most documents have no alias, and need no second pass. */
  #findTarget(alias: Alias): Node | undefined {
    this.#resolved ??= resolveAliases(this.#document)
    return this.#resolved.get(alias)
  }

  read(node: unknown): Read {
    if (isAlias(node)) return this.#readAlias(node)
    if (!isMap(node) && !isSeq(node)) return { value: isScalar(node) ? node.value : null, count: 1 }
    if (node.anchor === undefined) return this.#readAll(node)
    this.#shared.set(node, null)
    const read = this.#readAll(node)
    this.#shared.set(node, read)
    return read
  }

  #readAlias(alias: Alias): Read {
    const target = this.#findTarget(alias)
    if (target === undefined) throw new AliasError(`the alias *${alias.source} has no anchor before it`)
    const read = isScalar(target) ? this.read(target) : this.#shared.get(target)
    if (!read) throw new AliasError(`the alias *${alias.source} is inside its own anchor`)
    return read
  }

  #readAll(node: Node): Read {
    let count = 1
    const add = (each: unknown): unknown => {
      const read = this.read(each)
      count += read.count
      if (count > MAX_VALUES) throw new AliasError(`aliases repeat more than ${MAX_VALUES} values`)
      return read.value
    }
    if (isSeq(node)) {
      const value = node.items.map(add)
      return { value, count }
    }
    const items = isMap(node) ? node.items : []
    // Unlike an assignment, `Object.fromEntries` makes `__proto__` a key like any other.
    const value: object = Object.fromEntries(items.map(({ key, value: each }) => [this.#readName(key), add(each)]))
    return { value, count }
  }

  #readName(key: unknown): string {
    return toFieldName(isAlias(key) ? this.#findTarget(key) : key)
  }
}
