import { RunError } from '../bulk/run-error.ts'
import type { PageRecord } from '../registry/page-record.ts'
import type { Registry } from '../registry/registry.ts'
import type { DoneExitCode } from './context.ts'
import type { Environment } from './environment.ts'
import type { FindFlags } from './find.ts'
import { createPaint } from './paint.ts'
import { print } from './print.ts'
import { showPage } from './show-page.ts'
import { useRegistry } from './use-registry.ts'

export async function findPages(
  environment: Environment,
  flags: FindFlags,
  ...urls: readonly string[]
): Promise<DoneExitCode> {
  checkQuestion(flags, urls)
  const paint = createPaint(environment.hasColour)
  const write = flags.json
    ? (page: PageRecord) => `${JSON.stringify(page)}\n`
    : (page: PageRecord) => showPage(page, paint)
  return useRegistry(environment, flags, { readOnly: true }, async (registry) => {
    let isAllKnown = true
    for (const { what, pages } of questionsOf(registry, flags, urls)) {
      let isKnown = false
      for await (const page of pages) {
        isKnown = true
        await print(environment.sink, write(page))
      }
      if (!isKnown) environment.tell(`canonist: nothing is known of ${what}`)
      isAllKnown &&= isKnown
    }
    return isAllKnown ? 0 : 1
  })
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
