/** A function that works once, when it is first asked. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => (made ??= { value: make() }).value
}
