import type { Attributes } from './markup/attributes.ts'
import { Namespaces, type QualifiedName } from './markup/namespaces.ts'
import { readMarkup } from './markup/read-markup.ts'

/** The first element of a document and what precedes it. Its name is empty if there is none. */
export interface Root extends QualifiedName {
  readonly attributes: Attributes
  /** Whether no text precedes it. */
  readonly isFirst: boolean
  /** The name that a doctype gives, in lower case. */
  readonly doctype: string
}

/** Tags with dozens of namespaces are not a tenth of it. */
const MAX_TAG_LENGTH = 65_536

/** How comments, doctypes and declarations begin and end; anything else at a `<` is text. */
const PROLOGUE: readonly { readonly begins: RegExp; readonly end: string }[] = [
  { begins: /<!--/y, end: '-->' },
  { begins: /<!doctype[^<>[]*\[/iy, end: ']' },
  { begins: /<[!?]/y, end: '>' },
]

/** Finds the first element after white space, comments, declarations and a doctype, in one pass. */
export function findRoot(text: string): Root {
  let [doctype, isFirst] = ['', true]
  for (let at = 0, next = 0; ; at = next) {
    const bracket = text.indexOf('<', at)
    if (bracket < 0) return createRoot('', isFirst, doctype)
    isFirst &&= isBlank(text, at, bracket)
    if (matchesAt(/<[a-z]/iy, text, bracket))
      return createRoot(text.slice(bracket, bracket + MAX_TAG_LENGTH), isFirst, doctype)
    doctype ||= readDoctype(text, bracket)
    next = findPrologueEnd(text, bracket)
    isFirst &&= next > bracket + 1
  }
}

function findPrologueEnd(text: string, at: number): number {
  const part = PROLOGUE.find(({ begins }) => matchesAt(begins, text, at))
  if (part === undefined) return at + 1
  const end = text.indexOf(part.end, at)
  if (end < 0) return text.length
  // What follows an internal subset is the `>` of its doctype.
  return part.end === ']' ? text.indexOf('>', end) + 1 || text.length : end + part.end.length
}

function readDoctype(text: string, at: number): string {
  return /^<!doctype\s+([^\s<>[]{1,100})/i.exec(text.slice(at, at + 200))?.[1]?.toLowerCase() ?? ''
}

function createRoot(tag: string, isFirst: boolean, doctype: string): Root {
  const namespaces = new Namespaces()
  const { name, attributes } = readFirstTag(tag)
  namespaces.declare(attributes)
  return { ...namespaces.qualify(name), attributes, isFirst, doctype }
}

function readFirstTag(text: string): { name: string; attributes: Attributes } {
  // A tag that never ends has a name all the same.
  let name = ''
  let attributes: Attributes | null = null
  const open = (opened: string, given: Attributes): void => {
    if (attributes === null) [name, attributes] = [opened, given]
  }
  readMarkup(text, 'xml', { open, close: () => {}, text: () => {} })
  return { name: name || (/^<([^\s/>]+)/.exec(text)?.[1]?.toLowerCase() ?? ''), attributes: attributes ?? new Map() }
}

function isBlank(text: string, start: number, end: number): boolean {
  return text.slice(start, end).trim() === ''
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}
