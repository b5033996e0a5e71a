import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  type Alias,
  type Document,
  type Node,
  type ParsedNode,
  type Scalar,
} from 'yaml'
import { NO_KEY_CHECK, findDuplicateKey } from './duplicate-keys.ts'
import { toFieldName } from './field-name.ts'
import {
  ValueCollector,
  type FieldPath,
  type FoundValue,
  type ReadOutcome,
  type ValueKind,
  type Wanted,
} from './found-value.ts'
import { TOO_DEEP, findTooDeep } from './nesting.ts'
import type { Spelling } from './spelling.ts'
import { listUnknownTags } from './unknown-tag.ts'
import { resolveAliases } from './yaml-anchors.ts'

/**
 * The wanted fields of a YAML file; of several documents, each is an item. Which of two equal keys is meant matters only where
 * fields are named, and what an unknown tag makes of a value only where the field is.
 */
export function readYaml(text: string, wanted: Wanted): ReadOutcome {
  const deep = findTooDeep(text)
  if (deep !== -1) return { ok: false, offset: deep, message: TOO_DEEP }
  const collector = new ValueCollector(wanted)
  const documents = parse(text)
  for (const [index, document] of documents.entries()) {
    const error = document.errors[0]
    const fault = error ? { offset: error.pos[0], message: describeError(error) } : null
    const refused = fault ?? (wanted === null ? null : findDuplicateKey(document))
    if (refused !== null) return { ok: false, ...refused }
    const root = documents.length === 1 ? [] : [index]
    if (document.contents !== null)
      new YamlWalk(text, document, collector, wanted !== null).visit(document.contents, root, {
        isInFlow: false,
        isShared: false,
      })
  }
  return collector.finish()
}

function parse(text: string): Document.Parsed[] {
  const documents = parseAllDocuments(text, { prettyErrors: false, logLevel: 'silent', ...NO_KEY_CHECK })
  return Array.isArray(documents) ? documents : []
}

function describeError({ code, message }: { readonly code: string; readonly message: string }): string {
  return code === 'RESOURCE_EXHAUSTION' ? TOO_DEEP : (message.split('\n', 1)[0] ?? message)
}

interface NodeContext {
  readonly isInFlow: boolean
  /** Whether an alias refers to it, or to what it is in. */
  readonly isShared: boolean
}

class YamlWalk {
  readonly #text: string
  readonly #collector: ValueCollector
  readonly #aliases: ReadonlyMap<Alias, Node | undefined>
  /** The anchors that aliases refer to: an edit there also changes every alias. */
  readonly #anchorsInUse: ReadonlySet<string>

  /** Tags that make a wanted value unreadable. */
  readonly #unknownTags: ReadonlySet<string>

  constructor(text: string, document: Document.Parsed, collector: ValueCollector, areFieldsNamed: boolean) {
    this.#unknownTags = areFieldsNamed ? listUnknownTags(document) : new Set()
    this.#text = text
    this.#collector = collector
    this.#aliases = resolveAliases(document)
    this.#anchorsInUse = new Set(Array.from(this.#aliases.keys(), ({ source }) => source))
  }

  /** @param path is changed during the descent and restored afterwards: a copy per value would cost its depth */
  visit(node: ParsedNode | null, path: (string | number)[], around: NodeContext): void {
    const inside = this.#enterNode(node, around)
    if (isSeq(node)) {
      for (const [index, item] of node.items.entries()) this.#visitBelow(item, path, index, inside)
      return
    }
    if (isMap(node)) this.#collector.enter(path, node.range[0])
    if (this.#collector.wants(path)) this.#add(node, path, inside)
    if (!isMap(node)) return
    for (const { key, value } of node.items) this.#visitBelow(value, path, toFieldName(key), inside)
  }

  #visitBelow(node: ParsedNode | null, path: (string | number)[], key: string | number, around: NodeContext): void {
    path.push(key)
    this.visit(node, path, around)
    path.pop()
  }

  #enterNode(node: ParsedNode | null, { isInFlow, isShared }: NodeContext): NodeContext {
    if (node === null || isAlias(node)) return { isInFlow, isShared }
    return {
      isInFlow: isInFlow || (!isScalar(node) && node.flow === true),
      isShared: isShared || (node.anchor !== undefined && this.#anchorsInUse.has(node.anchor)),
    }
  }

  #add(node: ParsedNode | null, path: FieldPath, { isInFlow, isShared }: NodeContext): void {
    if (node === null) return
    const [start, end] = node.range
    const meant = isAlias(node) ? this.#aliases.get(node) : node
    const isUnknown = this.#unknownTags.has(meant?.tag ?? '')
    const text = !isUnknown && isScalar(meant) && typeof meant.value === 'string' ? meant.value : null
    const kind = isUnknown ? 'a value with an unknown tag' : describeKind(meant)
    const common = { path, kind, text, start, end, spelling: 'none' as const }
    const isWritable = text !== null && isScalar(node)
    if (!isWritable) this.#collector.add(common)
    else {
      const place = isBlock(node) ? this.#locateBlock(node) : this.#locateScalar(node, isInFlow)
      this.#collector.add({ ...common, ...place, ...(isShared ? { spelling: 'none' } : {}) })
    }
  }

  /** The place of a scalar's text, without quotes and block headers, and its spelling. */
  #locateScalar(scalar: Scalar.Parsed, isInFlow: boolean): Pick<FoundValue, 'start' | 'end' | 'spelling'> {
    const [start, end] = scalar.range
    const spelling = findSpelling(scalar, isInFlow)
    const quote = spelling === 'yaml-single' || spelling === 'yaml-double' ? 1 : 0
    const isOneLine = !this.#text.slice(start, end).includes('\n')
    return { start: start + quote, end: end - quote, spelling: isOneLine ? spelling : 'none' }
  }

  /** A block that holds one line of text is that line, without the line break that every block ends with. */
  #locateBlock({ range: [start, end], value }: Scalar.Parsed): Pick<FoundValue, 'text' | 'start' | 'end' | 'spelling'> {
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

function findSpelling({ type }: Scalar.Parsed, isInFlow: boolean): Spelling {
  if (type === 'QUOTE_SINGLE') return 'yaml-single'
  if (type === 'QUOTE_DOUBLE') return 'yaml-double'
  return isInFlow ? 'yaml-flow' : 'yaml-plain'
}

function describeKind(node: Node | null | undefined): ValueKind {
  if (node === null || node === undefined) return 'no plain value'
  if (!isScalar(node)) return 'an object'
  if (node.value === null) return 'null'
  if (typeof node.value === 'string') return 'text'
  if (typeof node.value === 'boolean') return 'true or false'
  return typeof node.value === 'number' || typeof node.value === 'bigint' ? 'a number' : 'no plain value'
}
