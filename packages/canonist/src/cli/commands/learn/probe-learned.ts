import type { LearnResult } from '@canonist/core/learn'
import { probeAll, type Probed } from '../../../learn/probe/probe-all.ts'
import type { UrlSample } from '../../../learn/probe/url-sample.ts'
import type { Environment } from '../../environment.ts'
import type { LearnFlags } from './flags.ts'
import { openFetcher } from '../../open-fetcher.ts'
import { startCountedProgress } from '../../output/counted-progress.ts'

/** Holds the doubtful rules against the network, as the flags allow. */
export async function probeLearned(
  environment: Environment,
  flags: LearnFlags,
  result: LearnResult,
  sample: UrlSample,
): Promise<Probed> {
  const fetcher = await openFetcher(flags, true)
  // Most sites need less than their budget, so the total is not known in advance.
  const progress = await startCountedProgress(environment, { total: null, unit: 'requests', isQuiet: flags.quiet })
  let requests = 0
  try {
    return await probeAll(result, {
      fetcher,
      budget: flags.budget,
      maxRedirects: flags.maxRedirects,
      urlsOf: (site) => sample.urlsOf(site),
      sitesAtOnce: flags.concurrency,
      onRequest: () => progress.update((requests += 1)),
    })
  } finally {
    progress.stop()
    await fetcher.close()
  }
}
