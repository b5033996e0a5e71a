import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  visit,
  type Document,
  type Node,
  type ParsedNode,
  type Scalar,
} from 'yaml'
import {
  Gathered,
  type FieldPath,
  type FoundValue,
  type ReadOutcome,
  type ValueKind,
  type Wanted,
} from './found-value.ts'
import { TOO_DEEP, tooDeepAt } from './nesting.ts'
import type { Spelling } from './spelling.ts'

/** The wanted fields of a YAML file; of several documents, each is an item. */
export function readYaml(text: string, wanted: Wanted): ReadOutcome {
  const deep = tooDeepAt(text)
  if (deep !== -1) return { ok: false, offset: deep, message: TOO_DEEP }
  const gathered = new Gathered(wanted)
  const documents = parse(text)
  for (const [index, document] of documents.entries()) {
    const fault = document.errors[0]
    if (fault !== undefined) return { ok: false, offset: fault.pos[0], message: saysOf(fault) }
    const root = documents.length === 1 ? [] : [index]
    if (document.contents !== null)
      new YamlWalk(text, document, gathered).visit(document.contents, root, { isInFlow: false, isShared: false })
  }
  return gathered.outcome()
}

function parse(text: string): Document.Parsed[] {
  const documents = parseAllDocuments(text, { prettyErrors: false, logLevel: 'silent' })
  return Array.isArray(documents) ? documents : []
}

function saysOf({ code, message }: { readonly code: string; readonly message: string }): string {
  return code === 'RESOURCE_EXHAUSTION' ? TOO_DEEP : (message.split('\n', 1)[0] ?? message)
}

/** The anchors that aliases refer to: what is written there is written wherever these stand. */
function anchorsInUse(document: Document.Parsed): ReadonlySet<string> {
  const names = new Set<string>()
  visit(document, { Alias: (_, { source }) => void names.add(source) })
  return names
}

interface Surroundings {
  readonly isInFlow: boolean
  /** Whether an alias refers to it, or to what it is in. */
  readonly isShared: boolean
}

class YamlWalk {
  readonly #text: string
  readonly #document: Document.Parsed
  readonly #gathered: Gathered
  readonly #anchorsInUse: ReadonlySet<string>

  constructor(text: string, document: Document.Parsed, gathered: Gathered) {
    this.#text = text
    this.#document = document
    this.#gathered = gathered
    this.#anchorsInUse = anchorsInUse(document)
  }

  visit(node: ParsedNode | null, path: FieldPath, around: Surroundings): void {
    const inside = this.#inside(node, around)
    if (isSeq(node)) {
      for (const [index, item] of node.items.entries()) this.visit(item, [...path, index], inside)
      return
    }
    if (isMap(node)) this.#gathered.enter(path, node.range[0])
    if (this.#gathered.wants(path)) this.#add(node, path, inside)
    if (!isMap(node)) return
    for (const { key, value } of node.items) this.visit(value, [...path, nameOf(key)], inside)
  }

  #inside(node: ParsedNode | null, { isInFlow, isShared }: Surroundings): Surroundings {
    if (node === null || isAlias(node)) return { isInFlow, isShared }
    return {
      isInFlow: isInFlow || (!isScalar(node) && node.flow === true),
      isShared: isShared || (node.anchor !== undefined && this.#anchorsInUse.has(node.anchor)),
    }
  }

  #add(node: ParsedNode | null, path: FieldPath, { isInFlow, isShared }: Surroundings): void {
    if (node === null) return
    const [start, end] = node.range
    const meant = isAlias(node) ? node.resolve(this.#document) : node
    const text = isScalar(meant) && typeof meant.value === 'string' ? meant.value : null
    const common = { path, kind: kindOf(meant), text, start, end, spelling: 'none' as const }
    const isWritable = text !== null && isScalar(node)
    if (!isWritable) this.#gathered.add(common)
    else {
      const place = isBlock(node) ? this.#blockPlace(node) : this.#place(node, isInFlow)
      this.#gathered.add({ ...common, ...place, ...(isShared ? { spelling: 'none' } : {}) })
    }
  }

  /** Where the text of a scalar stands, without quotes and block headers, and how it is written. */
  #place(scalar: Scalar.Parsed, isInFlow: boolean): Pick<FoundValue, 'start' | 'end' | 'spelling'> {
    const [start, end] = scalar.range
    const spelling = spellingOf(scalar, isInFlow)
    const quote = spelling === 'yaml-single' || spelling === 'yaml-double' ? 1 : 0
    const isOneLine = !this.#text.slice(start, end).includes('\n')
    return { start: start + quote, end: end - quote, spelling: isOneLine ? spelling : 'none' }
  }

  /** A block that holds one line of text is that line, without the line break that every block ends with. */
  #blockPlace({ range: [start, end], value }: Scalar.Parsed): Pick<FoundValue, 'text' | 'start' | 'end' | 'spelling'> {
    const body = start + this.#text.slice(start, end).indexOf('\n') + 1
    const raw = this.#text.slice(body, end)
    const line = raw.trim()
    const from = body + raw.indexOf(line)
    const place = { start: from, end: from + line.length }
    if (line.includes('\n')) return { ...place, text: String(value), spelling: 'none' }
    return { ...place, text: line, spelling: 'yaml-block' }
  }
}

const isBlock = ({ type }: Scalar.Parsed): boolean => type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED'

function spellingOf({ type }: Scalar.Parsed, isInFlow: boolean): Spelling {
  if (type === 'QUOTE_SINGLE') return 'yaml-single'
  if (type === 'QUOTE_DOUBLE') return 'yaml-double'
  return isInFlow ? 'yaml-flow' : 'yaml-plain'
}

function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : ''
}

function kindOf(node: Node | null | undefined): ValueKind {
  if (node === null || node === undefined) return 'no plain value'
  if (!isScalar(node)) return 'an object'
  if (node.value === null) return 'null'
  if (typeof node.value === 'string') return 'text'
  if (typeof node.value === 'boolean') return 'true or false'
  return typeof node.value === 'number' || typeof node.value === 'bigint' ? 'a number' : 'no plain value'
}
