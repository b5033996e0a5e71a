import { compilePatterns } from '../policy/pattern.ts'
import { lowerAscii, percentDecode } from '../url/percent.ts'
import { foldName, readRawName, readRawValue, splitPairs } from '../url/query-pairs.ts'
import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import { splitUrl, type UrlParts } from '../url/url-parts.ts'
import { bindCreateNormalizer, bindNormalize } from '../normalize/normalize.ts'
import { getPolicy, type DefineInline, type PolicyRef } from '../normalize/policy.ts'
import { findPolicySettings, type UrlSettings } from './url-settings.ts'
import { memoize } from './memoize.ts'
import { mentionsProcedure } from './title-words.ts'

export type LinkType = 'homepage' | 'section' | 'informative'

export interface Classification {
  readonly linkType: LinkType
  readonly reasons: string[]
  /** From 0 to 1: how reliable the answer is, given that it looks only at the URL and the title. */
  readonly confidence: number
}

export interface ClassifyOptions {
  /** The policy whose words and patterns are used (default: `sources`). */
  readonly policy?: PolicyRef | undefined
  /** The title of the page, if known. */
  readonly title?: string | undefined
}

type Classify = (input: string, options?: ClassifyOptions) => Classification

export function bindClassify(idna: DomainToAscii | null, define: DefineInline | null): Classify {
  const normalize = bindNormalize(idna, define)
  const createNormalizer = bindCreateNormalizer(idna, define)
  return (input, { policy = 'sources', title = '' } = {}) => {
    const plain = normalize(input, 'rfc3986')
    const url = splitParts(plain)
    const settings = findPolicySettings(getPolicy(policy, define), url)
    const listKeptPairs = (): string[] => splitPairs(splitParts(createNormalizer(policy)(plain) ?? plain).query)
    return classifyUrl({ url, settings, title, listKeptPairs })
  }
}

/** @param url normalized */
const splitParts = (url: string): UrlParts => splitUrl(url) as UrlParts

/** The words of a policy in a form that is fast to look up. */
const compileWords = /* @__PURE__ */ memoize(({ languages, pagination, classify }: UrlSettings) => ({
  languages: new Set(Object.values(languages.tokens).flat()),
  languageParams: new Set(languages.params.map(foldName)),
  pageParams: new Set(pagination.params.map(foldName)),
  ids: compilePatterns(classify.ids),
  idParams: new Set(classify.idParams.map(foldName)),
}))

interface Given {
  readonly settings: UrlSettings
  readonly title: string
  /** The pairs that the policy does not remove. Only few URLs are normalized for it. */
  readonly listKeptPairs: () => readonly string[]
}

interface Evidence extends Given {
  readonly pairs: readonly string[]
  /** The segments of the path, without empty ones and those that name a language. */
  readonly segments: readonly string[]
}

interface Test {
  readonly linkType: LinkType
  readonly reason: string
  readonly confidence: number
  readonly holds: (evidence: Evidence) => boolean
}

const NUMBER = /^[0-9]+$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Words joined by hyphens, as titles are written in URLs. Created on use: collecting the letters of Unicode takes a millisecond. */
const isSlug = (text: string): boolean => /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+$/u.test(text)

const hasSlug = ({ segments }: Evidence): boolean => segments.some((segment) => isSlug(removeExtension(segment)))
const hasNumber = ({ segments }: Evidence): boolean =>
  segments.some((segment) => NUMBER.test(removeExtension(segment)) || UUID.test(segment))

/** The first test that holds decides: evidence in the URL beats the depth of its path. */
const TESTS: readonly Test[] = [
  { linkType: 'informative', reason: 'document_extension', confidence: 0.95, holds: hasDocumentExtension },
  { linkType: 'informative', reason: 'known_id', confidence: 0.95, holds: hasKnownId },
  { linkType: 'informative', reason: 'id_parameter', confidence: 0.9, holds: hasIdParameter },
  { linkType: 'homepage', reason: 'no_path', confidence: 0.95, holds: (evidence) => isHome(evidence, 0) },
  { linkType: 'informative', reason: 'number_in_path', confidence: 0.8, holds: hasNumber },
  { linkType: 'informative', reason: 'slug_in_path', confidence: 0.75, holds: hasSlug },
  { linkType: 'informative', reason: 'title_names_procedure', confidence: 0.75, holds: hasProcedureTitle },
  { linkType: 'homepage', reason: 'one_segment', confidence: 0.7, holds: (evidence) => isHome(evidence, 1) },
  { linkType: 'section', reason: 'kept_parameter', confidence: 0.6, holds: ({ segments }) => segments.length < 2 },
  { linkType: 'section', reason: 'two_segments', confidence: 0.6, holds: ({ segments }) => segments.length === 2 },
  { linkType: 'informative', reason: 'deep_path', confidence: 0.7, holds: () => true },
]

/** Decides whether a URL is a home page, a section page or a page about one thing. */
function classifyUrl({ url, ...given }: Given & { readonly url: UrlParts }): Classification {
  const { languages } = compileWords(given.settings)
  const all = url.path
    .split('/')
    .filter((segment) => segment !== '')
    .map(percentDecode)
  const segments = all.filter((segment) => !languages.has(segment.toLowerCase()))
  const evidence = { ...given, pairs: splitPairs(url.query), segments }
  const { linkType, reason, confidence } = TESTS.find(({ holds }) => holds(evidence)) as Test
  return { linkType, reasons: segments.length < all.length ? ['language_segment', reason] : [reason], confidence }
}

/** A parameter that the policy keeps selects something of the site, unless it chooses a language or a page of a list. */
function isHome({ segments, settings, listKeptPairs }: Evidence, depth: number): boolean {
  if (segments.length !== depth) return false
  const kept = listKeptPairs().filter((pair) => pair !== '')
  const { languageParams } = compileWords(settings)
  return kept.every((pair) => languageParams.has(foldName(readRawName(pair))) || isPageNumber(pair, kept, settings))
}

const PAGE_NUMBER = /^[0-9]{1,9}$/

/** `?p=123` alone is the number of a post to one system and of a page to another. */
function isPageNumber(pair: string, kept: readonly string[], settings: UrlSettings): boolean {
  const name = foldName(readRawName(pair))
  const isUncertain = name.length === 1 && kept.length === 1
  return compileWords(settings).pageParams.has(name) && PAGE_NUMBER.test(readRawValue(pair)) && !isUncertain
}

function hasDocumentExtension({ segments, settings }: Evidence): boolean {
  const extension = /\.([^.]+)$/.exec(segments.at(-1) ?? '')?.[1]?.toLowerCase()
  return extension !== undefined && settings.classify.documentExtensions.includes(extension)
}

function hasKnownId({ pairs, segments, settings }: Evidence): boolean {
  const { ids } = compileWords(settings)
  const values = pairs.map((pair) => percentDecode(readRawValue(pair)))
  return [...segments, ...values].some((text) => ids.has(lowerAscii(text)))
}

function hasIdParameter({ pairs, settings }: Evidence): boolean {
  const { idParams } = compileWords(settings)
  return pairs.some((pair) => idParams.has(foldName(readRawName(pair))) && readRawValue(pair) !== '')
}

function hasProcedureTitle({ title, settings }: Evidence): boolean {
  return mentionsProcedure(title, settings.classify.procedureWords)
}

const removeExtension = (segment: string): string => segment.replace(/\.[A-Za-z0-9]{1,5}$/, '')
