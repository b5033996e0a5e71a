import { findSettings, type UrlSettings } from '@canonist/core'
import type { Step } from '../context.ts'
import type { Draft } from '../draft.ts'
import { LanguageSearch, type Variant } from '../language-search.ts'
import { listPageParams } from '../page-numbers.ts'
import { findUrlLanguage } from '../url-language.ts'
import { isMissingVersion, type MissingVersion } from '../words.ts'

type Languages = UrlSettings['languages']

/** Step 10: chooses the version in the language that the policy prefers, and lists the others. */
export const preferLanguage: Step = async (draft, context) => {
  const { languages, pagination } = findSettings(context.rules.policy, draft.url)
  const { requests } = context
  if (requests === null || !draft.isAnswered) return readLanguageFromUrl(draft, languages)
  const search = new LanguageSearch(draft, context, requests, languages)
  draft.language = search.language
  if (!search.hasVariants) return
  await findPreferred(draft, search, languages)
  for (const [language, url] of search.declared) if (!search.missing.has(language)) remember(draft, language, url)
  // Versions of a list are looked for when its beginning is known.
  if (listPageParams(draft.url, pagination.params).length === 0) await guessOthers(draft, search, languages)
}

/** After step 11, for a page of a list: in the preferred language the list may have fewer pages. */
export const preferLanguageOfList: Step = async (draft, context) => {
  const { requests } = context
  if (requests === null || !draft.isAnswered) return
  const { languages } = findSettings(context.rules.policy, draft.url)
  const search = new LanguageSearch(draft, context, requests, languages)
  if (!search.hasVariants) return
  const missing = [...draft.flags].find(isMissingVersion)
  if (missing !== undefined && draft.flags.delete(missing)) await findPreferred(draft, search, languages)
  await guessOthers(draft, search, languages)
}

/** Offline nothing is rewritten, because nothing can be proved. */
function readLanguageFromUrl(draft: Draft, languages: Languages): void {
  draft.language = findUrlLanguage(draft.url, languages)?.language ?? null
  if (isUnwanted(draft, languages)) draft.flags.add('language_unverified')
}

const isUnwanted = ({ language }: Draft, { prefer }: Languages): boolean =>
  language !== null && prefer.length > 0 && !prefer.includes(language)

async function findPreferred(draft: Draft, search: LanguageSearch, { prefer, ...rest }: Languages): Promise<void> {
  for (const language of prefer) {
    if (language === draft.language) return
    const variant = await search.find(language)
    if (variant !== null) return take(draft, language, variant)
  }
  if (isUnwanted(draft, { prefer, ...rest })) {
    draft.flags.add(search.isComplete ? formatMissingVersion(prefer[0] ?? '') : 'language_unverified')
  }
}

function take(draft: Draft, language: string, { url, visit }: Variant): void {
  if (draft.language !== null) draft.alternates.set(draft.language, draft.url)
  draft.rewrite('prefer-language', url, language)
  draft.language = language
  draft.page = visit.page()
}

async function guessOthers(draft: Draft, search: LanguageSearch, { note, tokens }: Languages): Promise<void> {
  for (const language of new Set([...note, ...Object.keys(tokens)])) {
    if (language === draft.language || draft.alternates.has(language)) continue
    const variant = await search.guess(language)
    if (variant !== null) remember(draft, language, variant.url)
  }
}

function remember(draft: Draft, language: string, url: string): void {
  const isNew = language !== draft.language && url !== draft.url && !draft.alternates.has(language)
  if (isNew) draft.alternates.set(language, url)
}

/** `no_spanish_version` where `es` is preferred. */
function formatMissingVersion(language: string): MissingVersion {
  return `no_${findEnglishName(language).toLowerCase().replace(/\W+/g, '_')}_version`
}

function findEnglishName(language: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}
