/** https://url.spec.whatwg.org/#ends-in-a-number-checker */
export function endsInNumber(host: string): boolean {
  const end = host.endsWith('.') ? host.length - 1 : host.length
  const label = host.slice(host.lastIndexOf('.', end - 1) + 1, end)
  return /^(?:[0-9]+|0x[0-9a-f]*)$/i.test(label)
}

/**
 * Any spelling of an IPv4 address (`0x7f.1`, `017700000001`, `2130706433`) as four decimal numbers.
 * https://url.spec.whatwg.org/#concept-ipv4-parser
 */
export function toCanonicalIpv4(host: string): string | null {
  const labels = host.split('.')
  if (labels.length > 1 && labels.at(-1) === '') labels.pop()
  if (labels.length > 4) return null

  const numbers = labels.map(parseNumber)
  const last = numbers.pop() as number
  if (!numbers.every((number) => number <= 255) || !(last < 256 ** (4 - numbers.length))) return null

  const address = numbers.reduce((sum, number, index) => sum + number * 256 ** (3 - index), last)
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')
}

/** NaN if the label is not a number, so that every comparison with it fails. */
function parseNumber(label: string): number {
  if (/^0x[0-9a-f]*$/i.test(label)) return label.length === 2 ? 0 : Number(label)
  if (/^0[0-7]+$/.test(label)) return Number(`0o${label}`)
  return /^(?:0|[1-9][0-9]*)$/.test(label) ? Number(label) : Number.NaN
}
