import type { Policy } from '@canonist/core'
import { registryOn } from '../../../registry/open-registry.ts'
import type { Database } from '../../../store/database.ts'
import type { Environment } from '../../environment.ts'
import { isUrl } from '../../../text/is-url.ts'
import type { ReadFiles } from '../../read-knowledge-files.ts'

/** Puts the links of files into the registry, so that they are watched from now on; returns how many pages are new. */
export async function addLinks(
  { now }: Environment,
  database: Database,
  { files }: ReadFiles,
  policy: Policy | undefined,
): Promise<number> {
  const links = files.flatMap(({ values }) =>
    values.flatMap(({ text }) => (text !== null && isUrl(text) ? [text] : [])),
  )
  const registry = await registryOn(database, { now, policyIfNew: policy })
  const report = await registry.ingest(new Set(links))
  return report.new
}
