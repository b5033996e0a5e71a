export interface RedirectProblem {
  readonly reason: string
  readonly urls: number
  /** What the reason means. */
  readonly words: string
}

const WORDS: Readonly<Record<string, string>> = {
  too_many_redirects: 'The chain is longer than the limit.',
  redirect_loop: 'The redirects form a loop.',
  redirect_bad_location: 'A redirect has no valid Location header.',
  redirect_out_of_scope: 'A redirect leads outside the scope of the crawl.',
  redirect_to_login: 'A redirect leads to a login page.',
  redirect_not_followed: 'Following redirects is turned off.',
}

interface ReasonTotal {
  readonly reason: string | null
  readonly urls: number
}

/** The reasons that have to do with redirects, over all states; the most frequent first. */
export function listRedirectProblems(totals: readonly ReasonTotal[]): RedirectProblem[] {
  const counts = new Map<string, number>()
  for (const { reason, urls } of totals)
    if (reason?.includes('redirect') === true) counts.set(reason, (counts.get(reason) ?? 0) + urls)
  return [...counts]
    .filter(([, urls]) => urls > 0)
    .map(([reason, urls]) => ({ reason, urls, words: WORDS[reason] ?? '' }))
    .toSorted((a, b) => b.urls - a.urls)
}
