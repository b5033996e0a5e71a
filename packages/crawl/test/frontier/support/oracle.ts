import { normalize } from '@canonist/core'
import type { Claim } from '../../../src/frontier/claim/claim.ts'
import type { FrontierState } from '../../../src/frontier/frontier-state.ts'
import { DAY, MINUTE, SECOND, START } from './stage.ts'

/** A page as the oracle sees it. */
interface OracleUrl {
  url: string
  state: FrontierState
  reason: string | null
  dueAt: number | null
  attempts: number
  claims: number
  token: number | null
  /** Handed out alone. */
  isSuspect: boolean
  /** With which other leases its lease is lost, should its worker die. */
  cohort: number
  /** The cohorts it was lost with since its last result. */
  lostWith: Set<number>
  fetches: number
  mergedInto: OracleUrl | null
}

interface OracleHost {
  allowedAt: number
  heldUntil: number | null
  failures: number
}

export interface OracleClaim {
  readonly url: string
  readonly claims: number
  readonly attempts: number
}

const readHost = (url: string): string => new URL(url).hostname

/** What a frontier must do, said as simply as possible: a map of URLs, a map of hosts, one step after the other. */
export class Oracle {
  now = START
  /** By key: a page under its own URL, or the one that the URL leads to. */
  readonly #leads = new Map<string, OracleUrl>()
  readonly #urls = new Set<OracleUrl>()
  readonly #hosts = new Map<string, OracleHost>()
  readonly #byClaim = new Map<string, OracleUrl>()
  #cohort: number | null = null

  submit(raw: readonly string[]): number {
    let queued = 0
    for (const key of raw.map((url) => normalize(url))) {
      this.#host(readHost(key))
      if (this.#leads.has(key)) continue
      this.#add(key)
      queued += 1
    }
    return queued
  }

  #add(key: string): OracleUrl {
    const url: OracleUrl = {
      url: key,
      state: 'pending',
      reason: null,
      dueAt: this.now,
      attempts: 0,
      claims: 0,
      token: null,
      isSuspect: false,
      cohort: 0,
      lostWith: new Set(),
      fetches: 0,
      mergedInto: null,
    }
    this.#leads.set(key, url)
    this.#urls.add(url)
    return url
  }

  #host(name: string): OracleHost {
    const known = this.#hosts.get(name)
    if (known !== undefined) return known
    const host = { allowedAt: this.now, heldUntil: null, failures: 0 }
    this.#hosts.set(name, host)
    return host
  }

  /** The suspects that have waited longest: one of them is handed out, and nothing else. */
  suspects(): OracleUrl[] {
    const due = [...this.#urls].filter((url) => {
      const host = this.#host(readHost(url.url))
      return url.isSuspect && this.#isDue(url) && host.heldUntil === null && host.allowedAt <= this.now
    })
    const first = Math.min(...due.map(({ dueAt }) => dueAt ?? 0))
    return due.filter(({ dueAt }) => dueAt === first)
  }

  #isDue({ token, dueAt }: OracleUrl): boolean {
    return token === null && dueAt !== null && dueAt <= this.now
  }

  /** Whether something of a host may be handed out, and what could be: any of those that have waited longest. */
  candidates(): Map<string, OracleUrl[]> {
    this.#expire()
    const due = new Map<string, OracleUrl[]>()
    for (const [name, host] of this.#hosts) {
      if (host.heldUntil !== null || host.allowedAt > this.now) continue
      const urls = [...this.#urls].filter((url) => readHost(url.url) === name && !url.isSuspect && this.#isDue(url))
      const first = Math.min(...urls.map(({ dueAt }) => dueAt ?? 0))
      if (urls.length > 0)
        due.set(
          name,
          urls.filter(({ dueAt }) => dueAt === first),
        )
    }
    return due
  }

  /** Hosts whose lease has run out give back what was leased. */
  #expire(): void {
    for (const [name, host] of this.#hosts) {
      if (host.heldUntil === null || host.heldUntil > this.now) continue
      host.heldUntil = null
      for (const url of this.#urls) if (url.token !== null && readHost(url.url) === name) this.#lose(url)
    }
  }

  /** Its worker was lost: five times for certain by its own fault is too often. */
  #lose(url: OracleUrl): void {
    url.token = null
    url.lostWith.add(url.cohort)
    const others = [...this.#urls].filter((other) => other !== url)
    const ownFault = [...url.lostWith].filter((cohort) => !others.some(({ lostWith }) => lostWith.has(cohort)))
    url.isSuspect = url.claims >= 2 && ownFault.length < 5
    if (ownFault.length < 5) {
      this.#become(url, 'retry', 'lease_expired', this.now + MINUTE * 2 ** (url.claims - 1))
      return
    }
    this.#become(url, 'dead', 'poison', null)
    this.#dropCohorts(url)
  }

  #dropCohorts(url: OracleUrl): void {
    for (const cohort of url.lostWith) for (const { lostWith } of this.#urls) lostWith.delete(cohort)
  }

  #clear(url: OracleUrl): void {
    url.claims = 0
    url.isSuspect = false
    url.lostWith.clear()
  }

  claimed(claims: readonly Claim[], isBusy: boolean): void {
    if (!isBusy && claims.length > 0) this.#cohort = null
    for (const { url, token } of claims) {
      const found = this.#leads.get(url)
      if (found === undefined) throw new Error(`${url} is unknown`)
      this.#cohort ??= token
      found.token = token
      found.cohort = this.#cohort
      found.claims += 1
      this.#host(readHost(url)).heldUntil = this.now + 2 * MINUTE
      this.#byClaim.set(`${url} ${token}`, found)
    }
  }

  /** The URL of a lease that still holds. If it does not, its worker was late, and not lost with the URL. */
  #reported(claim: Claim): OracleUrl | null {
    const held = this.#held(claim)
    if (held === null) this.#byClaim.get(`${claim.url} ${claim.token}`)?.lostWith.clear()
    return held
  }

  /** The URL of a lease that still holds. */
  #held({ url, token }: Claim): OracleUrl | null {
    const found = this.#byClaim.get(`${url} ${token}`)
    return found?.token === token ? found : null
  }

  #become(url: OracleUrl, state: FrontierState, reason: string | null, dueAt: number | null): void {
    Object.assign(url, { state, reason, dueAt })
  }

  #end(url: OracleUrl): void {
    url.token = null
    this.#host(readHost(url.url)).heldUntil = null
  }

  #asked(name: string): OracleHost {
    const host = this.#host(name)
    host.allowedAt = Math.max(host.allowedAt, this.now + SECOND)
    return host
  }

  release(claim: Claim): boolean {
    const url = this.#reported(claim)
    if (url === null) return false
    this.#end(url)
    url.claims -= 1
    return true
  }

  heartbeat(claim: Claim): boolean {
    const url = this.#held(claim)
    if (url !== null) this.#host(readHost(url.url)).heldUntil = this.now + 2 * MINUTE
    return url !== null
  }

  fetched(claim: Claim, finalUrl: string | null): boolean {
    const url = this.#reported(claim)
    if (url === null) return false
    const host = this.#asked(readHost(url.url))
    host.failures = 0
    this.#end(url)
    this.#clear(url)
    const key = finalUrl === null ? url.url : normalize(finalUrl)
    const owner = key === url.url ? undefined : this.#leads.get(key)
    if (key === url.url) this.#visit(url)
    else if (owner === undefined) this.#rename(url, key)
    else this.#merge(url, owner, key)
    return true
  }

  #visit(url: OracleUrl): void {
    url.fetches += 1
    url.attempts = 0
    this.#become(url, 'fetched', null, this.now + DAY)
  }

  #rename(url: OracleUrl, key: string): void {
    url.url = key
    this.#leads.set(key, url)
    this.#host(readHost(key))
    this.#visit(url)
  }

  #merge(url: OracleUrl, owner: OracleUrl, key: string): void {
    const root = owner.mergedInto ?? owner
    if (root === url && owner === url) {
      this.#rename(url, key)
      return
    }
    const winner = root === url ? owner : root
    winner.mergedInto = null
    for (const other of this.#urls)
      if (other !== winner && (other === url || other.mergedInto === url)) other.mergedInto = winner
    url.fetches += 1
    url.attempts = 0
    this.#become(url, 'fetched', 'merged', null)
    if (winner.token !== null) return
    winner.attempts = 0
    this.#clear(winner)
    winner.fetches += 1
    this.#become(winner, 'fetched', null, this.now + DAY)
  }

  failed(claim: Claim, reason: 'server_error' | 'gone' | 'not_found' | 'connect_refused'): boolean {
    const url = this.#reported(claim)
    if (url === null) return false
    const host = this.#asked(readHost(url.url))
    this.#end(url)
    this.#clear(url)
    if (reason === 'connect_refused') {
      this.#hostFailed(host)
      this.#become(url, 'retry', reason, this.now)
      return true
    }
    host.failures = 0
    const wasMissing = url.state === 'dead' && url.reason === 'not_found'
    if (wasMissing !== (reason === 'not_found')) url.attempts = 0
    url.attempts += 1
    if (reason === 'not_found') {
      this.#become(url, 'dead', reason, url.attempts === 1 ? this.now + DAY : null)
      return true
    }
    const isDead = reason === 'gone' || url.attempts >= 3
    this.#become(url, isDead ? 'dead' : 'retry', reason, isDead ? null : this.now + MINUTE * 2 ** (url.attempts - 1))
    return true
  }

  #hostFailed(host: OracleHost): void {
    host.allowedAt = Math.max(host.allowedAt, this.now + Math.min(DAY, MINUTE * 2 ** host.failures))
    host.failures += 1
  }

  /** Its URLs learn that a host is down, when somebody sweeps. */
  sweep(): void {
    this.#expire()
    for (const [name, host] of this.#hosts) {
      if (host.failures < 3) continue
      for (const url of this.#urls) {
        if (readHost(url.url) !== name || url.token !== null || url.dueAt === null) continue
        if (url.state === 'pending' || url.state === 'retry') this.#become(url, 'retry', 'connect_refused', url.dueAt)
      }
    }
  }

  requeue(state: FrontierState): number {
    let count = 0
    for (const url of this.#urls) {
      if (url.token !== null || url.state !== state || url.reason === 'merged') continue
      url.attempts = 0
      this.#dropCohorts(url)
      this.#clear(url)
      this.#become(url, 'pending', null, this.now)
      this.#cure(this.#host(readHost(url.url)))
      count += 1
    }
    return count
  }

  /** Who asks for a URL by hand asks for its host, too: after the usual pause. */
  #cure(host: OracleHost): void {
    if (host.failures === 0) return
    host.failures = 0
    host.allowedAt = Math.min(host.allowedAt, this.now + SECOND)
  }

  /** Every URL with all that can be seen of it. */
  states(): string[] {
    return [...this.#urls]
      .map(({ url, token, state, reason, attempts, claims, isSuspect, dueAt, fetches, mergedInto }) =>
        JSON.stringify([
          url,
          token === null ? state : 'leased',
          reason,
          attempts,
          [claims, isSuspect],
          dueAt,
          fetches,
          mergedInto?.url ?? null,
        ]),
      )
      .toSorted()
  }
}
