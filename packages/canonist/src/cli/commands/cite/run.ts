import { citeLinks, type AskedCitation, type Citation, type Gap } from '@canonist/links/internal/files/cite-links'
import { RunError } from '../../run-error.ts'
import { formatJson } from '@canonist/core/internal/text/format-json'
import { plural } from '@canonist/core/internal/text/plural'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { createPaint, type Paint } from '../../output/paint.ts'
import { print } from '../../output/print.ts'
import { readFlaggedFiles, withLinks } from '../../with-links.ts'
import type { CiteFlags } from './command.ts'
import { toPrintable } from '@canonist/core/internal/text/printable'

export async function run(
  environment: Environment,
  flags: CiteFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const { db, ask, json, quiet } = flags
  if (ask && db === undefined) throw new RunError('--ask needs a registry whose reviewers are asked. Add --db.', 2)
  const files = await readFlaggedFiles(environment, flags, args)
  const citations = await withLinks(environment, flags, {
    files,
    writes: ask,
    use: (options) => citeLinks(files, { ...options, asks: ask }),
  })
  const paint = createPaint(environment.hasColour)
  const show = (id: number): string => `canonist review show ${id}${db === environment.database ? '' : ' --db FILE'}`
  await print(
    environment.sink,
    citations.map((citation) => formatCitation(nameReviewInGap(citation, show), json, paint)).join(''),
  )
  if (!quiet) environment.notify(summarize(citations))
  return citations.some(({ gap }) => gap !== null) ? 1 : 0
}

/** Names the review that is open, or adds the flags that open one. */
function nameReviewInGap(citation: AskedCitation, show: (id: number) => string): Citation {
  const { gap, review } = citation
  if (gap === null) return citation
  return { ...citation, gap: { ...gap, message: formatGap(gap, review, show) } }
}

function formatGap({ code, message }: Gap, review: number | undefined, show: (id: number) => string): string {
  if (code === 'only-home-page' && review !== undefined)
    return `${message} Review ${review} asks whether the home page may be cited: ${show(review)}.`
  if (code !== 'home-page-undecided') return message
  return review === undefined
    ? message.replace(/\.$/, ': --db FILE --ask.')
    : message.replace(/ask a reviewer\.$/, `decide review ${review}: ${show(review)}.`)
}

function formatCitation(citation: Citation, isJson: boolean, paint: Paint): string {
  if (!isJson) return showCitation(citation, paint)
  const { topic, cite, links, gap } = citation
  const { file, entry, place } = topic
  const flat = links.map(({ place: at, ...link }) => Object.assign(link, { line: at.line, column: at.column }))
  return `${formatJson({ file, entry, line: place.line, cite, links: flat, gap })}\n`
}

function summarize(citations: readonly Citation[]): string {
  const cited = citations.filter(({ cite }) => cite !== null)
  const qualified = cited.filter(({ cite }) => cite?.qualifier !== null).length
  const gaps = citations.filter(({ gap }) => gap !== null).length
  const parts = [`${cited.length - qualified} can be cited`, `${qualified} with a qualifier`]
  const rest = `${citations.length - cited.length} not`
  return `canonist: ${plural(citations.length, 'topic')}: ${[...parts, rest].join(', ')}; ${plural(gaps, 'gap')}`
}

/** Formats a topic for people: what to cite, the sentence to add, and what is missing. */
function showCitation({ topic, cite, links, gap }: Citation, paint: Paint): string {
  const where = `${topic.file}:${topic.place.line}${topic.entry === '' ? '' : ` ${topic.entry}`}`
  const also = new Set(links.flatMap(({ verdict, canonical }) => (verdict === 'citable' ? [canonical ?? ''] : [])))
  const refused = links.filter(({ verdict }) => verdict === 'refused')
  const lines = [
    ...(cite === null ? [] : [`  ${paint('green', 'cite')}  ${toPrintable(cite.url)}`]),
    ...(cite === null || cite.qualifier === null ? [] : [`  ${paint('dim', 'say')}   ${toPrintable(cite.qualifier)}`]),
    ...[...also].filter((url) => url !== cite?.url).map((url) => `  ${paint('green', 'also')}  ${toPrintable(url)}`),
    ...refused.map(
      ({ url, reason }) => `  ${paint('red', 'not')}   ${toPrintable(url)} ${paint('dim', `(${reason})`)}`,
    ),
    ...(gap === null
      ? []
      : [`  ${paint('yellow', 'gap')}   ${toPrintable(gap.message)} ${paint('dim', `[${gap.code}]`)}`]),
  ]
  return `${paint('bold', toPrintable(where))}\n${lines.join('\n')}\n`
}
