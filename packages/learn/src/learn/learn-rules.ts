import { bindDefinePolicy } from '@canonist/core/internal/normalize/define-policy'
import { getCompiledPolicy, type Policy } from '@canonist/core/internal/normalize/policy'
import { runPolicy } from '@canonist/core/internal/normalize/run-policy'
import type { PolicySpec, SiteSpec } from '@canonist/core/internal/policy/spec'
import { domainToAscii } from '@canonist/core/internal/url/idna/index'
import { splitUrl } from '@canonist/core/internal/url/url-parts'
import { createPriorRaiser } from '../propose/known-params.ts'
import { learnSite, type SiteResult, type SiteContext } from './learn-site.ts'
import { dropPort } from '../trial/other-ports.ts'
import { readSite } from '../log/site-data.ts'
import { resolveReference } from '../log/resolve-reference.ts'
import { FileSpool } from '../log/file-spool.ts'
import { SiteLog, type Claim } from '../log/site-log.ts'
import type { CrawlRecord, LearnOptions, LearnResult, SiteFigures } from '../log/types.ts'
import { UnsortedLogError } from '../log/unsorted-log-error.ts'
import { computeValidity } from '../compile/validity.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MAX_URLS_PER_SITE } = THRESHOLDS.learnRules

const definePolicy = /* @__PURE__ */ bindDefinePolicy(domainToAscii)

/**
 * Finds rules that say which URLs of a site are the same page, from the log of a crawl.
 *
 * @example
 * const { policy } = await learnRules([{ url: 'https://example.com/?sid=1', contentHash: 'a' }])
 * policy.name // 'learned'
 */
export async function learnRules(
  records: Iterable<CrawlRecord> | AsyncIterable<CrawlRecord>,
  options: LearnOptions = {},
): Promise<LearnResult> {
  const spool = new FileSpool()
  try {
    const learner = new Learner({ createSpool: spool.create, ...options })
    for await (const record of records) learner.add(record)
    return await learner.finish()
  } finally {
    spool.close()
  }
}

/**
 * Collects the records of each site and learns its rules.
 *
 * A site is *open* (its records are collected) or *learned* (its records are released). With sorted logs a site is learned as soon
 * as the next one begins, otherwise at the end.
 *
 * Must never learn a site from a part of its records: a record of a learned site is an `UnsortedLogError`.
 */
class Learner {
  readonly #options: LearnOptions
  readonly #sites = new Map<string, SiteLog>()
  readonly #siteByHost = new Map<string, string>()
  readonly #results: SiteResult[] = []
  readonly #learned = new Set<string>()
  readonly #context: SiteContext
  #records = 0
  #invalid = 0

  constructor(options: LearnOptions) {
    this.#options = options
    this.#context = {
      define: (sections) => this.#define(sections),
      isSharedName: (host) => this.#isSharedName(host),
      raisePrior: createPriorRaiser(options.knownParams ?? []),
      validity: computeValidity(options),
    }
  }

  add(record: CrawlRecord): void {
    this.#records++
    const base = getCompiledPolicy(this.#options.extends ?? 'rfc3986')
    const url = runPolicy(base, record.url, domainToAscii)
    if (url === null) {
      this.#invalid++
      return
    }
    const log = this.#getLog(url)
    const claim = (kind: Claim['kind'], reference: string): void => {
      const to = runPolicy(base, resolveReference(reference, url), domainToAscii)
      if (to !== null) log.addClaim({ kind, from: url, to })
    }
    if (isGiven(record.redirect)) return claim('redirect', record.redirect)
    if (isGiven(record.status) && record.status !== 200) return
    log.addPage(url, record)
    if (isGiven(record.canonical)) claim('canonical', record.canonical)
  }

  #getLog(url: string): SiteLog {
    const site = this.#findSite(readHost(url))
    let log = this.#sites.get(site)
    if (log === undefined) {
      // Otherwise the second half of the site would be learned as a whole one, and would overwrite the first.
      if (this.#learned.has(site)) throw new UnsortedLogError(site)
      if (this.#options.sorted === true) for (const open of this.#listOpenSites()) this.#learn(open)
      log = new SiteLog(site, this.#options.maxUrlsPerSite ?? MAX_URLS_PER_SITE, this.#options.createSpool)
      this.#sites.set(site, log)
    }
    return log
  }

  #findSite(host: string): string {
    let site = this.#siteByHost.get(host)
    if (site === undefined) this.#siteByHost.set(host, (site = this.#options.registrableDomain?.(host) || host))
    return site
  }

  #listOpenSites(): string[] {
    return [...this.#sites.keys()].toSorted()
  }

  #learn(site: string): void {
    const records = this.#sites.get(site)?.read()
    // Released before learning: the parsed records replace the bytes.
    this.#sites.delete(site)
    this.#learned.add(site)
    if (records === undefined) return
    try {
      this.#results.push(learnSite(readSite(records), this.#context))
    } finally {
      records.all?.close()
    }
  }

  /** A section covers the hosts below its own, so a host whose subdomains have other owners (`github.io`) gets none. */
  #isSharedName(host: string): boolean {
    const { registrableDomain } = this.#options
    const name = dropPort(host)
    // An address has no subdomains, and a name such as `wiki` in an intranet is not a public suffix, although no list has it.
    if (registrableDomain === undefined || !name.includes('.') || /^\[|\.\d+$/.test(name)) return false
    return registrableDomain(`below.${name}`) !== this.#findSite(name)
  }

  /** Adds empty sections for hosts of other sites below a host with rules: those rules were not tried on them. */
  #addShields(sites: Record<string, SiteSpec>): Record<string, SiteSpec> {
    const shields = [...this.#siteByHost].filter(([host, site]) => {
      const cover = findCover(host, sites)
      return cover !== null && this.#siteByHost.get(cover) !== site
    })
    const all = { ...Object.fromEntries(shields.map(([host]) => [host, {}])), ...sites }
    return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  #define(sites: Record<string, SiteSpec>): Policy {
    return definePolicy({ name: 'learned', extends: this.#options.extends ?? 'rfc3986', sites })
  }

  async finish(): Promise<LearnResult> {
    const open = this.#listOpenSites()
    for (const [done, site] of open.entries()) {
      await this.#options.onSite?.(done, open.length)
      this.#learn(site)
    }
    const results = this.#results
    const sites = this.#addShields(joinSections(results))
    const policy: PolicySpec = {
      name: this.#options.name ?? 'learned',
      extends: this.#options.extends ?? 'rfc3986',
      ...(Object.keys(sites).length > 0 && { sites }),
    }
    definePolicy(policy)
    const rules = results.flatMap(({ rules }) => rules)
    const figures = results.map(({ figures }) => figures)
    const sum = (name: 'urls' | 'redundant' | 'merged'): number => figures.reduce((all, site) => all + site[name], 0)
    const urls = sum('urls')
    return {
      policy,
      rules,
      figures: {
        records: this.#records,
        invalid: this.#invalid,
        urls,
        sites: figures.length,
        redundancy: urls === 0 ? 0 : sum('redundant') / urls,
        reduction: urls === 0 ? 0 : sum('merged') / urls,
        noise: averageNoise(figures),
      },
      sites: figures,
      doubtful: rules.filter(({ tier }) => tier === 'probe'),
    }
  }
}

/** One by one: a log may have hundreds of thousands of sites, which is more than a call takes as arguments. */
function joinSections(results: readonly SiteResult[]): Record<string, SiteSpec> {
  const all: Record<string, SiteSpec> = {}
  for (const { sections } of results) Object.assign(all, sections)
  return all
}

/** Finds the section above a host that would apply to it; null if it has its own. */
function findCover(host: string, sites: Readonly<Record<string, SiteSpec>>): string | null {
  if (Object.hasOwn(sites, host)) return null
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
    const above = host.slice(dot + 1)
    if (Object.hasOwn(sites, above)) return above
  }
  return null
}

/** The average of the sites where noise was measured, weighted by their URLs. */
function averageNoise(sites: readonly SiteFigures[]): number | null {
  const measured = sites.flatMap(({ noise, urls }) => (noise === null ? [] : [{ noise, urls }]))
  const urls = measured.reduce((sum, site) => sum + site.urls, 0)
  return urls === 0 ? null : measured.reduce((sum, site) => sum + site.noise * site.urls, 0) / urls
}

/** Databases and JSON have null or an empty string for a missing value. */
const isGiven = <Value>(value: Value | undefined): value is Value =>
  value !== undefined && value !== null && value !== ''

function readHost(url: string): string {
  const parts = splitUrl(url)
  return typeof parts === 'string' ? '' : parts.host
}
