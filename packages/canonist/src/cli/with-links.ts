import { PolicyError } from '@canonist/core'
import type { Fetcher } from '@canonist/server/internal/fetching/open-fetcher'
import { openSharedFetcher } from '@canonist/server/internal/fetching/open-shared-fetcher'
import type { LinksOptions } from '@canonist/links/internal/files/open-links'
import { readLinkFiles, type LinkFiles } from '@canonist/links/internal/files/read-link-files'
import { RunError } from './run-error.ts'
import type { Environment } from './environment.ts'
import type { LinkFlags } from './flags/links.ts'
import { readNetworkOptions } from './flags/network-options.ts'
import { loadPolicy } from '@canonist/server/internal/policies/load-policy'
import { startCountedProgress } from './output/progress.ts'
import { withCanonist } from './with-canonist.ts'

/** Reads the files, folders and patterns that the arguments name. */
export function readFlaggedFiles(
  environment: Environment,
  { field, entries, as }: Pick<LinkFlags, 'field' | 'entries' | 'as'>,
  args: readonly string[],
): Promise<LinkFiles> {
  return readLinkFiles(args, { fields: field, entries, format: as, stdin: () => environment.stdin() })
}

export interface LinkWork<T> {
  readonly files: LinkFiles
  /** Whether the command writes to the registry. */
  readonly writes: boolean
  readonly use: (options: LinksOptions) => Promise<T>
}

/** Opens the policy, the registry and the network that the flags name. */
export async function withLinks<T>(
  environment: Environment,
  flags: LinkFlags,
  { files, writes, use }: LinkWork<T>,
): Promise<T> {
  const { policy } = await loadPolicy(flags.policy)
  const work = (database: LinksOptions['database']): Promise<T> =>
    withNetwork(environment, flags, files, (fetcher, onProgress) =>
      nameFileInErrors(flags.policy, () =>
        use({ policy, policyName: flags.policy, database, fetcher, onProgress, now: environment.now }),
      ),
    )
  if (flags.db === undefined) return work(null)
  // With --online, facts about hosts are recorded. Only a command that writes may create the registry: for one that reads, a
  // missing registry is a mistyped name.
  return withCanonist(environment, flags, { readOnly: !flags.online && !writes, mustExist: !writes }, work)
}

/** Passes null instead of a fetcher without --online. */
async function withNetwork<T>(
  environment: Environment,
  flags: LinkFlags,
  { files }: LinkFiles,
  use: (fetcher: Fetcher | null, onProgress: (done: number) => void) => Promise<T>,
): Promise<T> {
  if (!flags.online) return use(null, () => undefined)
  const fetcher = await openSharedFetcher(flags.db, await readNetworkOptions(flags))
  const total = files.flatMap(({ values }) => values).length
  const progress = await startCountedProgress(environment, { total, unit: 'links', isQuiet: flags.quiet })
  try {
    return await use(fetcher, progress.update)
  } finally {
    progress.stop()
    await fetcher.close()
  }
}

/** Reports an error that only admission finds like any other error of the policy file. */
async function nameFileInErrors<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PolicyError) throw new RunError(`${file}: ${error.message}`, 2, error)
    throw error
  }
}
