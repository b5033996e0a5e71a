import { explain, tryNormalize, type Policy } from '@canonist/core'
import { RunError } from '../../run-error.ts'
import {
  findFacts,
  findPages,
  type FoundPage,
  type PageQuery,
  type NamedFact,
} from '@canonist/server/internal/find/find-pages'
import type { Canonist } from '@canonist/server/internal/canonist/open-canonist'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { createPaint, type Paint } from '../../output/paint.ts'
import { formatJson } from '@canonist/core/internal/text/format-json'
import { print } from '../../output/print.ts'
import { showPage, type ShowPageOptions } from './show-page.ts'
import { withCanonist } from '../../with-canonist.ts'
import type { FindFlags } from './command.ts'
import { toPrintable } from '@canonist/core/internal/text/printable'
import { formatTable } from '../../output/format-table.ts'

export async function run(
  environment: Environment,
  flags: FindFlags,
  ...urls: readonly string[]
): Promise<DoneExitCode> {
  checkQuestion(flags, urls)
  const paint = createPaint(environment.hasColour)
  return withCanonist(environment, flags, { readOnly: true }, async (canonist) => {
    const options = { most: flags.limit, listRules: (url: string) => listRules(url, canonist.policy) }
    const write = flags.json ? formatAsJson : (page: FoundPage) => formatAsText(page, paint, options)
    let isAllKnown = true
    const hasFacts =
      flags.host !== undefined && !flags.json && (await printFacts(environment, canonist, flags.host, paint))
    for (const { what, question } of listQuestions(flags, urls)) {
      let isKnown = hasFacts
      for await (const page of findPages(canonist, question)) {
        isKnown = true
        await print(environment.sink, await write(page))
      }
      if (!isKnown) environment.notify(`canonist: ${await describeMiss(environment, canonist, what, question)}`)
      isAllKnown &&= isKnown
    }
    return isAllKnown ? 0 : 1
  })
}

/** Invalid text cannot be added, so its message names the mistake instead. */
async function describeMiss(
  environment: Environment,
  { policy }: Canonist,
  what: string,
  question: PageQuery,
): Promise<string> {
  const outcome = 'url' in question ? tryNormalize(question.url, policy) : null
  if (outcome?.ok !== false) return `${what} is not in the registry. Add it with canonist add.`
  const { correctScheme } = await import('../../help/correct-scheme.ts')
  return correctScheme(environment, outcome.input) ?? outcome.message
}

async function formatAsJson(page: FoundPage): Promise<string> {
  return `${formatJson(page)}\n`
}

/** The rules of the policy that change the URL. */
function listRules(url: string, policy: Policy): string[] {
  const explained = explain(url, policy)
  return explained.ok ? [...new Set(explained.changes.map(({ rule }) => rule))] : []
}

async function formatAsText(page: FoundPage, paint: Paint, options: ShowPageOptions): Promise<string> {
  return `${showPage(page, paint, options)}${page.admissions.length === 0 ? '' : await showAdmissions(page, paint)}`
}

/** Loaded on demand: only admitted pages need the texts of admission. */
async function showAdmissions({ admissions }: FoundPage, paint: Paint): Promise<string> {
  const { showAdmission } = await import('../../output/show-decision.ts')
  return admissions.map((admitted) => `${showAdmission(admitted, paint)}\n`).join('')
}

/** Whether the registry has facts about the host. */
async function printFacts(environment: Environment, canonist: Canonist, host: string, paint: Paint): Promise<boolean> {
  const facts = await findFacts(canonist, host)
  if (facts.length === 0) return false
  await print(environment.sink, `${showFacts(facts, paint)}\n`)
  return true
}

function checkQuestion({ key, host, prefix, subdomains, limit, json }: FindFlags, urls: readonly string[]): void {
  const asked = [key, host, prefix, urls[0]].filter((question) => question !== undefined)
  if (asked.length !== 1)
    throw new RunError(
      'Canonist needs one thing to look for. Pass either URLs, or one of --key, --host and --prefix.',
      2,
    )
  if (json && limit !== undefined)
    throw new RunError('--limit has no effect on JSON, which has all URLs of a page. Leave it out.', 2)
  if (subdomains && host === undefined) throw new RunError('--subdomains has no effect without --host. Add --host.', 2)
}

interface Question {
  readonly what: string
  readonly question: PageQuery
}

function listQuestions({ key, host, prefix, subdomains }: FindFlags, urls: readonly string[]): Question[] {
  if (key !== undefined) return [{ what: `the key ${key}`, question: { key } }]
  if (host !== undefined) return [{ what: `the host ${host}`, question: { host, subdomains } }]
  if (prefix !== undefined) return [{ what: `a page below ${prefix}`, question: { prefix } }]
  return urls.map((url) => ({ what: url, question: { url } }))
}

/** Formats the facts about a host, for people. */
function showFacts(facts: readonly NamedFact[], paint: Paint): string {
  const rows = facts.map(({ name, value, source, observedAt }) => [
    paint('dim', toPrintable(name)),
    value === null ? paint('dim', 'nothing found') : toPrintable(value),
    `${source}, ${observedAt.slice(0, '2026-01-01'.length)}`,
  ])
  return formatTable(rows)
}
