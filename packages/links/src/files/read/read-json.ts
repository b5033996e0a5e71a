import { ValueCollector, type ReadOutcome, type Wanted } from './found-value.ts'
import { JsonScan, type JsonVisitor } from './scan-json.ts'

/** The wanted fields of a JSON file, which may have comments and trailing commas. */
export function readJson(text: string, wanted: Wanted): ReadOutcome {
  const collector = new ValueCollector(wanted)
  // An empty file has no links; whether it should have a field is another matter.
  if (wanted === null && text.trim() === '') return collector.finish()
  const end = new JsonScan(text, createVisitor(text, collector), { isLenient: true }).run()
  if (typeof end !== 'number') return { ok: false, ...end }
  if (end < text.length) return { ok: false, offset: end, message: 'unexpected text after the value' }
  return collector.finish()
}

/** The same of a file with a JSON value a line, each of which is an item. */
export function readJsonLines(text: string, wanted: Wanted): ReadOutcome {
  const collector = new ValueCollector(wanted)
  const visit = createVisitor(text, collector)
  let from = text.search(/\S/)
  for (let item = 0; from >= 0 && from < text.length; item += 1) {
    const end = new JsonScan(text, visit, { from, root: [item] }).run()
    if (typeof end !== 'number') return { ok: false, ...end }
    if (end < text.length && !text.slice(from, end).includes('\n')) {
      return { ok: false, offset: end, message: 'unexpected text after the value of this line' }
    }
    from = end
  }
  return collector.finish()
}

function createVisitor(text: string, collector: ValueCollector): JsonVisitor {
  return (kind, start, end, path) => {
    if (kind === 'an object') collector.enter(path, start)
    if (kind === 'list' || !collector.wants(path)) return
    const common = { path, kind }
    if (kind === 'text') collector.add({ ...common, ...readTextAt(text, start, end) })
    else collector.add({ ...common, text: null, start, end, spelling: 'none' })
  }
}

/** A text without its quotes. */
function readTextAt(source: string, start: number, end: number) {
  const raw = source.slice(start, end)
  const spelling = raw.includes('\\/') ? ('json-slashes' as const) : ('json' as const)
  return { text: String(JSON.parse(raw)), start: start + 1, end: end - 1, spelling }
}
