import type { Policy, PolicySpec } from '@canonist/core'
import type { Admission } from '@canonist/web/internal/admit/admission'
import { listSections } from '@canonist/web/internal/admit/sections'
import type { PageVerdict } from '../health/sql/verdicts.sql.ts'
import type { Finding, Place } from '../report/finding.ts'
import { applyLevels, type GetLevel } from '../report/finding-levels.ts'
import { countCampaignTags, NO_CAMPAIGN_TAGS } from './campaign-tags.ts'
import { createCertainUrl } from './certain-url.ts'
import { applyEdits, selectCertainEdits, createEdit, type Edit } from './edit-file.ts'
import { FirstPlaces, type KeyedLink } from './find-duplicates.ts'
import { judgeLink, findTrackingRule, listKeptTag, type Judge } from './judge-link.ts'
import type { LinkFinding } from './link-finding.ts'
import { createFirstPlace, type FieldChoice, type LinkFile } from './link-file.ts'
import { listLinkHealth, findLinkVerdict } from './link-health.ts'
import { isTemplate } from './literal-link.ts'
import { retargetLink } from './retarget-link.ts'
import type { FoundValue } from './read/found-value.ts'
import { getOwnLevel } from './rules.ts'
import { splitIntoChunks } from '@canonist/core/internal/text/chunks'

/** The dependencies of judging links. */
export interface LinkContext {
  admit(url: string): Promise<Admission>
  isShortener(url: string): boolean
  /** The verdict of link health on the page of a URL; null if there is none. */
  findVerdict(url: string): Promise<PageVerdict | null>
}

/** What is validated, and which findings are reported. */
export interface ValidateOptions extends Pick<FieldChoice, 'wanted'> {
  readonly policy: Policy
  readonly getLevel: GetLevel
  /** Whether the links are to be cited as sources. */
  readonly isSources: boolean
  readonly isOnline: boolean
  /** Whether campaign tags of the maintainers are distinguished from tracking parameters of copied links. */
  readonly sparesCampaignTags?: boolean
}

/** A file with links that can be fixed. */
export interface FileFix {
  readonly file: LinkFile
  readonly bytes: Uint8Array
  readonly links: number
}

export interface Validation {
  readonly findings: readonly Finding[]
  /** The changes that `--fix` writes; they resolve all findings with a replacement. */
  readonly fixes: readonly FileFix[]
  readonly links: number
  /** Links with a campaign tag that is not reported. */
  readonly campaignTags: number
}

/** Links judged at the same time. The fetcher limits the requests. */
const AT_ONCE = 500

/** Judges every link of the files, in their order. */
export async function validateFiles(
  files: readonly LinkFile[],
  context: LinkContext,
  options: ValidateOptions,
): Promise<Validation> {
  const { wanted, getLevel, isSources } = options
  const findings: Finding[] = []
  const fixes: FileFix[] = []
  const judged = await judgeAll(files, context, createJudge(files, context, options))
  const firsts = new FirstPlaces(listKeyedLinks(files, judged), isSources)
  for (const [index, file] of files.entries()) {
    const ofFile = judged[index] ?? []
    const edits = selectCertainEdits(file, listEdits(file, ofFile), wanted)
    for (const finding of listFindings(file, ofFile, edits, firsts)) findings.push(finding)
    if (ofFile.length === 0 && wanted !== null) findings.push(createNoFieldFinding(file))
    if (edits.length > 0) fixes.push({ file, bytes: applyEdits(file, edits), links: edits.length })
  }
  const all = judged.flat()
  const campaignTags = getLevel('campaign-tag') === 'off' ? all.filter(({ hasOwnTag }) => hasOwnTag).length : 0
  return { findings: applyLevels(findings, getLevel), fixes, links: all.length, campaignTags }
}

function createJudge(
  files: readonly LinkFile[],
  { isShortener }: LinkContext,
  { wanted, policy, sparesCampaignTags = false, ...options }: ValidateOptions,
): Judge {
  return {
    ...options,
    hasFields: wanted !== null,
    listsParams: listsParams(policy.spec),
    certainUrl: createCertainUrl(policy),
    campaignTags: sparesCampaignTags ? countCampaignTags(listTexts(files)) : NO_CAMPAIGN_TAGS,
    isShortener,
  }
}

function* listTexts(files: readonly LinkFile[]): Generator<string | null> {
  for (const { values } of files) for (const { text } of values) yield text
}

const listsParams = (spec: PolicySpec): boolean =>
  listSections(spec).some(({ query = {} }) => [...(query.keep ?? []), ...(query.keepOnly ?? [])].length > 0)

async function judgeAll(files: readonly LinkFile[], context: LinkContext, rules: Judge): Promise<Judged[][]> {
  const all = files.flatMap(({ values }, file) => values.map((value) => ({ file, value })))
  const judged: Judged[][] = files.map(() => [])
  for (const part of splitIntoChunks(all, AT_ONCE)) {
    const answers = await Promise.all(part.map(({ value }) => judgeValue(value, context, rules)))
    for (const [index, { file }] of part.entries()) judged[file]?.push(answers[index] as Judged)
  }
  return judged
}

/** A value and its findings. */
interface Judged {
  readonly value: FoundValue
  readonly findings: readonly LinkFinding[]
  /** Of the page, for comparing; empty where it is not known. */
  readonly key: string
  /** Whether its tracking parameters are a campaign tag of the maintainers. */
  readonly hasOwnTag: boolean
}

async function judgeValue(value: FoundValue, context: LinkContext, rules: Judge): Promise<Judged> {
  const { text, kind, spelling } = value
  if (kind === 'null' || text?.trim() === '') return toJudged(value, [createNoLinkFinding('The field is empty.')])
  if (text === null) return toJudged(value, [createNotALinkFinding(kind)])
  if (!rules.hasFields && isTemplate(text)) return toJudged(value, [])
  const admission = await context.admit(text)
  const said = judgeLink({ text, spelling }, admission, rules)
  const retarget = (target: string): string | null =>
    retargetLink(target, text, listKeptTag(text, admission, rules), rules.certainUrl)
  const verdict = await findLinkVerdict(text, admission, context)
  const held = applyLevels(listLinkHealth(text, verdict, retarget), rules.getLevel)
  const others = held.filter(({ rule }) => said.every((finding) => finding.rule !== rule))
  const hasOwnTag = findTrackingRule(text, admission.stripped, rules) === 'campaign-tag'
  return { value, findings: shareReplacement([...others, ...said]), key: admission.dedupeKey, hasOwnTag }
}

const toJudged = (value: FoundValue, findings: readonly LinkFinding[]): Judged => ({
  value,
  findings,
  key: '',
  hasOwnTag: false,
})

/** Where a page has moved, the new URL replaces the link whatever else is wrong with it. */
function shareReplacement(findings: readonly LinkFinding[]): readonly LinkFinding[] {
  const replacement = findings.find((finding) => finding.replacement !== undefined)?.replacement
  if (replacement === undefined) return findings
  return findings.map((finding) => (finding.replacement === undefined ? finding : { ...finding, replacement }))
}

function createNoFieldFinding({ name }: LinkFile): Finding {
  return { ...createNoLinkFinding('The file has none of the fields.'), place: createFirstPlace(name) }
}

const createNoLinkFinding = (says: string): LinkFinding => ({
  rule: 'no-link',
  level: getOwnLevel('no-link'),
  url: '',
  message: `${says} Find a source for the topic.`,
})

function createNotALinkFinding(kind: string): LinkFinding {
  const fix = kind === 'an object' ? 'Name the field in it, as --field name.url' : 'Write the URL as text'
  return { rule: 'not-a-link', level: getOwnLevel('not-a-link'), url: '', message: `The field holds ${kind}. ${fix}.` }
}

function* listKeyedLinks(files: readonly LinkFile[], judged: readonly (readonly Judged[])[]): Generator<KeyedLink> {
  for (const [index, file] of files.entries()) {
    for (const { value, key } of judged[index] ?? []) yield { file, value, key }
  }
}

function listEdits(file: LinkFile, judged: readonly Judged[]): Edit[] {
  return judged.flatMap(({ findings }, index) => {
    const replacement = findings.find((finding) => finding.replacement !== undefined)?.replacement
    const edit = replacement === undefined ? null : createEdit(file, index, replacement)
    return edit === null ? [] : [edit]
  })
}

function listFindings(
  file: LinkFile,
  judged: readonly Judged[],
  edits: readonly Edit[],
  firsts: FirstPlaces,
): Finding[] {
  const written = new Map(edits.map((edit) => [edit.value, edit.written]))
  return judged.flatMap(({ value, findings, key }, index) => {
    const place = file.locate(value.start, value.end)
    const other = firsts.findOtherPlace({ file, value, key }, place)
    const placed = findings.map((finding) => ({ ...keepCertain(finding, written.get(index)), place }))
    return other === null ? placed : [...placed, createDuplicateFinding(value.text ?? '', place, other, firsts.advice)]
  })
}

/** A replacement that cannot certainly be written there stays in the message only. */
function keepCertain({ replacement, ...finding }: LinkFinding, written: string | undefined): Omit<Finding, 'place'> {
  return written === undefined || replacement === undefined ? finding : { ...finding, replacement, written }
}

function createDuplicateFinding(url: string, place: Place, other: Place, advice: string): Finding {
  const where = `${other.file}:${other.line}:${other.column}`
  const message = `${url} leads to the same page as ${where}. ${advice}`
  return { rule: 'duplicate', level: getOwnLevel('duplicate'), url, message, place, other }
}
