import type { Buffer } from 'node:buffer'
import type { Admission } from '../admit/admission.ts'
import type { PageVerdict } from '../health/sql/page-verdicts.ts'
import type { Finding, Place } from '../report/finding.ts'
import { applyEdits, certainEdits, editOf, type Edit } from './edit-file.ts'
import { judgeLink, type LinkFinding } from './judge-link.ts'
import { firstPlace, type FieldChoice, type KnowledgeFile } from './knowledge-file.ts'
import { healthOfLink, heldOf } from './link-health.ts'
import type { FoundValue } from './read/found-value.ts'
import { levelOf } from './rules.ts'

/** How links are judged. */
export interface LinkDesk {
  admit(url: string): Promise<Admission>
  isShortener(url: string): boolean
  /** What is held of the page that a URL leads to; null where nothing is. */
  healthOf(url: string): Promise<PageVerdict | null>
}

/** A file in which links are not as they should be written. */
export interface FileFix {
  readonly file: KnowledgeFile
  readonly bytes: Buffer
  readonly links: number
}

export interface Validation {
  readonly findings: readonly Finding[]
  /** What would be changed; findings that have a replacement are gone then. */
  readonly fixes: readonly FileFix[]
  readonly links: number
}

/** Links that are judged at the same time; what they wait for is the network's to share out. */
const AT_ONCE = 500

/** Judges every link of the files, in their order. */
export async function validateFiles(
  files: readonly KnowledgeFile[],
  desk: LinkDesk,
  { wanted }: Pick<FieldChoice, 'wanted'>,
): Promise<Validation> {
  const findings: Finding[] = []
  const fixes: FileFix[] = []
  const firsts = new FirstPlaces()
  const judged = await judgeAll(files, desk)
  for (const [index, file] of files.entries()) {
    const ofFile = judged[index] ?? []
    const edits = certainEdits(file, editsOf(file, ofFile), wanted)
    for (const finding of findingsOf(file, ofFile, edits, firsts)) findings.push(finding)
    if (ofFile.length === 0 && wanted !== null) findings.push(withoutLinks(file))
    if (edits.length > 0) fixes.push({ file, bytes: applyEdits(file, edits), links: edits.length })
  }
  return { findings, fixes, links: judged.flat().length }
}

async function judgeAll(files: readonly KnowledgeFile[], desk: LinkDesk): Promise<Judged[][]> {
  const all = files.flatMap(({ values }, file) => values.map((value) => ({ file, value })))
  const judged: Judged[][] = files.map(() => [])
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const part = all.slice(at, at + AT_ONCE)
    const answers = await Promise.all(part.map(({ value }) => judge(value, desk)))
    for (const [index, { file }] of part.entries()) judged[file]?.push(answers[index] as Judged)
  }
  return judged
}

/** A value and what is to be said of it. */
interface Judged {
  readonly value: FoundValue
  readonly findings: readonly LinkFinding[]
  /** Of the page, for comparing; empty where it is not known. */
  readonly key: string
}

async function judge(value: FoundValue, desk: LinkDesk): Promise<Judged> {
  const { text, kind } = value
  if (kind === 'null' || text?.trim() === '') return { value, findings: [noLink('The field is empty.')], key: '' }
  if (text === null) return { value, findings: [notALink(kind)], key: '' }
  const admission = await desk.admit(text)
  const said = judgeLink(text, admission, desk.isShortener(text))
  const held = healthOfLink(text, await heldOf(text, admission, desk))
  const news = held.filter(({ rule }) => said.every((finding) => finding.rule !== rule))
  return { value, findings: [...news, ...said], key: admission.dedupeKey }
}

function withoutLinks({ name }: KnowledgeFile): Finding {
  return { ...noLink('The file has none of the fields.'), place: firstPlace(name) }
}

const noLink = (says: string): LinkFinding => ({
  rule: 'no-link',
  level: levelOf('no-link'),
  url: '',
  message: `${says} Find a source for the topic.`,
})

function notALink(kind: string): LinkFinding {
  const cure = kind === 'an object' ? 'Name the field in it, as --field name.url' : 'Write the URL as text'
  return { rule: 'not-a-link', level: levelOf('not-a-link'), url: '', message: `The field holds ${kind}. ${cure}.` }
}

function editsOf(file: KnowledgeFile, judged: readonly Judged[]): Edit[] {
  return judged.flatMap(({ findings }, index) => {
    const replacement = findings.find((finding) => finding.replacement !== undefined)?.replacement
    const edit = replacement === undefined ? null : editOf(file, index, replacement)
    return edit === null ? [] : [edit]
  })
}

function findingsOf(
  file: KnowledgeFile,
  judged: readonly Judged[],
  edits: readonly Edit[],
  firsts: FirstPlaces,
): Finding[] {
  const written = new Map(edits.map((edit) => [edit.value, edit.written]))
  return judged.flatMap(({ value, findings, key }, index) => {
    const place = file.placeOf(value.start, value.end)
    const other = firsts.otherPlace(key, file, value, place)
    const placed = findings.map((finding) => ({ ...certain(finding, written.get(index)), place }))
    return other === null ? placed : [...placed, duplicate(value.text ?? '', place, other)]
  })
}

/** A replacement that cannot be written there for sure is only told. */
function certain({ replacement, ...finding }: LinkFinding, written: string | undefined): Omit<Finding, 'place'> {
  return written === undefined || replacement === undefined ? finding : { ...finding, replacement, written }
}

function duplicate(url: string, place: Place, other: Place): Finding {
  const where = `${other.file}:${other.line}:${other.column}`
  const message = `It leads to the same page as ${where}. Find a link of its own for each topic, or make them one.`
  return { rule: 'duplicate', level: levelOf('duplicate'), url, message, place, other }
}

/** Where each page was linked first; within one topic a page may be linked as often as one likes. */
class FirstPlaces {
  readonly #places = new Map<string, { readonly place: Place; readonly topic: string }>()

  otherPlace(key: string, file: KnowledgeFile, { path }: FoundValue, place: Place): Place | null {
    if (key === '') return null
    const topic = `${file.name} ${file.topicOf(path)}`
    const first = this.#places.get(key)
    if (first === undefined) this.#places.set(key, { place, topic })
    return first === undefined || first.topic === topic ? null : first.place
  }
}
