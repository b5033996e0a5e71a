import schema from '@canonist/core/policy.schema.json' with { type: 'json' }

/** What can be written at the caret. */
export interface Completion {
  readonly text: string
  readonly description: string
}

export interface Completions {
  /** What is written already, in front of the caret. */
  readonly word: string
  readonly kind: 'field' | 'value'
  readonly offered: readonly Completion[]
}

interface Node {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Node[]
  readonly properties?: Readonly<Record<string, Node>>
  readonly additionalProperties?: Node | boolean
  readonly items?: Node
}

const ROOT = schema as unknown as Node & { readonly $defs: Readonly<Record<string, Node>> }
const NONE: Completions = { word: '', kind: 'field', offered: [] }
const MAX_OFFERED = 6
/** The step of a path into a list. */
const ITEM = '-'

/** The fields and values that the schema of policies allows at a place of a YAML text, also inside sections and `{ … }`. */
export function completePolicy(text: string, caret: number): Completions {
  const lines = text.slice(0, caret).split('\n')
  const line = lines.at(-1) ?? ''
  const place = findPlace(line)
  if (place === null) return NONE
  const parents = [...findParents(lines.slice(0, -1), place.indent), ...place.path]
  const node = parents.reduce<Node | null>((at, step) => at && descend(at, step), ROOT)
  if (node === null) return NONE
  const { word, kind } = place
  const all = kind === 'field' ? listFields(node) : listValues(node)
  const offered = all.filter(({ text }) => text.startsWith(word) && text !== word).slice(0, MAX_OFFERED)
  return { word, kind, offered }
}

/** The fields that the schema knows at a path, whose steps into lists are `-`. */
export function listFieldNames(path: readonly string[]): string[] {
  const node = path.reduce<Node | null>((at, step) => at && descend(at, step), ROOT)
  return node === null ? [] : listFields(node).map(({ text }) => text)
}

interface Place {
  readonly indent: number
  /** From the parent of the line to the place. */
  readonly path: readonly string[]
  readonly kind: Completions['kind']
  readonly word: string
}

const KEY = String.raw`(?:"[^"]*"|'[^']*'|[^\s:{}[\],#"'-][^:{}[\],#]*)`
const FIELD = /^(?<indent>\s*)(?<item>- +)?(?<word>\w+)$/
const VALUE = new RegExp(String.raw`^(?<indent>\s*)(?<item>- +)?(?<key>${KEY}): +(?<word>[\w-]*)$`)
const FLOW = new RegExp(String.raw`^(?<indent>\s*)(?<item>- +)?(?<key>${KEY}): *\{(?:[^{}]*,)? *(?<rest>[^{},]*)$`)
const FLOW_VALUE = /^(?<key>\w+): +(?<word>[\w-]*)$/

function findPlace(line: string): Place | null {
  const field = FIELD.exec(line)?.groups
  if (field !== undefined) return { ...findStart(field), kind: 'field', word: field['word'] ?? '' }
  const value = VALUE.exec(line)?.groups
  if (value !== undefined) {
    const { indent, path } = findStart(value)
    return { indent, path: [...path, unquote(value['key'] ?? '')], kind: 'value', word: value['word'] ?? '' }
  }
  const flow = FLOW.exec(line)?.groups
  if (flow === undefined) return null
  const { indent, path } = findStart(flow)
  const [inside, rest] = [[...path, unquote(flow['key'] ?? '')], flow['rest'] ?? '']
  const inner = FLOW_VALUE.exec(rest)?.groups
  if (inner !== undefined)
    return { indent, path: [...inside, inner['key'] ?? ''], kind: 'value', word: inner['word'] ?? '' }
  return /^\w+$/.test(rest) ? { indent, path: inside, kind: 'field', word: rest } : null
}

function findStart({
  indent = '',
  item,
}: Readonly<Record<string, string | undefined>>): Pick<Place, 'indent' | 'path'> {
  return { indent: indent.length, path: item === undefined ? [] : [ITEM] }
}

const PARENT = new RegExp(String.raw`^(?<indent>\s*)(?<item>- +)?(?<key>${KEY}):`)

/** The keys that a line of this indentation is below, the outermost first. */
function findParents(lines: readonly string[], indent: number): string[] {
  const path: string[] = []
  let below = indent
  for (const line of lines.toReversed()) {
    const parent = PARENT.exec(line)?.groups
    if (parent === undefined) continue
    const [start, item] = [parent['indent']?.length ?? 0, parent['item']]
    const depth = start + (item?.length ?? 0)
    if (depth < below) path.unshift(unquote(parent['key'] ?? ''))
    // A line `- key:` begins an item, and its key is beside the keys of the same item.
    if (item !== undefined && start < below) path.unshift(ITEM)
    below = Math.min(below, item !== undefined && start < below ? start : depth)
  }
  return path
}

const unquote = (text: string): string => text.trim().replaceAll(/^["']|["']$/g, '')

function descend(node: Node, step: string): Node | null {
  for (const each of listForms(node)) {
    const { properties, additionalProperties: other, items } = each
    const next = step === ITEM ? items : (properties?.[step] ?? (typeof other === 'object' ? other : undefined))
    if (next !== undefined) return next
  }
  return null
}

/** The forms that a value may have. */
function listForms(node: Node): Node[] {
  const [, name] = /^#\/\$defs\/(.+)$/.exec(node.$ref ?? '') ?? []
  const target = name === undefined ? undefined : ROOT.$defs[name]
  if (target !== undefined) return listForms(target)
  return node.anyOf === undefined ? [node] : node.anyOf.flatMap(listForms)
}

const listFields = (node: Node): Completion[] =>
  listForms(node).flatMap(({ properties = {} }) =>
    Object.entries(properties).map(([text, field]) => ({ text, description: describeNode(field) })),
  )

const describeNode = (node: Node): string => node.description ?? listForms(node)[0]?.description ?? ''

const listValues = (node: Node): Completion[] =>
  listForms(node)
    .flatMap(({ type, enum: words = [] }) => (type === 'boolean' ? ['true', 'false'] : words))
    .map((text) => ({ text, description: '' }))
