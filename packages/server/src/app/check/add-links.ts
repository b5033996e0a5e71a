import { dropFragment } from '@canonist/links/internal/health/fragments'
import { isUrl } from '@canonist/core/internal/text/is-url'
import type { LinkFiles } from '@canonist/links/internal/files/read-link-files'
import type { Canonist } from '../open-canonist.ts'

/**
 * Puts the links of files into the registry, so that they are watched from now on; returns how many pages are new.
 *
 * Without their fragments: the files name these at every check. In the registry they would be looked for long after the last
 * file dropped them.
 */
export async function addLinks(canonist: Canonist, { files }: Pick<LinkFiles, 'files'>): Promise<number> {
  const links = files.flatMap(({ values }) =>
    values.flatMap(({ text }) => (text !== null && isUrl(text) ? [dropFragment(text)] : [])),
  )
  const registry = await canonist.registry()
  const report = await registry.ingest(new Set(links))
  return report.new
}
