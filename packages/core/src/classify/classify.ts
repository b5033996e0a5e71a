import { compilePatterns } from '../policy/pattern.ts'
import { lowerAscii, percentDecode } from '../url/percent.ts'
import { foldName, rawName, rawValue, splitPairs } from '../url/query-pairs.ts'
import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import { splitUrl, type UrlParts } from '../url/url-parts.ts'
import { normalizeWith } from '../normalize/normalize.ts'
import { policyOf, type Define, type PolicyRef } from '../normalize/policy.ts'
import { settingsOf, type SettingsAt } from './settings-at.ts'
import { madeOnce } from './made-once.ts'
import { namesProcedure } from './title-words.ts'

export type LinkType = 'homepage' | 'section' | 'informative'

export interface Classification {
  readonly linkType: LinkType
  readonly reasons: string[]
  /** From 0 to 1: how far the URL alone can be trusted to tell. */
  readonly confidence: number
}

export interface ClassifyOptions {
  /** Whose words the URL is held against; `sources` where nothing else is said. */
  readonly policy?: PolicyRef | undefined
  /** Of the page, where it is known. */
  readonly title?: string | undefined
}

type Classify = (input: string, options?: ClassifyOptions) => Classification

export function classifyWith(idna: DomainToAscii | null, define: Define | null): Classify {
  const normalize = normalizeWith(idna, define)
  return (input, { policy = 'sources', title = '' } = {}) => {
    const url = splitUrl(normalize(input, 'rfc3986')) as UrlParts
    return classifyUrl(url, settingsOf(policyOf(policy, define), url), title)
  }
}

/** What the words of a policy are looked up in. */
const wordsOf = /* @__PURE__ */ madeOnce(({ languages, classify }: SettingsAt) => ({
  languages: new Set(Object.values(languages.tokens).flat()),
  ids: compilePatterns(classify.ids),
  idParams: new Set(classify.idParams.map(foldName)),
}))

interface Evidence {
  readonly pairs: readonly string[]
  /** The segments of the path, without empty ones and those that name a language. */
  readonly segments: readonly string[]
  readonly settings: SettingsAt
  readonly title: string
}

interface Test {
  readonly linkType: LinkType
  readonly reason: string
  readonly confidence: number
  readonly holds: (evidence: Evidence) => boolean
}

const NUMBER = /^[0-9]+$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Words joined by hyphens, as titles are written in URLs. */
const SLUG = /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+$/u

const hasSlug = ({ segments }: Evidence): boolean => segments.some((segment) => SLUG.test(baseName(segment)))
const hasNumber = ({ segments }: Evidence): boolean =>
  segments.some((segment) => NUMBER.test(baseName(segment)) || UUID.test(segment))

/** The first test that holds decides: evidence in the URL beats the depth of its path. */
const TESTS: readonly Test[] = [
  { linkType: 'informative', reason: 'document_extension', confidence: 0.95, holds: hasDocumentExtension },
  { linkType: 'informative', reason: 'known_id', confidence: 0.95, holds: hasKnownId },
  { linkType: 'informative', reason: 'id_parameter', confidence: 0.9, holds: hasIdParameter },
  { linkType: 'homepage', reason: 'no_path', confidence: 0.95, holds: ({ segments }) => segments.length === 0 },
  { linkType: 'informative', reason: 'number_in_path', confidence: 0.8, holds: hasNumber },
  { linkType: 'informative', reason: 'slug_in_path', confidence: 0.75, holds: hasSlug },
  { linkType: 'informative', reason: 'title_names_procedure', confidence: 0.75, holds: hasProcedureTitle },
  { linkType: 'homepage', reason: 'one_segment', confidence: 0.7, holds: ({ segments }) => segments.length === 1 },
  { linkType: 'section', reason: 'two_segments', confidence: 0.6, holds: ({ segments }) => segments.length === 2 },
  { linkType: 'informative', reason: 'deep_path', confidence: 0.7, holds: () => true },
]

/** Tells a home page from a section page and from a page about one thing. */
function classifyUrl(url: UrlParts, settings: SettingsAt, title: string): Classification {
  const { languages } = wordsOf(settings)
  const all = url.path
    .split('/')
    .filter((segment) => segment !== '')
    .map(percentDecode)
  const segments = all.filter((segment) => !languages.has(segment.toLowerCase()))
  const evidence = { pairs: splitPairs(url.query), segments, settings, title }
  const { linkType, reason, confidence } = TESTS.find(({ holds }) => holds(evidence)) as Test
  return { linkType, reasons: segments.length < all.length ? ['language_segment', reason] : [reason], confidence }
}

function hasDocumentExtension({ segments, settings }: Evidence): boolean {
  const extension = /\.([^.]+)$/.exec(segments.at(-1) ?? '')?.[1]?.toLowerCase()
  return extension !== undefined && settings.classify.documentExtensions.includes(extension)
}

function hasKnownId({ pairs, segments, settings }: Evidence): boolean {
  const { ids } = wordsOf(settings)
  const values = pairs.map((pair) => percentDecode(rawValue(pair)))
  return [...segments, ...values].some((text) => ids.has(lowerAscii(text)))
}

function hasIdParameter({ pairs, settings }: Evidence): boolean {
  const { idParams } = wordsOf(settings)
  return pairs.some((pair) => idParams.has(foldName(rawName(pair))) && rawValue(pair) !== '')
}

function hasProcedureTitle({ title, settings }: Evidence): boolean {
  return namesProcedure(title, settings.classify.procedureWords)
}

const baseName = (segment: string): string => segment.replace(/\.[A-Za-z0-9]{1,5}$/, '')
