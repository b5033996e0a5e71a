import { PolicyError } from '@canonist/core'
import { RunError } from '../../run-error.ts'
import type { Health } from '../../../health/health.ts'
import type { PageFilter } from '../../../health/page-filter.ts'
import type { PassReport } from '../../../health/pass/pass.ts'
import type { Ruling } from '../../../health/ruling-policy.ts'
import type { TurnedAway } from '../../../health/sql/turned-away.ts'
import { plainHost } from '../../../registry/find.ts'
import type { Database } from '../../../store/database.ts'
import { addLinks } from './add-links.ts'
import type { CheckFlags } from './flags.ts'
import { writeCheckReport } from './check-report.ts'
import type { DoneExitCode } from '../../context.ts'
import { startCountedProgress, type CountedProgress } from '../../output/counted-progress.ts'
import { findLinkedPages, type LinkedPages } from './linked-pages.ts'
import { listDue } from './list-due.ts'
import type { Environment } from '../../environment.ts'
import { loadPolicy } from '../../../app/policies/load-policy.ts'
import { openFetcher } from '../../open-fetcher.ts'
import { plural } from '../../../text/plural.ts'
import { printable } from '../../../text/printable.ts'
import { HEALTH_RULES } from '../../../report/health-findings.ts'
import { refuseUnknownRules } from '../../flags/rule-levels.ts'
import { readKnowledgeFiles, type ReadFiles } from '../../read-knowledge-files.ts'
import { rulingStory } from './ruling-story.ts'
import { useHealth } from '../../use-health.ts'

const RULE_IDS = HEALTH_RULES.map(({ id }) => id)

export async function checkPages(environment: Environment, flags: CheckFlags): Promise<DoneExitCode> {
  refuseUnknownRules(
    (flags.rule ?? []).map(({ rule }) => rule),
    RULE_IDS,
    '--rule',
  )
  const policy = flags.policy === undefined ? undefined : (await loadPolicy(flags.policy)).policy
  const read = await readLinked(environment, flags)
  const fill =
    read === null || !flags.add
      ? undefined
      : async (database: Database) => tellAdded(environment, flags, await addLinks(environment, database, read, policy))
  const code = await useHealth(environment, flags, { policy, fill }, async (health) => {
    const linked = read === null ? null : await findLinkedPages(read, health)
    if (linked !== null) tellUnknown(environment, flags, linked)
    const filter = await filterOf(health, flags, linked)
    if (!flags.quiet) tellTurnedAway(environment, await health.turnedAway(filter))
    if (flags.dryRun) return listDue(environment, flags, health, filter)
    const report = await runPass(environment, flags, health, filter, linked)
    if (!flags.quiet) tellPass(environment, report, health.ruling)
    if (report.isInterrupted) return null
    const code = await writeCheckReport(environment, flags, health, { filter, linked })
    // What was known before is in force all the same, and a build waits for its report.
    if (report.isMute) throw new RunError('no server answered, so nothing was learnt; check the network', 3)
    return code
  })
  return code ?? environment.endInterrupted()
}

const IN_MEMORY = /^(?:sqlite:)?:memory:$/

async function readLinked(environment: Environment, flags: CheckFlags): Promise<ReadFiles | null> {
  const { files, field, url, add, db } = flags
  if (db !== undefined && IN_MEMORY.test(db) && !add)
    throw new RunError(`nothing to check in ${db}, which starts empty; name files with --files, and add --add`, 2)
  if (files === undefined && field !== undefined)
    throw new RunError('--field is about files; name them with --files', 2)
  if (files === undefined && add) throw new RunError('--add is about files; name them with --files', 2)
  if (files === undefined) return null
  if (url !== undefined)
    throw new RunError('--url and --files both say which pages are meant; leave one of them out', 2)
  return readKnowledgeFiles(environment, { field, entries: undefined, as: undefined }, files)
}

function tellAdded({ tell }: Environment, { quiet }: CheckFlags, pages: number): void {
  if (!quiet) tell(`canonist: ${plural(pages, 'new page')} in the registry`)
}

function tellUnknown({ tell }: Environment, { quiet }: CheckFlags, { unknown }: LinkedPages): void {
  const [first, ...others] = unknown
  const more = others.length === 0 ? '' : ` and ${others.length.toLocaleString('en')} more`
  if (first !== undefined && !quiet)
    tell(`canonist: ${printable(first)}${more} not in the registry; --add puts them there`)
}

function tellTurnedAway({ tell }: Environment, { pages, example }: TurnedAway): void {
  if (example === null) return
  const which = pages === 1 ? printable(example) : `${plural(pages, 'page')}, ${printable(example)} among them,`
  tell(
    `canonist: ${which} not looked at: turned away by the newest admission; to watch them, allow them in the policy and admit them again`,
  )
}

async function filterOf(
  health: Health,
  { url, host, all }: CheckFlags,
  linked: LinkedPages | null,
): Promise<PageFilter> {
  const plain = host === undefined ? undefined : plainHost(host)
  if (url === undefined) return { host: plain, isAll: all, pageIds: linked?.pageIds }
  const found = await health.locate(url)
  const unknown = url.find((_, index) => found[index] === null)
  if (unknown !== undefined) throw new RunError(`${unknown} is not in the registry; put it there with canonist add`, 2)
  return { host: plain, pageIds: found.filter((id) => id !== null), isAll: true }
}

// A check postpones the pages of a paused host by itself, and reads as much of a page as it compares.
const FIXED = { maxRedirects: 5, maxWait: Number.POSITIVE_INFINITY, maxBytes: undefined }

async function runPass(
  environment: Environment,
  flags: CheckFlags,
  health: Health,
  filter: PageFilter,
  linked: LinkedPages | null,
): Promise<PassReport> {
  const fetcher = await openFetcher({ ...flags, ...FIXED }, true)
  const bar: { progress?: CountedProgress } = {}
  let done = 0
  try {
    return await health.check({
      fetcher,
      filter,
      fragmentsOf: linked?.fragmentsOf,
      limit: flags.limit,
      concurrency: flags.concurrency,
      readsContent: !flags.headOnly,
      leaseMs: flags.lease * 1000,
      signal: environment.interruption(),
      async onStart(pages) {
        bar.progress = await startCountedProgress(environment, { total: pages, unit: 'pages', isQuiet: flags.quiet })
      },
      onChecked: () => bar.progress?.update((done += 1)),
    })
  } catch (error) {
    if (error instanceof PolicyError)
      throw new RunError(`${flags.policy ?? `the policy ${health.ruling.policy.name}`}: ${error.message}`, 2, error)
    throw error
  } finally {
    bar.progress?.stop()
    await fetcher.close()
  }
}

function tellPass({ tell }: Environment, report: PassReport, ruling: Ruling): void {
  const { checked, changed, pausedHosts, isInterrupted, lacksAllowlist } = report
  const parts = [`${plural(checked, 'page')} looked at`, `${plural(changed, 'verdict')} changed`]
  const done = `${parts.join(', ')} ${rulingStory(ruling)}`
  tell(`canonist: ${done}${isInterrupted ? '; broken off, run it again to go on' : ''}`)
  if (lacksAllowlist)
    tell(
      'canonist: takeovers were not looked for, since that policy has no allowlist; name that of admit with --policy',
    )
  for (const { host, pages, until, reason } of pausedHosts) {
    const why = reason === 'asked' ? 'it asked to be left alone' : 'it failed five times in a row'
    tell(`canonist: ${plural(pages, 'page')} of ${host} postponed until ${until.slice(0, 16)}Z: ${why}`)
  }
}
