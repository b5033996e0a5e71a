import { isMap, isScalar, isSeq, type Document, type YAMLMap } from 'yaml'
import { toFieldName } from './field-name.ts'
import type { Fault, FieldPath } from './found-value.ts'
import { JsonScan } from './scan-json.ts'

/**
 * Pass this to the `yaml` parser, and look for duplicate keys here: its own check compares every key of a map with every
 * other one, which takes minutes where a map has a hundred thousand.
 */
export const NO_KEY_CHECK = { uniqueKeys: false } as const

/** Finds the first key of a YAML document that occurs twice in one map. */
export function findDuplicateKey(document: Document.Parsed): Fault | null {
  return findDuplicateBelow(document.contents)
}

/** Not by the `visit` of the package, which copies the path to every node. */
function findDuplicateBelow(node: unknown): Fault | null {
  if (isMap(node)) return findDuplicateIn(node) ?? findFirst(node.items, findDuplicateInPair)
  return isSeq(node) ? findFirst(node.items, findDuplicateBelow) : null
}

const findDuplicateInPair = ({ key, value }: { key: unknown; value: unknown }): Fault | null =>
  findDuplicateBelow(key) ?? findDuplicateBelow(value)

function findFirst<T>(items: readonly T[], find: (item: T) => Fault | null): Fault | null {
  for (const item of items) {
    const fault = find(item)
    if (fault !== null) return fault
  }
  return null
}

function findDuplicateIn({ items }: YAMLMap): Fault | null {
  const names = new Set<string>()
  for (const { key } of items) {
    if (!isScalar(key)) continue
    const name = toFieldName(key)
    if (names.has(name))
      return { offset: key.range?.[0] ?? 0, message: `the key ${showName(name)} occurs twice in a map` }
    names.add(name)
  }
  return null
}

const MAX_SHOWN_LENGTH = 60
const showName = (name: string): string =>
  JSON.stringify(name.length > MAX_SHOWN_LENGTH ? `${name.slice(0, MAX_SHOWN_LENGTH)}…` : name)

/** Whether a name occurs twice in one object of a JSON text, which `JSON.parse` overlooks. */
export function hasDuplicateName(json: string): boolean {
  /** By depth the names of the object that is open there. */
  const names: Set<string>[] = []
  let hasDuplicate = false
  const visitValue = (kind: string, _start: number, _end: number, path: FieldPath): void => {
    const name = path.at(-1)
    if (typeof name === 'string') {
      const seen = names[path.length] ?? new Set()
      if (seen.has(name)) hasDuplicate = true
      names[path.length] = seen.add(name)
    }
    if (kind === 'an object') names[path.length + 1] = new Set()
  }
  new JsonScan(json, visitValue).run()
  return hasDuplicate
}
