/** Caches one result per object, for as long as the object lives. */
export function memoize<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new WeakMap<Key, Made>()
  return (key) => {
    let made = known.get(key)
    if (made === undefined) known.set(key, (made = make(key)))
    return made
  }
}
