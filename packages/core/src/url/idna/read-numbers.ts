// Printable ASCII without the three quotes, the backslash and $: the digits of scripts/make-idna-tables.mjs, which writes what is
// read here. A first digit below ONE is the number itself, below TWO it starts two digits, below THREE three, else five.
const ABSENT = '"$\'\\`'
const BASE = 95 - ABSENT.length
const ONE = 54
const TWO = 81
const THREE = 89

/** The naturals that a table's text spells. */
export function readNumbers(text: string): number[] {
  const digits = createDigitValues()
  const numbers: number[] = []
  let at = 0
  const next = (): number => digits[text.charCodeAt(at++)] ?? 0
  const more = (high: number, count: number): number => {
    let number = high
    for (let left = count; left > 0; left -= 1) number = number * BASE + next()
    return number
  }
  while (at < text.length) {
    const first = next()
    if (first < ONE) numbers.push(first)
    else if (first < TWO) numbers.push(ONE + more(first - ONE, 1))
    else if (first < THREE) numbers.push(ONE + (TWO - ONE) * BASE + more(first - TWO, 2))
    else numbers.push(ONE + (TWO - ONE) * BASE + (THREE - TWO) * BASE ** 2 + more(first - THREE, 4))
  }
  return numbers
}

/** The value of each digit, by its character code. */
function createDigitValues(): Uint8Array {
  const values = new Uint8Array(0x80)
  let value = 0
  for (let code = 0x20; code < 0x7f; code += 1) {
    if (!ABSENT.includes(String.fromCharCode(code))) values[code] = value++
  }
  return values
}

/** Undoes the spelling of integers as naturals: 0, 1, 2, 3, 4 … are 0, -1, 1, -2, 2 … */
export const unzigzag = (natural: number): number => (natural % 2 === 0 ? natural / 2 : -(natural + 1) / 2)
