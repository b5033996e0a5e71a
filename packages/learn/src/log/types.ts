import type { PolicyFields, PolicySpec } from '@canonist/core/internal/policy/spec'
import type { Pattern, PolicyName } from '@canonist/core/internal/policy/terms'
import type { PageSpool } from './page-spool.ts'
import type { RULE_FAMILIES } from './families.ts'

/** One record of a crawl log: a request and its response. */
export interface CrawlRecord {
  readonly url: string
  /** Any text that is equal for equal bytes. */
  readonly contentHash?: string | undefined
  /** 16 hex digits that differ in few bits for similar texts. */
  readonly simhash?: string | undefined
  readonly size?: number | undefined
  /** Such as `text/html`. Stylesheets, scripts and images prove nothing about pages. Without it, the URL's extension decides. */
  readonly mediaType?: string | undefined
  /** Without it, the record counts as a page. */
  readonly status?: number | undefined
  /** The target of the redirect. */
  readonly redirect?: string | undefined
  /** The canonical URL that the page declares. */
  readonly canonical?: string | undefined
}

export interface LearnOptions {
  /** The site of a host: `www.example.co.uk` → `example.co.uk`. Without it, every host is its own site. */
  readonly registrableDomain?: (host: string) => string
  /** The policy that the learned one extends. Rules that it already has are not learned again. */
  readonly extends?: PolicyName
  readonly name?: string
  /** Whether the records of each site are adjacent. Each site is then learned and released before the next one. */
  readonly sorted?: boolean
  /**
   * Rules of a larger site are proposed from a sample of this many URLs, which keeps the URLs of a page together, and then
   * counted on all of its URLs.
   */
  readonly maxUrlsPerSite?: number
  /** Where the pages of larger sites wait for the count (default: a temporary file). */
  readonly createSpool?: () => PageSpool
  /**
   * Parameters that have no meaning on other sites: names, globs or regular expressions, as in a policy. They need fewer contents
   * as proof, as known tracking and session names always do.
   */
  readonly knownParams?: readonly Pattern[]
  /** The current time. Without it, rules have no dates. */
  readonly now?: () => Date
  /** How many days a rule is to be trusted: sites are rebuilt. */
  readonly validDays?: number
  /**
   * Called before each site whose rules are learned at the end: how many are done, and how many there are. The learner waits for a promise, so
   * that other work gets a turn.
   */
  readonly onSite?: (done: number, sites: number) => void | Promise<void>
}

/** `apply`: proved, and in the policy. `probe`: likely, but fetch and compare first. `reject`: refuted. */
export type RuleTier = 'apply' | 'probe' | 'reject'

export type RuleFamily = keyof typeof RULE_FAMILIES

/** Claims of the site itself, counted separately: they never outweigh contents that differ. */
export interface ClaimCount {
  readonly agree: number
  readonly against: number
}

/** URLs as they were logged, including secrets; `hideSecretsInExamples` makes them safe to show. */
export interface RuleExample {
  readonly urls: readonly [string, string]
  /** The URL that the rule turns both into. */
  readonly becomes: string
}

/** A rule with the evidence for and against it. */
export interface LearnedRule {
  readonly id: string
  readonly family: RuleFamily
  readonly site: string
  readonly host: string
  /** Path prefixes where the rule holds; `/` is the whole host. */
  readonly scope: readonly string[]
  /** Prefixes within the scope where the rule does not hold. */
  readonly except: readonly string[]
  readonly tier: RuleTier
  /** Its fields in the policy. */
  readonly fields: PolicyFields
  /** Distinct contents whose URLs the rule makes equal, and that agree. A collision with several contents counts in part. */
  readonly support: number
  readonly failures: number
  /** Lower end of the 95 % interval of the share that agrees, relative to noise. */
  readonly bound: number
  /** The expected share of chance among all proposals of the site that look at least as good. */
  readonly falseDiscovery: number
  /** The same counts on contents that did not propose the rule. */
  readonly holdOut: { readonly support: number; readonly failures: number }
  /** Agreeing contents that the rule was credited with in advance, for its family and name. */
  readonly prior: number
  readonly redirects: ClaimCount
  readonly canonicals: ClaimCount
  /** How many contents, claims or (without contents) buckets of similar URLs proposed it. */
  readonly proposed: number
  /** URLs that the rule changes. */
  readonly changes: number
  readonly examples: readonly RuleExample[]
  /** All of them for rules of tier `apply` and `probe`; three for rejected rules. */
  readonly counterExamples: readonly RuleExample[]
  /** ISO 8601; only with the option `now`. */
  readonly learnedAt?: string
  /** When the rule should be learned again. It stays active after that, since stored keys depend on it. */
  readonly expiry?: string
}

export interface SiteFigures {
  readonly site: string
  readonly urls: number
  /** Distinct contents among the URLs that have one. */
  readonly contents: number
  /** URLs beyond the first of each content. */
  readonly redundant: number
  /** URLs beyond the first of each output of the learned policy. */
  readonly merged: number
  /** The share of fetches that did not return the real page, as measured; null if nothing measures it. */
  readonly noise: number | null
  readonly rules: number
  /** The size of the sample that proposed the rules, for a site with more URLs than `maxUrlsPerSite`. All URLs were counted. */
  readonly sampled?: number
}

export interface LearnFigures {
  readonly records: number
  /** Records without a valid http(s) URL. Lines of a log that hold no record are not counted here. */
  readonly invalid: number
  readonly urls: number
  readonly sites: number
  readonly redundancy: number
  readonly reduction: number
  /** The average of the sites where it was measured. */
  readonly noise: number | null
}

export interface LearnResult {
  readonly policy: PolicySpec
  /** By site. Includes rejected rules. */
  readonly rules: readonly LearnedRule[]
  readonly figures: LearnFigures
  readonly sites: readonly SiteFigures[]
  /** The rules of tier `probe`. */
  readonly doubtful: readonly LearnedRule[]
}
