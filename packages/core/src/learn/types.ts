import type { PolicyFields, PolicySpec } from '../policy/spec.ts'
import type { Pattern, PolicyName } from '../policy/terms.ts'
import type { PageSpool } from './log/page-spool.ts'
import type { RULE_FAMILIES } from './families.ts'

/** One line of a crawl log: what was asked for and what came back. */
export interface CrawlRecord {
  readonly url: string
  /** Any text that is equal for equal bytes. */
  readonly contentHash?: string | undefined
  /** 16 hex digits: near for texts that are nearly equal. */
  readonly simhash?: string | undefined
  readonly size?: number | undefined
  /** `text/html`. Stylesheets, scripts, images and the like say nothing about pages; without it the URL's extension decides. */
  readonly mediaType?: string | undefined
  /** Without it the record counts as a page that came. */
  readonly status?: number | undefined
  /** Where the answer led to. */
  readonly redirect?: string | undefined
  /** The URL that the page claims to be its own. */
  readonly canonical?: string | undefined
}

export interface LearnOptions {
  /** What belongs to one owner: `www.example.co.uk` → `example.co.uk`. Without it every host is its own site. */
  readonly registrableDomain?: (host: string) => string
  /** The policy that the learned one extends; what it merges already need not be learned. */
  readonly extends?: PolicyName
  readonly name?: string
  /** Records of one site stand together: each site is learned and forgotten before the next begins. */
  readonly sorted?: boolean
  /**
   * Rules of a larger site are proposed by so many of its URLs, chosen by content, so that the URLs of a page stay together. Then
   * they are counted on all of its URLs.
   */
  readonly maxUrlsPerSite?: number
  /** Where the pages of larger sites wait to be counted; without it, in memory. */
  readonly createSpool?: () => PageSpool
  /**
   * Parameters that mean nothing on other sites, as in the lists of a policy: names, globs or expressions. They need fewer
   * contents to be proved, as those that are known for tracking and sessions do.
   */
  readonly knownParams?: readonly Pattern[]
  /** What time it is. With it, rules tell when they were learned and until when they are to be trusted. */
  readonly now?: () => Date
  /** How long a rule is to be trusted, in days: sites are built anew. */
  readonly validDays?: number
}

/** `apply`: proved, and in the policy. `probe`: likely, to be fetched and compared first. `reject`: refuted. */
export type RuleTier = 'apply' | 'probe' | 'reject'

export type RuleFamily = keyof typeof RULE_FAMILIES

/** Claims of the site itself, counted apart: they never make up for content that differs. */
export interface ClaimCount {
  readonly agree: number
  readonly against: number
}

/** URLs as they were logged, secrets and all; `hideSecretsInExamples` makes them fit to be shown. */
export interface RuleExample {
  readonly urls: readonly [string, string]
  /** What the rule makes of both. */
  readonly becomes: string
}

/** One rule with all that speaks for and against it. */
export interface LearnedRule {
  readonly id: string
  readonly family: RuleFamily
  readonly site: string
  readonly host: string
  /** Path prefixes that the rule is limited to; `/` is the whole host. */
  readonly scope: readonly string[]
  /** Prefixes within the scope where the rule does not hold. */
  readonly except: readonly string[]
  readonly tier: RuleTier
  /** What stands in the policy for it. */
  readonly fields: PolicyFields
  /** Distinct contents of which URLs fell together under the rule, and showed the same; fractions where a group was split. */
  readonly support: number
  readonly failures: number
  /** Lower end of the 95 % interval of the share that agrees, relative to what noise allows. */
  readonly bound: number
  /** The share of chance to be expected among all proposals of the site that look at least as good. */
  readonly falseDiscovery: number
  /** The same counts on contents that had no part in proposing the rule. */
  readonly holdOut: { readonly support: number; readonly failures: number }
  /** How many agreeing contents the rule was given in advance for what is known of its family and name. */
  readonly prior: number
  readonly redirects: ClaimCount
  readonly canonicals: ClaimCount
  /** Contents, claims or, without contents, buckets of like URLs that proposed it. */
  readonly proposed: number
  /** URLs that the rule changes. */
  readonly changes: number
  readonly examples: readonly RuleExample[]
  /** Every one for rules that apply or are to be probed; three of rejected ones. */
  readonly counterExamples: readonly RuleExample[]
  /** ISO 8601; where `learnRules` was told what time it is. */
  readonly learnedAt?: string
  /** From then on the rule should be learned anew. It goes on acting: what is a key today must be one tomorrow. */
  readonly expiry?: string
}

export interface SiteFigures {
  readonly site: string
  readonly urls: number
  /** Distinct contents among the URLs that have one. */
  readonly contents: number
  /** URLs that are not the first of their content. */
  readonly redundant: number
  /** URLs that are not the first of their output under the learned policy. */
  readonly merged: number
  /** Share of fetches that did not give what the page is, as measured; null where nothing measures it. */
  readonly noise: number | null
  readonly rules: number
  /** Of a site with more URLs than `maxUrlsPerSite`: so many of them proposed rules, and all of them were counted. */
  readonly sampled?: number
}

export interface LearnFigures {
  readonly records: number
  /** Records that are no http(s) URL. */
  readonly invalid: number
  readonly urls: number
  readonly sites: number
  readonly redundancy: number
  readonly reduction: number
  /** Of the sites where it was measured. */
  readonly noise: number | null
}

export interface LearnResult {
  readonly policy: PolicySpec
  /** By site, the one that merges most first; rejected rules are listed where they were close or contradicted. */
  readonly rules: readonly LearnedRule[]
  readonly figures: LearnFigures
  readonly sites: readonly SiteFigures[]
  /** The rules of tier `probe`. */
  readonly doubtful: readonly LearnedRule[]
}
