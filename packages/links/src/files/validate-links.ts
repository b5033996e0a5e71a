import { policies, type PolicySpec } from '@canonist/core'
import { hasAllowlist } from '@canonist/web/internal/admit/gate'
import { listSections } from '@canonist/web/internal/admit/sections'
import type { LinkFile } from './link-file.ts'
import { createDefaultLevels, RULES } from './rules.ts'
import { validateFiles, type FileFix } from './validate.ts'
import { applyLevels, createLevels, type Levels } from '../report/finding-levels.ts'
import type { Finding, ReportRule } from '../report/finding.ts'
import { HEALTH_RULES } from '../report/health-findings.ts'
import { rejectUnknownFindings } from './reject-unknown-findings.ts'
import { openLinks, type LinksOptions } from './open-links.ts'
import type { LinkFiles } from './read-link-files.ts'

/** A table with more links was not written by hand. */
const MAX_LINKS = 1000

/** Whether a table was collected by a program: its URLs are what it is about, and not links that people wrote. */
const isDataSet = ({ format, values }: Pick<LinkFile, 'format' | 'values'>): boolean =>
  (format === 'csv' || format === 'jsonl') && values.length > MAX_LINKS

export type { FileFix } from './validate.ts'

/** Every finding of `validateLinks`. */
export const LINK_RULES: readonly ReportRule[] = RULES

export interface ValidateLinksOptions extends LinksOptions {
  /** How findings are reported; beats what the policy says. */
  readonly levels?: Levels | undefined
}

export interface LinkReport {
  /** In the order of the files. */
  readonly findings: readonly Finding[]
  /** What `writeFixes` would change; findings that have a replacement are gone then. */
  readonly fixes: readonly FileFix[]
  /** Fixes of files that were found through a link out of the folders searched: they are not written. */
  readonly fixesOutside: readonly FileFix[]
  readonly links: number
  /** Links with a campaign tag that many links share and that is not reported. */
  readonly campaignTags: number
  /** Files that cannot be read, of which no link was missed, and that are not reported. */
  readonly skippedFiles: number
  /** Tables in folders that were not checked, because their many URLs are data. */
  readonly dataSets: number
}

const KNOWN_RULES = [...new Set([...RULES, ...HEALTH_RULES].map(({ id }) => id))]

/**
 * Finds what is wrong with the links of files.
 *
 * @example
 * const files = await readLinkFiles(['docs'])
 * const { findings, fixes } = await validateLinks(files, { policy: policies.links })
 */
export async function validateLinks(files: LinkFiles, options: ValidateLinksOptions): Promise<LinkReport> {
  const links = await openLinks(options)
  const { policy } = links
  const rules = policy.spec.rules ?? {}
  rejectUnknownFindings(Object.keys(rules), KNOWN_RULES, `${options.policyName ?? policy.name}: rules`)
  const hasFields = files.choice.wanted !== null
  const isSources = hasFields || isForSources(policy.spec)
  const lists = [options.levels ?? {}, rules]
  const getLevel = createLevels(lists, createDefaultLevels({ isSources, hasFields }))
  const isOfInterest = ({ rule }: Finding): boolean => isSources || lists.some((list) => Object.hasOwn(list, rule))
  const unlinked = files.unlinked.filter(isOfInterest)
  // With named fields or an own policy, the user has defined what counts as tracking.
  const sparesCampaignTags = !hasFields && options.policy === policies.links
  const judging = { ...files.choice, policy, getLevel, isSources, sparesCampaignTags, isOnline: links.sendsRequests }
  const isSkipped = (file: LinkFile): boolean => !isSources && !files.isNamed(file.name) && isDataSet(file)
  const checked = files.files.filter((file) => !isSkipped(file))
  const found = await validateFiles(checked, links, judging)
  links.throwIfSilent()
  return {
    findings: [...applyLevels([...files.findings, ...unlinked], getLevel), ...found.findings].toSorted(
      (a, b) => files.getRank(a.place?.file) - files.getRank(b.place?.file),
    ),
    fixes: found.fixes.filter(({ file }) => !files.isOutside(file.name)),
    fixesOutside: found.fixes.filter(({ file }) => files.isOutside(file.name)),
    links: found.links,
    campaignTags: found.campaignTags,
    skippedFiles: files.unlinked.length - unlinked.length,
    dataSets: files.files.length - checked.length,
  }
}

/** Whether a policy says which links may be cited: by their hosts, or with which sentence. */
const isForSources = (spec: PolicySpec): boolean =>
  hasAllowlist(spec.hosts ?? {}) || listSections(spec).some(({ citation }) => citation !== undefined)

/** The findings that are left when files have been fixed. */
export function dropFixed(findings: readonly Finding[], fixed: ReadonlySet<string>): Finding[] {
  return findings.filter(({ replacement, place }) => replacement === undefined || !fixed.has(place?.file ?? ''))
}
