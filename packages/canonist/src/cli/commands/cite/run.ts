import { RunError } from '../../run-error.ts'
import type { Citation } from '../../../links/cite/citation.ts'
import { citeTopics, unreadableTopic } from '../../../links/cite/cite-topics.ts'
import { jsonText } from '../../../text/json-text.ts'
import { citationStory } from './citation-story.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { askAboutHomePages } from './ask-about-home-pages.ts'
import { createPaint, type Paint } from '../../output/paint.ts'
import { plural } from '../../../text/plural.ts'
import { print } from '../../output/print.ts'
import { readKnowledgeFiles, type ReadFiles } from '../../read-knowledge-files.ts'
import { useLinkDesk, type OpenDesk } from '../../use-link-desk.ts'
import type { KnowledgeFlags } from '../../flags/links.ts'

export interface CiteFlags extends KnowledgeFlags {
  readonly ask: boolean
  readonly json: boolean
}

export async function citeKnowledge(
  environment: Environment,
  flags: CiteFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const { db, ask, json, quiet } = flags
  if (ask && db === undefined) throw new RunError('--ask needs --db: the registry whose reviewers are asked', 2)
  const read = await readKnowledgeFiles(environment, flags, args)
  const use = async (desk: OpenDesk): Promise<Citation[]> => {
    const found = await citeAll(read, desk)
    if (ask && desk.registry !== null) await askAboutHomePages(desk.registry, found)
    return found
  }
  const citations = await useLinkDesk(environment, flags, { files: read.files, writes: ask, use })
  const paint = createPaint(environment.hasColour)
  await print(environment.sink, citations.map((citation) => written(citation, json, paint)).join(''))
  if (!quiet) environment.tell(summaryOf(citations))
  return citations.some(({ gap }) => gap !== null) ? 1 : 0
}

async function citeAll(
  { files, findings, rankOf }: ReadFiles,
  { admit, healthOf, policy, registry }: OpenDesk,
): Promise<Citation[]> {
  const mayBeCited = async (url: string): Promise<boolean | null> =>
    (await registry?.homePageDecision(url))?.mayBeCited ?? null
  const desk = { admit, policy, mayBeCited, healthOf }
  const citations: Citation[] = findings.map(unreadableTopic)
  for await (const citation of citeTopics(files, desk)) citations.push(citation)
  return citations.toSorted((a, b) => rankOf(a.topic.file) - rankOf(b.topic.file))
}

function written(citation: Citation, isJson: boolean, paint: Paint): string {
  if (!isJson) return citationStory(citation, paint)
  const { topic, cite, links, gap } = citation
  const { file, entry, place } = topic
  const flat = links.map(({ place: at, ...link }) => Object.assign(link, { line: at.line, column: at.column }))
  return `${jsonText({ file, entry, line: place.line, cite, links: flat, gap })}\n`
}

function summaryOf(citations: readonly Citation[]): string {
  const cited = citations.filter(({ cite }) => cite !== null)
  const qualified = cited.filter(({ cite }) => cite?.qualifier !== null).length
  const gaps = citations.filter(({ gap }) => gap !== null).length
  const parts = [`${cited.length - qualified} can be cited`, `${qualified} with a qualifier`]
  const rest = `${citations.length - cited.length} not`
  return `canonist: ${plural(citations.length, 'topic')}: ${[...parts, rest].join(', ')}; ${plural(gaps, 'gap')}`
}
