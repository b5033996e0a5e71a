import type { Change, Classification, Tier } from '@canonist/core'
import type { PageDocument } from '../extract/document.ts'
import type { Pagination, RedirectStep } from './admission.ts'
import type { Flag, Note, Reason } from './words.ts'

/** What admission itself does to a URL; all other changes are by rules of the normalizer's catalogue. */
export const ADMISSION_RULES = {
  'trim-blanks': { tier: 'safe', does: 'Takes away blanks around the URL that only people overlook.' },
  'assume-scheme': { tier: 'safe', does: 'Puts https:// before a host that has no scheme.' },
  'follow-redirects': { tier: 'safe', does: 'Takes the URL where the redirects end.' },
  'keep-trailing-slash': { tier: 'safe', does: 'Gives a slash back that the server wants.' },
  'keep-http': { tier: 'safe', does: 'Writes http where the site does not serve https.' },
  'map-host': { tier: 'usually-safe', does: 'Writes the host that the site uses for itself.' },
  'prefer-language': { tier: 'lossy', does: 'Takes the version in the preferred language.' },
  'drop-page-number': { tier: 'lossy', does: 'Takes the beginning of a list in pages.' },
} as const satisfies Record<string, { tier: Tier; does: string }>

export type AdmissionRule = keyof typeof ADMISSION_RULES

/** A fragment that single-page applications use for their pages. */
const ROUTE = /^#[!/]/

/** How often the network is asked for versions of one page. */
export const MOST_PROBES = 6

/** What is found out about a URL while it goes through the steps. */
export class Draft {
  readonly original: string
  /** As far as it has come. */
  url: string
  /** After step 7: what is stored where the network proves nothing better. */
  spelled = ''
  /** The same with the slash that step 7 took away, if it took one. */
  withSlash: string | null = null
  /** Whether the input asked for plain http. */
  isPlainHttp = false
  /** Whether the network has its own word for the URL; else it is as we spell it. */
  isFound = false
  /** Whether the page was served; only then the network can tell more of it. */
  isAnswered = false
  /** What was served there. */
  page: PageDocument | null = null
  /** How often versions in other languages may still be asked for. */
  probesLeft = MOST_PROBES
  end: { readonly decision: 'reject' | 'pending'; readonly reason: Reason } | null = null
  fragment: string | null = null
  language: string | null = null
  pagination: Pagination | null = null
  classification: Classification | null = null
  redirectChain: readonly RedirectStep[] = []
  readonly flags = new Set<Flag>()
  readonly notes = new Set<Note>()
  readonly stripped: string[] = []
  readonly alternates = new Map<string, string>()
  readonly trace: Change[] = []

  constructor(original: string) {
    this.original = original
    this.url = original
  }

  /** The URL becomes another one by a rule of admission. */
  rewrite(rule: AdmissionRule, after: string, detail?: string): void {
    if (after === this.url) return
    const { tier } = ADMISSION_RULES[rule]
    this.trace.push({ rule, tier, before: this.url, after, ...(detail === undefined ? {} : { detail }) })
    this.url = after
  }

  /** The URL becomes what the normalizer made of it. */
  respell(after: string, changes: readonly Change[]): void {
    this.trace.push(...changes)
    this.url = after
  }

  /** Writes down a fragment that the URL loses. */
  takeFragment(fragment: string): void {
    this.fragment = fragment
    if (ROUTE.test(fragment)) this.flags.add('spa_fragment')
  }

  reject(reason: Reason): void {
    this.end = { decision: 'reject', reason }
  }

  /** It is not stored now, and may be another time. */
  wait(reason: Reason): void {
    this.end = { decision: 'pending', reason }
  }
}
