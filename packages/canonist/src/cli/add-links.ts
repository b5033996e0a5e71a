import type { Policy } from '@canonist/core'
import type { Environment } from './environment.ts'
import { isUrl } from './inputs.ts'
import type { ReadFiles } from './read-knowledge-files.ts'
import { useRegistry } from './use-registry.ts'

/** Puts the links of files into the registry, which is made where there is none: from now on they are watched. */
export async function addLinks(
  environment: Environment,
  flags: { readonly db: string | undefined },
  { files }: ReadFiles,
  policy: Policy | undefined,
): Promise<number> {
  const links = files.flatMap(({ values }) =>
    values.flatMap(({ text }) => (text !== null && isUrl(text) ? [text] : [])),
  )
  const report = await useRegistry(environment, flags, { policyIfNew: policy }, (registry) =>
    registry.ingest(new Set(links)),
  )
  return report.new
}
