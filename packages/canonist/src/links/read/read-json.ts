import { Gathered, type ReadOutcome, type Wanted } from './found-value.ts'
import { JsonScan, type JsonVisitor } from './scan-json.ts'

/** The wanted fields of a JSON file, which may have comments and trailing commas. */
export function readJson(text: string, wanted: Wanted): ReadOutcome {
  const gathered = new Gathered(wanted)
  // An empty file has no links; whether it should have a field is another matter.
  if (wanted === null && text.trim() === '') return gathered.outcome()
  const end = new JsonScan(text, visitorOf(text, gathered), { isLenient: true }).run()
  if (typeof end !== 'number') return { ok: false, ...end }
  if (end < text.length) return { ok: false, offset: end, message: 'the value has ended, and something follows it' }
  return gathered.outcome()
}

/** The same of a file with a JSON value a line, each of which is an item. */
export function readJsonLines(text: string, wanted: Wanted): ReadOutcome {
  const gathered = new Gathered(wanted)
  const visit = visitorOf(text, gathered)
  let from = text.search(/\S/)
  for (let item = 0; from >= 0 && from < text.length; item += 1) {
    const end = new JsonScan(text, visit, { from, root: [item] }).run()
    if (typeof end !== 'number') return { ok: false, ...end }
    if (end < text.length && !text.slice(from, end).includes('\n')) {
      return { ok: false, offset: end, message: 'a line holds one value, and something follows it' }
    }
    from = end
  }
  return gathered.outcome()
}

function visitorOf(text: string, gathered: Gathered): JsonVisitor {
  return (kind, start, end, path) => {
    if (kind === 'an object') gathered.enter(path, start)
    if (kind === 'list' || !gathered.wants(path)) return
    const common = { path, kind }
    if (kind === 'text') gathered.add({ ...common, ...textAt(text, start, end) })
    else gathered.add({ ...common, text: null, start, end, spelling: 'none' })
  }
}

/** A text without its quotes. */
function textAt(source: string, start: number, end: number) {
  const raw = source.slice(start, end)
  const spelling = raw.includes('\\/') ? ('json-slashes' as const) : ('json' as const)
  return { text: String(JSON.parse(raw)), start: start + 1, end: end - 1, spelling }
}
