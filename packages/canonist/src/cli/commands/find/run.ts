import { RunError } from '../../run-error.ts'
import type { Admitted } from '../../../registry/admissions/admitted.ts'
import type { PageRecord } from '../../../registry/page-record.ts'
import type { NamedFact } from '../../../registry/facts/fact-rows.ts'
import type { Registry } from '../../../registry/registry.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { createPaint, type Paint } from '../../output/paint.ts'
import { jsonText } from '../../../text/json-text.ts'
import { print } from '../../output/print.ts'
import { showAdmission } from '../../output/show-admission.ts'
import { showFacts } from './show-facts.ts'
import { showPage } from './show-page.ts'
import { withCanonist } from '../../with-canonist.ts'

export interface FindFlags {
  readonly db: string | undefined
  readonly key: string | undefined
  readonly host: string | undefined
  readonly subdomains: boolean
  readonly prefix: string | undefined
  readonly json: boolean
}

export async function findPages(
  environment: Environment,
  flags: FindFlags,
  ...urls: readonly string[]
): Promise<DoneExitCode> {
  checkQuestion(flags, urls)
  const paint = createPaint(environment.hasColour)
  const write = flags.json ? asJson : (page: PageRecord, admissions: Admitted[]) => asText(page, admissions, paint)
  return withCanonist(environment, flags, { readOnly: true }, async (canonist) => {
    const registry = await canonist.registry()
    let isAllKnown = true
    const hasFacts =
      flags.host !== undefined && !flags.json && (await printFacts(environment, registry, flags.host, paint))
    for (const { what, pages } of questionsOf(registry, flags, urls)) {
      let isKnown = hasFacts
      for await (const page of pages) {
        isKnown = true
        await print(environment.sink, write(page, await registry.admissionsOfPage(page.id)))
      }
      if (!isKnown) environment.tell(`canonist: nothing is known of ${what}`)
      isAllKnown &&= isKnown
    }
    return isAllKnown ? 0 : 1
  })
}

function asJson(page: PageRecord, admissions: Admitted[]): string {
  return `${jsonText({ ...page, admissions })}\n`
}

function asText(page: PageRecord, admissions: Admitted[], paint: Paint): string {
  const shown = admissions.map((admitted) => `${showAdmission(admitted, paint)}\n`).join('')
  return `${showPage(page, paint)}${shown}`
}

/** Whether there are any. */
async function printFacts(environment: Environment, registry: Registry, host: string, paint: Paint): Promise<boolean> {
  const facts: NamedFact[] = []
  for await (const fact of registry.factsOf(host)) facts.push(fact)
  if (facts.length > 0) await print(environment.sink, `${showFacts(facts, paint)}\n`)
  return facts.length > 0
}

function checkQuestion({ key, host, prefix, subdomains }: FindFlags, urls: readonly string[]): void {
  const asked = [key, host, prefix, urls[0]].filter((question) => question !== undefined)
  if (asked.length !== 1) throw new RunError('give either URLs, or one of --key, --host and --prefix', 2)
  if (subdomains && host === undefined) throw new RunError('--subdomains goes with --host', 2)
}

interface Question {
  readonly what: string
  readonly pages: AsyncIterable<PageRecord>
}

function questionsOf(registry: Registry, flags: FindFlags, urls: readonly string[]): Question[] {
  const { key, host, prefix, subdomains } = flags
  if (key !== undefined) return [{ what: `the key ${key}`, pages: atMostOne(() => registry.findByKey(key)) }]
  if (host !== undefined) return [{ what: `the host ${host}`, pages: registry.pagesOfHost(host, { subdomains }) }]
  if (prefix !== undefined) return [{ what: `pages below ${prefix}`, pages: registry.pagesWithPrefix(prefix) }]
  return urls.map((url) => ({ what: url, pages: atMostOne(() => registry.find(url)) }))
}

async function* atMostOne(find: () => Promise<PageRecord | null>): AsyncGenerator<PageRecord> {
  const page = await find()
  if (page !== null) yield page
}
