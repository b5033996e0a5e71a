/** What is made of an object, made when it is first asked for and kept as long as the object. */
export function madeOnce<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new WeakMap<Key, Made>()
  return (key) => {
    let made = known.get(key)
    if (made === undefined) known.set(key, (made = make(key)))
    return made
  }
}
