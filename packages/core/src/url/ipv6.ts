/**
 * The text between the brackets in its shortest form, as RFC 5952 and the URL standard write it.
 * https://url.spec.whatwg.org/#concept-ipv6-parser
 */
export function toCanonicalIpv6(text: string): string | null {
  const groups = parseGroups(text)
  return groups === null ? null : formatGroups(groups)
}

const HEX_GROUP = /^[0-9a-f]{1,4}$/i

function parseGroups(text: string): number[] | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const [head = '', tail] = halves
  const before = parseHalf(head, tail === undefined)
  const after = tail === undefined ? [] : parseHalf(tail, true)
  if (before === null || after === null) return null

  const missing = 8 - before.length - after.length
  if (tail === undefined ? missing !== 0 : missing < 1) return null
  return [...before, ...new Array<number>(missing).fill(0), ...after]
}

/** Groups between colons; the last one of the address may be an IPv4 address in dotted form. */
function parseHalf(text: string, isLast: boolean): number[] | null {
  if (text === '') return []
  const groups: number[] = []
  const fields = text.split(':')
  for (const [index, field] of fields.entries()) {
    if (HEX_GROUP.test(field)) groups.push(Number(`0x${field}`))
    else {
      const embedded = isLast && index === fields.length - 1 ? parseEmbeddedIpv4(field) : null
      if (embedded === null) return null
      groups.push(...embedded)
    }
  }
  return groups
}

/** Stricter than a host: four decimal numbers without leading zeros. */
function parseEmbeddedIpv4(text: string): [number, number] | null {
  const numbers = text.split('.')
  if (numbers.length !== 4 || !numbers.every((number) => /^(?:0|[1-9][0-9]{0,2})$/.test(number))) return null
  const [a = 0, b = 0, c = 0, d = 0] = numbers.map(Number)
  return Math.max(a, b, c, d) > 255 ? null : [a * 256 + b, c * 256 + d]
}

function formatGroups(groups: readonly number[]): string {
  const { start, length } = findLongestZeros(groups)
  const hex = groups.map((group) => group.toString(16))
  if (length < 2) return hex.join(':')
  return `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`
}

function findLongestZeros(groups: readonly number[]): { start: number; length: number } {
  let longest = { start: 0, length: 0 }
  for (let start = 0; start < groups.length; start++) {
    let length = 0
    while (groups[start + length] === 0) length++
    if (length > longest.length) longest = { start, length }
  }
  return longest
}
