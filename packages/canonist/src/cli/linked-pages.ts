import type { Health } from '../health/health.ts'
import type { PageVerdict } from '../health/sql/page-verdicts.ts'
import { RULES } from '../knowledge/rules.ts'
import type { Finding, Place, ReportRule } from '../report/finding.ts'
import type { Environment } from './environment.ts'
import { readKnowledgeFiles } from './read-knowledge-files.ts'

/** The pages that files link to, and where. */
export interface LinkedPages {
  readonly pageIds: readonly number[]
  /** Links that the registry does not know. */
  readonly unknown: readonly string[]
  /** Every file that was read. */
  readonly names: readonly string[]
  /** What could not be read, and the rules of that. */
  readonly findings: readonly Finding[]
  readonly rules: readonly ReportRule[]
  /** A finding for each place that links to its page; one that is about no page stays as it is. */
  place(finding: Finding, pages: ReadonlyMap<string, PageVerdict>): Finding[]
}

interface Link {
  readonly url: string
  readonly place: Place
}

const AT_ONCE = 500

export async function findLinkedPages(
  environment: Environment,
  { files, field }: { readonly files: readonly string[]; readonly field: readonly string[] | undefined },
  health: Health,
): Promise<LinkedPages> {
  const read = await readKnowledgeFiles(environment, { field, entries: undefined, as: undefined }, files)
  const links = read.files.flatMap(({ values, placeOf }) =>
    values.flatMap(({ text, start, end }): Link[] =>
      text === null ? [] : [{ url: text, place: placeOf(start, end) }],
    ),
  )
  const [places, unknown] = await locateLinks(health, links)
  return {
    pageIds: [...places.keys()],
    unknown,
    names: read.names,
    findings: read.findings,
    rules: RULES.filter(({ id }) => read.findings.some(({ rule }) => rule === id)),
    place(finding, pages) {
      const at = places.get(pages.get(finding.url)?.pageId ?? 0)
      return at === undefined ? [finding] : at.map((place) => Object.assign({}, finding, { place }))
    },
  }
}

async function locateLinks(health: Health, links: readonly Link[]): Promise<[Map<number, Place[]>, string[]]> {
  const [places, unknown]: [Map<number, Place[]>, string[]] = [new Map(), []]
  for (let start = 0; start < links.length; start += AT_ONCE) {
    const some = links.slice(start, start + AT_ONCE)
    const found = await health.locate(some.map(({ url }) => url))
    for (const [index, { url, place }] of some.entries()) {
      const id = found[index] ?? null
      if (id === null) unknown.push(url)
      else places.set(id, [...(places.get(id) ?? []), place])
    }
  }
  return [places, unknown]
}
