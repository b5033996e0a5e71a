import { parseDefinedTarget, type Destination } from './destination.ts'

const LABEL = /\[(?=[^\]]*[^\]\s])((?:[^[\]\\]|\\[\s\S]){1,999})\]:/y

export interface Definition extends Destination {
  readonly label: string
}

export interface Definitions {
  readonly found: readonly Definition[]
  /** Where the text of the paragraph begins after them. */
  readonly end: number
}

/** The link reference definitions at the beginning of a paragraph. https://spec.commonmark.org/0.31.2/#link-reference-definition */
export function parseDefinitions(text: string): Definitions {
  const found: Definition[] = []
  let at = 0
  while (text[at] === '[') {
    LABEL.lastIndex = at
    const [whole, label = ''] = LABEL.exec(text) ?? []
    const target = whole === undefined ? null : parseDefinedTarget(text, at + whole.length)
    if (target === null) break
    found.push({ ...target.value, label: normalizeLabel(label) })
    at = Math.min(text.length, target.end + 1)
  }
  return { found, end: at }
}

/** Labels are equal if they differ only in case and white space. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()
}
