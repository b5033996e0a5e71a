import { normalize, settingsAt } from '@canonist/core'
import type { Context, Step } from '../context.ts'
import type { Draft } from '../draft.ts'
import { linkedPages, pageParamsOf, type LinkedPages, type PageParam } from '../page-numbers.ts'
import { pairsOf, withPairs } from '../pairs.ts'
import { isServed } from '../requests.ts'
import { wireUrl } from '../wire.ts'
import { preferLanguageOfList } from './prefer-language.ts'

/** Step 11: a list in pages is stored by its beginning; the rest is written beside it. */
export const annotatePages: Step = async (draft, context) => {
  // A URL that the network was asked about in vain stays as it is spelled.
  if (context.requests !== null && !draft.isAnswered) return
  const { params } = settingsAt(context.rules.policy, draft.url).pagination
  const isPageOfList = pageParamsOf(draft.url, params).length > 0
  // One after the other: what is left may mean something else without the first.
  for (let goesOn = true; goesOn;) {
    const param = nextParam(draft.url, params)
    goesOn = param !== null && (await dropPage(draft, param, params, context))
  }
  if (isPageOfList) await preferLanguageOfList(draft, context)
  const list = linkedPages(draft.page, draft.url, params)
  if (list !== null) draft.pagination ??= { paginated: true, total_pages: list.last, page_param: list.param }
}

/** Those that count come first. */
function nextParam(url: string, params: readonly string[]): PageParam | null {
  const found = pageParamsOf(url, params)
  return found.find(({ page }) => page !== null) ?? found[0] ?? null
}

/** Whether the parameter is gone; where it must stay, a flag says why. */
async function dropPage(
  draft: Draft,
  param: PageParam,
  params: readonly string[],
  { rules, requests }: Context,
): Promise<boolean> {
  const linked = linkedPages(draft.page, draft.url, params)
  if (param.page === null || isDoubtful(draft.url, param, linked)) return keep(draft, 'pagination_uncertain')
  const base = normalize(withPairs(draft.url, pairsOf(draft.url).toSpliced(param.at, 1)), rules.forFound)
  const visit = requests === null ? null : await requests.get(wireUrl(base))
  if (visit !== null && !isServed(visit)) return keep(draft, 'pagination_base_unreachable')
  const page = visit?.page() ?? null
  draft.pagination ??= {
    paginated: true,
    total_pages: lastPage(param.page, linked, linkedPages(page, base, params)),
    page_param: param.name,
    current_page: param.page,
  }
  draft.rewrite('drop-page-number', base, `${param.name}=${param.page}`)
  draft.page = page
  for (const [language, url] of draft.alternates) draft.alternates.set(language, withoutPage(url, param.name))
  return true
}

/** Versions of a list are named by their beginning too. */
function withoutPage(url: string, name: string): string {
  const [found] = pageParamsOf(url, [name])
  return found === undefined ? url : withPairs(url, pairsOf(url).toSpliced(found.at, 1))
}

function keep(draft: Draft, why: 'pagination_uncertain' | 'pagination_base_unreachable'): false {
  draft.flags.add(why)
  return false
}

/** `?p=123` alone is the number of a post to one system and of a page to another. */
function isDoubtful(url: string, { name }: PageParam, linked: LinkedPages | null): boolean {
  return name.length === 1 && pairsOf(url).length === 1 && linked === null
}

function lastPage(current: number, ...linked: readonly (LinkedPages | null)[]): number | null {
  const last = linked.flatMap((pages) => (pages === null ? [] : [pages.last]))
  return last.length === 0 ? null : Math.max(current, ...last)
}
