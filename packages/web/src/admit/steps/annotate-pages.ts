import { normalize, findSettings } from '@canonist/core'
import type { Context, Step } from '../context.ts'
import type { Draft } from '../draft.ts'
import { findLinkedPages, listPageParams, type LinkedPages, type PageParam } from '../page-numbers.ts'
import { splitPairs, replacePairs } from '../pairs.ts'
import { isServed } from '../requests.ts'
import { toRequestUrl } from '../url-parts.ts'
import { preferLanguageOfList } from './prefer-language.ts'

/** Step 11: a paginated list is stored by its first page; the page numbers go into `pagination`. */
export const annotatePages: Step = async (draft, context) => {
  // A URL whose request failed stays as spelled.
  if (context.requests !== null && !draft.isAnswered) return
  const { params } = findSettings(context.rules.policy, draft.url).pagination
  const isPageOfList = listPageParams(draft.url, params).length > 0
  // One parameter at a time: without the first, the others may mean something else.
  for (let goesOn = true; goesOn;) {
    const param = findNextParam(draft.url, params)
    goesOn = param !== null && (await dropPage(draft, param, params, context))
  }
  if (isPageOfList) await preferLanguageOfList(draft, context)
  const list = findLinkedPages(draft.page, draft.url, params)
  if (list !== null) draft.pagination ??= { paginated: true, total_pages: list.last, page_param: list.param }
}

/** Parameters with a page number come first. */
function findNextParam(url: string, params: readonly string[]): PageParam | null {
  const found = listPageParams(url, params)
  return found.find(({ page }) => page !== null) ?? found[0] ?? null
}

/** Returns whether the parameter was removed; if it must stay, a flag gives the reason. */
async function dropPage(
  draft: Draft,
  param: PageParam,
  params: readonly string[],
  { rules, requests }: Context,
): Promise<boolean> {
  const linked = findLinkedPages(draft.page, draft.url, params)
  if (param.page === null || isDoubtful(draft.url, param, linked)) return keepPage(draft, 'pagination_uncertain')
  const base = normalize(replacePairs(draft.url, splitPairs(draft.url).toSpliced(param.at, 1)), rules.forFound)
  const visit = requests === null ? null : await requests.get(toRequestUrl(base))
  if (visit !== null && !isServed(visit)) return keepPage(draft, 'pagination_base_unreachable')
  const page = visit?.page() ?? null
  draft.pagination ??= {
    paginated: true,
    total_pages: findLastPage(param.page, linked, findLinkedPages(page, base, params)),
    page_param: param.name,
    current_page: param.page,
  }
  draft.rewrite('drop-page-number', base, `${param.name}=${param.page}`)
  draft.page = page
  for (const [language, url] of draft.alternates) draft.alternates.set(language, removePage(url, param.name))
  return true
}

/** Versions of a list are stored by their first page too. */
function removePage(url: string, name: string): string {
  const [found] = listPageParams(url, [name])
  return found === undefined ? url : replacePairs(url, splitPairs(url).toSpliced(found.at, 1))
}

function keepPage(draft: Draft, why: 'pagination_uncertain' | 'pagination_base_unreachable'): false {
  draft.flags.add(why)
  return false
}

/** `?p=123` alone is the number of a post to one system and of a page to another. */
function isDoubtful(url: string, { name }: PageParam, linked: LinkedPages | null): boolean {
  return name.length === 1 && splitPairs(url).length === 1 && linked === null
}

function findLastPage(current: number, ...linked: readonly (LinkedPages | null)[]): number | null {
  const last = linked.flatMap((pages) => (pages === null ? [] : [pages.last]))
  return last.length === 0 ? null : Math.max(current, ...last)
}
