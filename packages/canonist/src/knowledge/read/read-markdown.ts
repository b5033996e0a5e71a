import { Gathered, type FoundValue, type ReadOutcome, type Wanted } from './found-value.ts'
import { blank } from './markdown-blocks.ts'
import { blankCode } from './markdown-code.ts'
import { decodeEntities, hasStrangeEntity, unescapeMarkdown } from './markdown-entities.ts'
import { linksOf, type MarkdownLink } from './markdown-links.ts'
import { readYaml } from './read-yaml.ts'

/** Between two lines of three dashes at the very beginning; the last may be three dots. */
const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m

/** The wanted fields of the front matter; where no field is named, also the links of the text. */
export function readMarkdown(text: string, wanted: Wanted): ReadOutcome {
  const found = text.startsWith('---') ? FRONT_MATTER.exec(text) : null
  const [whole = '', yaml = ''] = found?.index === 0 ? found : []
  const front = readYaml(yaml, wanted)
  const shift = whole.indexOf('\n') + 1
  if (!front.ok) return { ...front, offset: front.offset + shift }
  const gathered = new Gathered(wanted)
  for (const value of front.values) gathered.add({ ...value, start: value.start + shift, end: value.end + shift })
  if (wanted === null) {
    const body = blank(whole) + text.slice(whole.length)
    for (const link of linksOf(blankCode(body))) gathered.values.push(valueOf(link))
  }
  return gathered.outcome()
}

function valueOf({ raw, start, spelling }: MarkdownLink): FoundValue {
  const text = spelling === 'markdown-text' ? decodeEntities(raw) : unescapeMarkdown(raw)
  const place = { path: [], kind: 'text', start, end: start + raw.length } as const
  return { ...place, text, spelling: hasStrangeEntity(raw) ? 'none' : spelling }
}
