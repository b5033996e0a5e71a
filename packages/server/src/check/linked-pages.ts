import { policies, type Policy } from '@canonist/core'
import { listRemovedNames } from '@canonist/web/internal/admit/removed-names'
import type { Health } from '@canonist/links/internal/health/health'
import { readFragment, isSameFragment, dropFragment } from '@canonist/links/internal/health/fragments'
import { countCampaignTags, listOwnTag, NO_CAMPAIGN_TAGS } from '@canonist/links/internal/files/campaign-tags'
import { createCertainUrl } from '@canonist/links/internal/files/certain-url'
import { selectCertainEdits, createEdit, type Edit } from '@canonist/links/internal/files/edit-file'
import type { LinkFile } from '@canonist/links/internal/files/link-file'
import type { Wanted } from '@canonist/links/internal/files/read/found-value'
import { retargetLink } from '@canonist/links/internal/files/retarget-link'
import { createDefaultLevels, RULES } from '@canonist/links/internal/files/rules'
import type { Finding, ReportRule } from '@canonist/links/internal/report/finding'
import { applyLevels } from '@canonist/links/internal/report/finding-levels'
import type { LinkFiles } from '@canonist/links/internal/files/read-link-files'
import { splitIntoChunks } from '@canonist/core/internal/text/chunks'
import { isUrl } from '@canonist/core/internal/text/is-url'
import type { Canonist } from '../canonist/open-canonist.ts'

/** The pages that files link to, and where. */
export interface LinkedPages {
  readonly pageIds: readonly number[]
  /** The fragments by which the files name parts of a page. */
  listFragments(pageId: number): readonly string[]
  /** Links that the registry does not know. */
  readonly unknown: readonly string[]
  /** Every file that was read. */
  readonly names: readonly string[]
  /** The rules of what could not be read. */
  readonly rules: readonly ReportRule[]
  /**
   * What could not be read, and a finding for each link that it concerns: a page that no link leads to any more, or a
   * fragment that no link names, is not reported. Findings about a host stay as they are.
   */
  place(found: { readonly findings: readonly Finding[]; readonly pageIds: ReadonlyMap<string, number> }): Finding[]
}

/** A value of a file that is a link. */
interface Link {
  readonly url: string
  readonly file: LinkFile
  /** The number of the value in its file. */
  readonly value: number
}

const AT_ONCE = 500

/**
 * Finds the pages that the links of files lead to.
 *
 * @param policy what the links are judged under; without named fields, `links` spares the campaign tags of the maintainers
 */
export async function findLinkedPages(
  files: LinkFiles,
  health: Pick<Health, 'locate'>,
  policy: Policy = policies.links,
): Promise<LinkedPages> {
  const [places, unknown] = await locateLinks(health, files.files.flatMap(listLinks))
  const retarget = createRetarget(files, policy)
  const hasFields = files.choice.wanted !== null
  const unreadable = applyLevels(files.findings, createDefaultLevels({ isSources: hasFields, hasFields }))
  return {
    pageIds: [...places.keys()],
    listFragments: (pageId) =>
      (places.get(pageId) ?? []).map(({ url }) => readFragment(url)).filter((fragment) => fragment !== null),
    unknown,
    names: files.names,
    rules: RULES.filter(({ id }) => files.findings.some(({ rule }) => rule === id)),
    place({ findings, pageIds }) {
      const findLinks = ({ url, fragment }: Finding): readonly Link[] | undefined =>
        places.get(pageIds.get(url) ?? 0)?.filter((link) => fragment === undefined || hasFragment(link, fragment))
      const written = findReplacements(findings, findLinks, retarget, files.choice.wanted)
      const placed = findings.flatMap(
        (finding) => findLinks(finding)?.map((link) => placeFinding(finding, link, written.get(link))) ?? [finding],
      )
      return [...unreadable, ...placed]
    },
  }
}

function hasFragment({ url }: Link, fragment: string): boolean {
  const own = readFragment(url)
  return own !== null && isSameFragment(own, fragment)
}

const listLinks = (file: LinkFile): Link[] =>
  file.values.flatMap(({ text }, value) => (text === null ? [] : [{ url: text, file, value }]))

async function locateLinks(
  health: Pick<Health, 'locate'>,
  links: readonly Link[],
): Promise<[Map<number, Link[]>, string[]]> {
  const [places, unknown]: [Map<number, Link[]>, string[]] = [new Map(), []]
  for (const some of splitIntoChunks(links, AT_ONCE)) {
    const found = await health.locate(some.map(({ url }) => url))
    for (const [index, link] of some.entries()) {
      const id = found[index] ?? null
      if (id === null) unknown.push(link.url)
      else if (places.has(id)) places.get(id)?.push(link)
      else places.set(id, [link])
    }
  }
  return [places, unknown]
}

/** Returns the URL of a moved page as the link must have it; null if that is not certain. */
type Retarget = (target: string, url: string) => string | null

function createRetarget({ files, choice }: LinkFiles, policy: Policy): Retarget {
  const certainUrl = createCertainUrl(policy)
  const sparesTags = choice.wanted === null && policy === policies.links
  const tags = sparesTags ? countCampaignTags(files.flatMap(listLinks).map(({ url }) => url)) : NO_CAMPAIGN_TAGS
  return (target, url) => {
    const bare = certainUrl(url, { spelling: false, tracking: true, session: false })
    return retargetLink(target, url, listOwnTag(url, listRemovedNames(url, bare), tags), certainUrl)
  }
}

/** What is written instead of a link. */
interface Replaced {
  readonly replacement: string
  /** In the escapes of the file. */
  readonly written: string
}

/** How links are replaced at their places, where that is certain. */
function findReplacements(
  findings: readonly Finding[],
  findLinks: (finding: Finding) => readonly Link[] | undefined,
  retarget: Retarget,
  wanted: Wanted,
): ReadonlyMap<Link, Replaced> {
  const planned = findings.flatMap((finding) =>
    (findLinks(finding) ?? []).flatMap((link) => {
      const replacement = finding.replacement === undefined ? null : retarget(finding.replacement, link.url)
      const edit = replacement === null ? null : createEdit(link.file, link.value, replacement)
      return edit === null || replacement === null ? [] : [{ link, edit, replacement }]
    }),
  )
  const written = new Map<Link, Replaced>()
  for (const [file, ofFile] of Map.groupBy(planned, ({ link }) => link.file)) {
    const plans = new Map<Edit, (typeof ofFile)[number]>(ofFile.map((plan) => [plan.edit, plan]))
    for (const edit of selectCertainEdits(file, [...plans.keys()], wanted)) {
      const plan = plans.get(edit)
      if (plan !== undefined) written.set(plan.link, { replacement: plan.replacement, written: edit.written })
    }
  }
  return written
}

/** With the URL as the file has it. A replacement that cannot be written there for sure is only told. */
function placeFinding(
  { replacement, ...finding }: Finding,
  { url, file, value }: Link,
  replaced: Replaced | undefined,
): Finding {
  const found = file.values[value]
  const placed = found === undefined ? finding : { ...finding, url, place: file.locate(found.start, found.end) }
  return replaced === undefined || replacement === undefined ? placed : { ...placed, ...replaced }
}

/**
 * Puts the links of files into the registry, so that they are watched from now on; returns how many pages are new.
 *
 * Without their fragments: the files name these at every check. In the registry they would be looked for long after the last
 * file dropped them.
 */
export async function addLinks(canonist: Canonist, { files }: Pick<LinkFiles, 'files'>): Promise<number> {
  const links = files.flatMap(({ values }) =>
    values.flatMap(({ text }) => (text !== null && isUrl(text) ? [dropFragment(text)] : [])),
  )
  const registry = await canonist.registry()
  const report = await registry.ingest(new Set(links))
  return report.new
}
