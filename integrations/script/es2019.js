// The lint rules ask for the newer functions that this file supplies.
/* oxlint-disable unicorn/no-array-sort, unicorn/no-array-reverse */
// Functions that the core uses and ES2019 lacks, in the shortest form that works for the core. Engines that have them keep their own.
const add = (target, functions) => {
  for (const [name, value] of Object.entries(functions))
    if (!target[name]) Object.defineProperty(target, name, { value, writable: true, configurable: true })
}

add(Object, { hasOwn: (object, key) => Object.prototype.hasOwnProperty.call(object, key) })
add(Array.prototype, {
  at(index) {
    return this[index < 0 ? this.length + index : index]
  },
  toSorted(compare) {
    return this.slice().sort(compare)
  },
  toReversed() {
    return this.slice().reverse()
  },
  findLast(test) {
    return this.slice().reverse().find(test)
  },
})
add(String.prototype, {
  replaceAll(from, to) {
    return from instanceof RegExp ? this.replace(from, to) : this.split(from).join(to)
  },
  toWellFormed() {
    return this.replace(/[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g, (found) => (found[1] ? found : '\ufffd'))
  },
})
