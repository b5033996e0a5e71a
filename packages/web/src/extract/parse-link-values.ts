/** One link of a `Link` header, as written. */
export interface LinkValue {
  readonly target: string
  /** Names in lower case, in order. */
  readonly parameters: readonly { readonly name: string; readonly value: string }[]
}

/** Far above what servers send; a list of links is read up to here. */
const MAX_LENGTH = 131_072

/** Splits a header at the commas outside of `<>` and quotes. https://www.rfc-editor.org/rfc/rfc8288#appendix-B.2 */
export function parseLinkValues(header: string): readonly LinkValue[] {
  const reader = new Reader(header.slice(0, MAX_LENGTH))
  const links: LinkValue[] = []
  while (!reader.isAtEnd()) {
    reader.skip(/[\s,]*/y)
    const target = reader.take(/<([^>]*)>/y)
    const parameters = target === null ? [] : readParameters(reader)
    if (target !== null) links.push({ target: target.trim(), parameters })
    skipToComma(reader)
  }
  return links
}

function readParameters(reader: Reader): LinkValue['parameters'] {
  const parameters: { name: string; value: string }[] = []
  while (reader.skip(/\s*;\s*/y)) {
    const name = reader.take(/([^\s=;,"<>]+)\s*/y)
    if (name === null) continue
    parameters.push({ name: name.toLowerCase(), value: reader.skip(/=\s*/y) ? readValue(reader) : '' })
  }
  return parameters
}

function readValue(reader: Reader): string {
  const quoted = reader.take(/"([^"\\]*(?:\\[^][^"\\]*)*)"?/y)
  if (quoted !== null) return quoted.replaceAll(/\\([^])/g, '$1')
  return reader.take(/([^\s;,]*)/y) ?? ''
}

function skipToComma(reader: Reader): void {
  while (!reader.isAtEnd() && !reader.skip(/,/y)) {
    reader.skip(/"[^"\\]*(?:\\[^][^"\\]*)*"?|<[^>]*>?|[^",<]+/y)
  }
}

/** Walks through a text by sticky patterns. */
class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  /** What the pattern's first group matches here. */
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match === null) return null
    this.#at = pattern.lastIndex
    return match[1] ?? ''
  }

  /** Whether the pattern matched here, and was passed over. */
  skip(pattern: RegExp): boolean {
    return this.take(pattern) !== null
  }
}
