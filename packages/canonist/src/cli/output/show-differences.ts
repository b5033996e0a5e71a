import type { Differences } from '@canonist/server/internal/policies/registry-policy'
import type { Paint } from './paint.ts'
import { plural } from '@canonist/core/internal/text/plural'
import { toPrintable } from '@canonist/core/internal/text/printable'

/** Formats merges and splits for people. */
export function showDifferences({ pages, changed, merges, splits }: Differences, paint: Paint): string {
  const heading = `${changed.toLocaleString('en')} of ${plural(pages, 'page')} ${changed === 1 ? 'has' : 'have'} a URL that would get another key`
  const mergeLines = merges.examples.flatMap(({ url, pages, from }) => [
    `  ${paint('bold', toPrintable(url))}`,
    ...listUrls(from, pages, paint('dim', '←')),
  ])
  const splitLines = splits.examples.flatMap(({ url, pages, into }) => [
    `  ${paint('bold', toPrintable(url))}`,
    ...listUrls(into, pages, paint('dim', '→')),
  ])
  return [
    heading,
    merges.count === 0
      ? 'No pages would merge'
      : `${plural(merges.pages, 'page')} would merge into ${merges.count.toLocaleString('en')}`,
    ...mergeLines,
    ...listRest(merges.count - merges.examples.length),
    splits.count === 0
      ? 'No pages would split'
      : `${plural(splits.count, 'page')} would split into ${splits.into.toLocaleString('en')}`,
    ...splitLines,
    ...listRest(splits.count - splits.examples.length),
    '',
  ].join('\n')
}

function listUrls(urls: readonly string[], all: number, arrow: string): string[] {
  const rest = all - urls.length
  const lines = urls.map((url) => `    ${arrow} ${toPrintable(url)}`)
  return rest > 0 ? [...lines, `    ${arrow} and ${rest.toLocaleString('en')} more`] : lines
}

function listRest(count: number): string[] {
  return count > 0 ? [`  and ${count.toLocaleString('en')} more`] : []
}
