import { PolicyError } from '@canonist/core'
import { addLinks } from '@canonist/server/internal/check/linked-pages'
import { findLinkedPages, type LinkedPages } from '@canonist/server/internal/check/linked-pages'
import {
  MAX_WAIT_MS,
  runCheck,
  selectPages,
  type Health,
  type PageFilter,
  type PassReport,
  type PauseReason,
  type EffectivePolicy,
  type TurnedAway,
  type DuePage,
} from '@canonist/server/internal/check/run-check'
import { openSharedFetcher } from '@canonist/server/internal/fetching/open-shared-fetcher'
import { rejectUnknownFindings } from '@canonist/links/internal/files/reject-unknown-findings'
import type { LinkFiles } from '@canonist/links/internal/files/read-link-files'
import { RunError } from '../../run-error.ts'
import { HEALTH_RULES } from '@canonist/links/internal/report/health-findings'
import { plural } from '@canonist/core/internal/text/plural'
import { toPrintable } from '@canonist/core/internal/text/printable'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { readNetworkOptions } from '../../flags/network-options.ts'
import { loadPolicy } from '@canonist/server/internal/policies/load-policy'
import { startCountedProgress, type CountedProgress } from '../../output/progress.ts'
import { readFlaggedFiles } from '../../with-links.ts'
import { withCanonist } from '../../with-canonist.ts'
import { writeCheckReport } from './write-check-report.ts'
import type { CheckFlags } from './command.ts'
import { formatJson } from '@canonist/core/internal/text/format-json'
import { print } from '../../output/print.ts'

const RULE_IDS = HEALTH_RULES.map(({ id }) => id)

export async function run(environment: Environment, flags: CheckFlags): Promise<DoneExitCode> {
  rejectUnknownFindings(
    (flags.rule ?? []).map(({ rule }) => rule),
    RULE_IDS,
    '--rule',
  )
  // Links in files are checked under the policy for links, whatever the registry's own is.
  const named = flags.policy ?? (flags.files === undefined ? undefined : 'links')
  const policy = named === undefined ? undefined : (await loadPolicy(named)).policy
  const read = await readLinked(environment, flags)
  // A database in memory is always new, and --add may create one.
  const mustExist = (flags.db ?? environment.database) !== ':memory:'
  const options = { ...(flags.add ? { policyIfNew: policy } : { mustExist }), health: { policy } }
  const code = await withCanonist(environment, flags, options, async (canonist) => {
    if (read !== null && flags.add) reportAdded(environment, flags, await addLinks(canonist, read))
    const health = await canonist.health()
    const linked = read === null ? null : await findLinkedPages(read, health, policy)
    if (linked !== null) reportUnknown(environment, flags, linked)
    const filter = await selectPages(health, { urls: flags.url, host: flags.host, all: flags.all, linked })
    if (!flags.quiet) reportTurnedAway(environment, await health.countTurnedAway(filter))
    if (flags.dryRun) return listDue(environment, flags, health, filter)
    const report = await runOnce(environment, flags, health, filter, linked)
    if (!flags.quiet) reportPass(environment, report, health.effectivePolicy)
    if (report.isInterrupted) return null
    const code = await writeCheckReport(environment, flags, health, { filter, linked })
    // The earlier verdicts are still valid, and a build waits for its report.
    if (report.isNetworkSilent) throw new RunError('No server answered, so nothing was learned. Check the network.', 3)
    return code
  })
  return code ?? environment.endInterrupted()
}

const IN_MEMORY = /^(?:sqlite:)?:memory:$/

async function readLinked(environment: Environment, flags: CheckFlags): Promise<LinkFiles | null> {
  const { files, field, url, add, db } = flags
  if (db !== undefined && IN_MEMORY.test(db) && !add)
    throw new RunError(
      `There is nothing to check in ${db}, which starts empty. Name files with --files, and add --add.`,
      2,
    )
  if (files === undefined && field !== undefined)
    throw new RunError('--field chooses links in files. Name the files with --files.', 2)
  if (files === undefined && add) throw new RunError('--add adds the links of files. Name the files with --files.', 2)
  if (files === undefined) return null
  if (url !== undefined)
    throw new RunError('--url and --files both choose the pages to check. Leave one of them out.', 2)
  return readFlaggedFiles(environment, { field, entries: undefined, as: undefined }, files)
}

function reportAdded({ notify }: Environment, { quiet }: CheckFlags, pages: number): void {
  if (!quiet) notify(`canonist: ${plural(pages, 'new page')} in the registry`)
}

function reportUnknown({ notify }: Environment, { quiet, add }: CheckFlags, { unknown }: LinkedPages): void {
  const [first, ...others] = unknown
  if (first === undefined || quiet) return
  const [name, more] = [toPrintable(first), `and ${others.length.toLocaleString('en')} more are not`]
  // Of valid links, --add has just added all.
  if (add && others.length === 0) notify(`canonist: ${name} is not a valid http or https URL, so it was not added.`)
  else if (add) notify(`canonist: ${name} ${more} valid http or https URLs, so they were not added.`)
  else if (others.length === 0) notify(`canonist: ${name} is not in the registry. Pass --add to add it.`)
  else notify(`canonist: ${name} ${more} in the registry. Pass --add to add them.`)
}

function reportTurnedAway({ notify }: Environment, { pages, example }: TurnedAway): void {
  if (example === null) return
  const which = pages === 1 ? toPrintable(example) : `${plural(pages, 'page')}, ${toPrintable(example)} among them,`
  notify(
    `canonist: ${which} not checked: rejected by the newest admission. To watch them, allow them in the policy and admit them again.`,
  )
}

// A check leaves pages of hosts that are paused for longer to the next run, and reads as much of a page as it compares.
const FIXED = { maxWait: MAX_WAIT_MS, maxBytes: undefined }

async function runOnce(
  environment: Environment,
  flags: CheckFlags,
  health: Health,
  filter: PageFilter,
  linked: LinkedPages | null,
): Promise<PassReport> {
  const leaseMs = flags.lease
  const network = await readNetworkOptions({ ...flags, ...FIXED })
  const fetcher = await openSharedFetcher(flags.db ?? environment.database, { ...network, leaseMs })
  const bar: { progress?: CountedProgress } = {}
  try {
    return await runCheck(health, {
      fetcher,
      filter,
      linked,
      limit: flags.limit,
      concurrency: flags.concurrency,
      readsContent: !flags.headOnly,
      leaseMs,
      signal: environment.interruption(),
      async onStart(pages) {
        bar.progress = await startCountedProgress(environment, { total: pages, unit: 'pages', isQuiet: flags.quiet })
      },
      onProgress: (done) => bar.progress?.update(done),
    })
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error
    const policy = flags.policy ?? `the policy ${health.effectivePolicy.policy.name}`
    throw new RunError(`${policy}: ${error.message}`, 2, error)
  } finally {
    bar.progress?.stop()
    await fetcher.close()
  }
}

const PAUSE_TEXTS: Readonly<Record<PauseReason, string>> = {
  asked: 'it asked for a pause',
  failing: 'it is failing',
  paused: 'it is paused',
}

function reportPass({ notify }: Environment, report: PassReport, policy: EffectivePolicy): void {
  const { checked, changed, pausedHosts, isInterrupted, lacksAllowlist } = report
  const parts = [`${plural(checked, 'page')} checked`, `${plural(changed, 'verdict')} changed`]
  const done = `${parts.join(', ')} ${describeEffectivePolicy(policy)}`
  notify(`canonist: ${done}${isInterrupted ? '. The check was interrupted. Run it again to resume.' : ''}`)
  if (lacksAllowlist)
    notify(
      'canonist: this policy has no allowlist, so redirects to other hosts were not suspected as takeovers. Pass the policy of admit with --policy.',
    )
  for (const { host, pages, until, reason } of pausedHosts) {
    const when = until === null ? 'until it is resumed' : `until ${until.slice(0, 16)}Z`
    notify(`canonist: ${plural(pages, 'page')} of ${host} postponed ${when}: ${PAUSE_TEXTS[reason]}`)
  }
}

/** Lists the pages that a pass would check, one per line; `--format json` prints an object per line. */
async function listDue(
  environment: Environment,
  { format, limit = Number.POSITIVE_INFINITY, quiet }: CheckFlags,
  health: Health,
  filter: PageFilter,
): Promise<DoneExitCode> {
  let count = 0
  for await (const page of health.streamDue(filter)) {
    if (count >= limit) break
    count += 1
    await print(environment.sink, format === 'json' ? `${formatJson(page)}\n` : formatDuePage(page))
  }
  if (!quiet)
    environment.notify(`canonist: ${plural(count, 'page')} due ${describeEffectivePolicy(health.effectivePolicy)}`)
  return 0
}

const formatDuePage = ({ priority, verdict, checkedAt, url }: DuePage): string =>
  `${priority}  ${(verdict ?? 'new').padEnd(16)}  ${(checkedAt ?? 'never').slice(0, 10).padEnd(10)}  ${toPrintable(url)}\n`

const OWNERS: Readonly<Record<EffectivePolicy['from'], string>> = {
  caller: '',
  admissions: ', from the newest admission',
  registry: ', from the registry',
}

/** `(policy sources, from the newest admission)`: shows whose allowlist was used. */
const describeEffectivePolicy = ({ policy, from }: EffectivePolicy): string =>
  `(policy ${toPrintable(policy.name)}${OWNERS[from]})`
