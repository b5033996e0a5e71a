import type { Citation } from '@canonist/links/internal/files/cite-links'
import type { Paint } from '../../output/paint.ts'
import { toPrintable } from '@canonist/core/internal/text/printable'

/** Formats a topic for people: what to cite, the sentence to add, and what is missing. */
export function showCitation({ topic, cite, links, gap }: Citation, paint: Paint): string {
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
