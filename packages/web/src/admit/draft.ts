import type { Change, Classification, Tier } from '@canonist/core'
import type { PageDocument } from '../extract/document.ts'
import type { Pagination, RedirectStep } from './admission.ts'
import type { AdmissionFlag, AdmissionNote, AdmissionReason } from './words.ts'

/** What admission itself does to a URL; all other changes are by rules of the normalizer's catalogue. */
export const ADMISSION_RULES = {
  'trim-blanks': { tier: 'safe', does: 'Removes invisible blanks around the URL.' },
  'assume-scheme': { tier: 'safe', does: 'Puts https:// before a host that has no scheme.' },
  'follow-redirects': { tier: 'safe', does: 'Uses the URL where the redirects end.' },
  'keep-trailing-slash': { tier: 'safe', does: 'Restores a slash that the server requires.' },
  'keep-http': { tier: 'safe', does: 'Writes http where the site does not serve https.' },
  'map-host': { tier: 'usually-safe', does: 'Writes the host that the site uses for itself.' },
  'prefer-language': { tier: 'lossy', does: 'Uses the version in the preferred language.' },
  'drop-page-number': { tier: 'lossy', does: 'Uses the first page of a paginated list.' },
} as const satisfies Record<string, { tier: Tier; does: string }>

export type AdmissionRule = keyof typeof ADMISSION_RULES

/** A fragment that single-page applications use for their pages. */
const ROUTE = /^#[!/]/

/** How many requests may look for versions of one page. */
export const MAX_PROBES = 6

/**
 * The state of one URL during admission. Each step reads and changes it.
 *
 * A draft is *open* until a step rejects or defers it; then it has an `end`, and no further step runs. `url` is always a whole
 * URL, and every change to it must be recorded in `trace`.
 */
export class Draft {
  readonly original: string
  /** The current form of the URL. */
  url: string
  /** After step 7: the URL to store if the network proves nothing better. */
  spelled = ''
  /** The same with the slash that step 7 took away, if it took one. */
  withSlash: string | null = null
  /** Whether the input asked for plain http. */
  isPlainHttp = false
  /** Whether the network confirmed the URL; else it is only normalized. */
  isFound = false
  /** Whether the page was served; only then further requests make sense. */
  isAnswered = false
  /** What was served there. */
  page: PageDocument | null = null
  /** How often versions in other languages may still be asked for. */
  probesLeft = MAX_PROBES
  end: { readonly decision: 'reject' | 'pending'; readonly reason: AdmissionReason } | null = null
  fragment: string | null = null
  language: string | null = null
  pagination: Pagination | null = null
  classification: Classification | null = null
  redirectChain: readonly RedirectStep[] = []
  readonly flags = new Set<AdmissionFlag>()
  readonly notes = new Set<AdmissionNote>()
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

  reject(reason: AdmissionReason): void {
    this.end = { decision: 'reject', reason }
  }

  /** It is not stored now, and may be another time. */
  defer(reason: AdmissionReason): void {
    this.end = { decision: 'pending', reason }
  }
}
