import { settle } from '../policy/settle.ts'
import { SPANISH_SOURCES } from '../policy/spanish-sources.ts'
import type { Settings } from '../policy/settings.ts'
import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import { percentDecode } from '../url/percent.ts'
import { foldName, rawName, rawValue, splitPairs } from '../url/query-pairs.ts'
import { splitUrl, type UrlParts } from '../url/url-parts.ts'
import { normalizeWith } from '../normalize/normalize.ts'

export type LinkType = 'homepage' | 'section' | 'informative'

export interface Classification {
  readonly linkType: LinkType
  readonly reasons: string[]
  /** From 0 to 1: how far the URL alone can be trusted to tell. */
  readonly confidence: number
}

type Classify = (input: string) => Classification

/** What the words of a URL are held against; a policy brings its own. */
export type ClassifySettings = Pick<Settings, 'languages' | 'classify'>

export function classifyWith(idna: DomainToAscii | null): Classify {
  const normalize = normalizeWith(idna)
  let settings: ClassifySettings | undefined
  return (input) => {
    settings ??= settle(SPANISH_SOURCES)
    return classifyUrl(splitUrl(normalize(input, 'rfc3986')) as UrlParts, settings)
  }
}

interface Evidence {
  readonly url: UrlParts
  /** The segments of the path, without empty ones and those that name a language. */
  readonly segments: readonly string[]
  readonly settings: ClassifySettings
}

interface Test {
  readonly linkType: LinkType
  readonly reason: string
  readonly confidence: number
  readonly holds: (evidence: Evidence) => boolean
}

const ID_PARAMETERS = ['id', 'codigo', 'expediente']
const OFFICIAL_GAZETTE_ID = /BOE-[A-Z]-[0-9]{4}-[0-9]+/i
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
  { linkType: 'informative', reason: 'boe_id', confidence: 0.95, holds: hasGazetteId },
  { linkType: 'informative', reason: 'id_parameter', confidence: 0.9, holds: hasIdParameter },
  { linkType: 'homepage', reason: 'no_path', confidence: 0.95, holds: ({ segments }) => segments.length === 0 },
  { linkType: 'informative', reason: 'number_in_path', confidence: 0.8, holds: hasNumber },
  { linkType: 'informative', reason: 'slug_in_path', confidence: 0.75, holds: hasSlug },
  { linkType: 'homepage', reason: 'one_segment', confidence: 0.7, holds: ({ segments }) => segments.length === 1 },
  { linkType: 'section', reason: 'two_segments', confidence: 0.6, holds: ({ segments }) => segments.length === 2 },
  { linkType: 'informative', reason: 'deep_path', confidence: 0.7, holds: () => true },
]

/** Tells a home page from a section page and from a page about one thing, as far as the URL tells. */
export function classifyUrl(url: UrlParts, settings: ClassifySettings): Classification {
  const languages = new Set(Object.values(settings.languages.tokens).flat())
  const all = url.path
    .split('/')
    .filter((segment) => segment !== '')
    .map(percentDecode)
  const segments = all.filter((segment) => !languages.has(segment.toLowerCase()))
  const evidence = { url, segments, settings }
  const { linkType, reason, confidence } = TESTS.find(({ holds }) => holds(evidence)) as Test
  return { linkType, reasons: segments.length < all.length ? ['language_segment', reason] : [reason], confidence }
}

function hasDocumentExtension({ segments, settings }: Evidence): boolean {
  const extension = /\.([^.]+)$/.exec(segments.at(-1) ?? '')?.[1]?.toLowerCase()
  return extension !== undefined && settings.classify.documentExtensions.includes(extension)
}

function hasGazetteId({ url }: Evidence): boolean {
  return OFFICIAL_GAZETTE_ID.test(url.path + url.query)
}

function hasIdParameter({ url }: Evidence): boolean {
  return splitPairs(url.query).some((pair) => ID_PARAMETERS.includes(foldName(rawName(pair))) && rawValue(pair) !== '')
}

const baseName = (segment: string): string => segment.replace(/\.[A-Za-z0-9]{1,5}$/, '')
