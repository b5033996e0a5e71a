const BYTES_PER_UNIT: Readonly<Record<string, number>> = { '': 1, B: 1, kB: 1e3, MB: 1e6, GB: 1e9 }

const SIZE = /^(\d+(?:\.\d+)?)(B|kB|MB|GB)?$/

/**
 * Makes a parser of sizes (`500kB`, `5MB`, `1GB`, or a number of bytes) that returns bytes.
 *
 * @example createSizeParser('1kB', '1GB')('1.5MB') // 1500000
 */
export function createSizeParser(least: string, most: string): (input: string) => number {
  const isAllowed = (bytes: number): boolean => bytes >= parse(least) && bytes <= parse(most)
  const examples = ['500kB', '5MB', '1GB'].filter((text) => isAllowed(parse(text)))
  return (input) => {
    const bytes = parse(input)
    if (isAllowed(bytes)) return bytes
    throw new Error(
      `it must be a size from ${least} to ${most}, such as ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(examples)}`,
    )
  }
}

/** NaN where the text is not a size. */
function parse(text: string): number {
  const [, number, unit = ''] = SIZE.exec(text) ?? []
  return number === undefined ? Number.NaN : Math.round(Number(number) * (BYTES_PER_UNIT[unit] ?? Number.NaN))
}
