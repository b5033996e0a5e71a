/** A deeply frozen copy of lists and plain objects. Other values inside them (evidence may hold some) are not copied. */
export function copyFrozen<T>(value: T): T {
  if (Array.isArray(value)) return Object.freeze(value.map(copyFrozen)) as T
  if (!isPlainObject(value)) return value
  return Object.freeze(fromEntries(Object.entries(value).map(([key, each]) => [key, copyFrozen(each)]))) as T
}

export function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  // Plain objects of any realm have only the root prototype above them.
  return prototype === null || (Object.getPrototypeOf(prototype) === null && !Array.isArray(value))
}

/** Unlike a spread or an assignment, `Object.fromEntries` makes `__proto__` a key like any other. */
const fromEntries = Object.fromEntries as (entries: [string, unknown][]) => object
