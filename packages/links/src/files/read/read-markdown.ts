import { ValueCollector, type FoundValue, type ReadOutcome, type Wanted } from './found-value.ts'
import { decodeEntities, hasStrangeEntity, unescapeMarkdown } from './markdown/entities.ts'
import { listLinks, type MarkdownLink } from './markdown/links.ts'
import { readYaml } from './read-yaml.ts'
import { hasTemplateTag } from './template.ts'

/** Between two lines of three dashes at the very beginning; the last may be three dots. */
const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m

/**
 * The wanted fields of the front matter; where no field is named, also the links of the text, whether the front matter can be
 * read or not.
 */
export const readMarkdown = (text: string, wanted: Wanted): ReadOutcome => readDocument(text, wanted, false)

/** The same of MDX, which has JSX and expressions instead of HTML and indented code. */
export const readMdx = (text: string, wanted: Wanted): ReadOutcome => readDocument(text, wanted, true)

/** The front matter with its dashes, and the YAML between them; both empty where there is none. */
export function splitFrontMatter(text: string): { readonly whole: string; readonly yaml: string } {
  const found = text.startsWith('---') ? FRONT_MATTER.exec(text) : null
  const [whole = '', yaml = ''] = found?.index === 0 ? found : []
  return { whole, yaml }
}

function readDocument(text: string, wanted: Wanted, isMdx: boolean): ReadOutcome {
  const { whole, yaml } = splitFrontMatter(text)
  const front = readYaml(yaml, wanted)
  const shift = whole.indexOf('\n') + 1
  const fault = front.ok ? undefined : { message: front.message, offset: front.offset + shift }
  if (fault !== undefined && wanted !== null) return { ok: false, ...fault }
  const collector = new ValueCollector(wanted)
  for (const value of front.ok ? front.values : [])
    collector.add({ ...value, start: value.start + shift, end: value.end + shift })
  // Invalid YAML is read as text, so that no link is missed.
  if (fault !== undefined) for (const value of readBrokenFrontMatter(yaml, shift)) collector.values.push(value)
  if (wanted === null) {
    for (const link of listLinks(text, whole.length, isMdx)) collector.values.push(toValue(link))
  }
  return collector.finish(hasTemplateTag(yaml) ? undefined : fault)
}

/** Its links are judged, but never edited: their escapes in invalid YAML are unknown. */
function readBrokenFrontMatter(yaml: string, shift: number): FoundValue[] {
  const links = listLinks(yaml, 0, false)
  return links.map(({ raw, start, kind, label }) =>
    toValue({ raw, start: start + shift, kind, label, spelling: 'none', list: null, isOfThings: false }),
  )
}

function toValue({ raw, start, kind, spelling, ...where }: MarkdownLink): FoundValue {
  const text = kind === 'target' || kind === 'angle' ? unescapeMarkdown(raw) : decodeEntities(raw)
  const place = { path: [], kind: 'text', start, end: start + raw.length } as const
  const { list, isOfThings, label } = where
  return { ...place, list, isOfThings, label, text, spelling: hasStrangeEntity(raw) ? 'none' : spelling }
}
