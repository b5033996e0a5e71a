/** A copy of lists and plain objects that nobody can change; whatever else stands in them (evidence) is left as it is. */
export function frozenCopy<T>(value: T): T {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as T
  if (!isPlainObject(value)) return value
  return Object.freeze(fromEntries(Object.entries(value).map(([key, each]) => [key, frozenCopy(each)]))) as T
}

export function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  // Of this realm or of another: what has only the root of all objects above it.
  return prototype === null || (Object.getPrototypeOf(prototype) === null && !Array.isArray(value))
}

/** Unlike a spread or an assignment, `Object.fromEntries` makes `__proto__` a key like any other. */
const fromEntries = Object.fromEntries as (entries: [string, unknown][]) => object
