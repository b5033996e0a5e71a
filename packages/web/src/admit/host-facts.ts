import type { RedirectStep } from './admission.ts'

/** An observed or listed fact, with its date. */
export interface HostFact {
  /** null: Canonist looked for it and found nothing. */
  readonly value: string | null
  /** Listed, observed, or decided by a person, which beats both. */
  readonly source: 'seed' | 'discovered' | 'person'
  /** ISO 8601. */
  readonly observedAt: string
  /** The redirects that show it. */
  readonly chain: readonly RedirectStep[]
}

type Soon<T> = T | Promise<T>

/** Stores facts about hosts, by host and name of the fact. A later observation must not replace a person's decision. */
export interface HostFacts {
  get(host: string, name: string): Soon<HostFact | undefined>
  set(host: string, name: string, fact: HostFact): Soon<void>
}

/** The canonical host of a host: the target of its home page, or a person's decision. */
export const CANONICAL_HOST = 'canonical_host'

/** `canonical_host:/path?query`: the host that serves one page, where that was observed of the page itself. */
export const formatCanonicalHostFact = (pathAndQuery: string): string => `${CANONICAL_HOST}:${pathAndQuery}`

/** `keeps_slash:/path/`: why the URL keeps its slash. */
export const formatSlashFact = (pathAndQuery: string): string => `keeps_slash:${pathAndQuery}`

const DAY = 24 * 60 * 60 * 1000
/** How long a discovered fact is valid. */
export const FACT_MS = 30 * DAY
/** How long Canonist waits before looking again after it found nothing. */
export const NOTHING_FOUND_MS = 60 * 60 * 1000

/** Whether a fact is still valid. Listed and decided facts do not expire. */
export function isFresh({ value, source, observedAt }: HostFact, now: Date): boolean {
  const age = now.getTime() - Date.parse(observedAt)
  return source !== 'discovered' || (age >= 0 && age < (value === null ? NOTHING_FOUND_MS : FACT_MS))
}

/**
 * Facts in memory.
 *
 * @example
 * const facts = createHostFacts()
 * for (const url of urls) await admit(url, { policy, facts })
 */
export function createHostFacts(): HostFacts {
  const facts = new Map<string, HostFact>()
  const formatKey = (host: string, name: string): string => `${host} ${name}`
  return {
    get: (host, name) => facts.get(formatKey(host, name)),
    set(host, name, fact) {
      const key = formatKey(host, name)
      if (facts.get(key)?.source !== 'person' || fact.source === 'person') facts.set(key, fact)
    },
  }
}
