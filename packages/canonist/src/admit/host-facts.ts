import type { RedirectStep } from './admission.ts'

/** Something that was observed, or listed beforehand, with its date. */
export interface Fact {
  /** null: it was looked for and not found. */
  readonly value: string | null
  /** Listed, observed, or decided by a person, which beats both. */
  readonly source: 'seed' | 'discovered' | 'person'
  /** ISO 8601. */
  readonly observedAt: string
  /** The redirects that show it. */
  readonly chain: readonly RedirectStep[]
}

type Soon<T> = T | Promise<T>

/** Remembers facts about hosts: by the host, and by the name of the fact. What was observed since does not undo a decision. */
export interface HostFacts {
  get(host: string, name: string): Soon<Fact | undefined>
  set(host: string, name: string, fact: Fact): Soon<void>
}

/** The host that a host uses for itself: where its home page leads, or what a person decided. */
export const CANONICAL_HOST = 'canonical_host'

/** `canonical_host:/path?query`: the host that serves one page, where that was observed of the page itself. */
export const canonicalHostOf = (pathAndQuery: string): string => `${CANONICAL_HOST}:${pathAndQuery}`

/** `keeps_slash:/path/`: why the URL keeps its slash. */
export const keepsSlash = (pathAndQuery: string): string => `keeps_slash:${pathAndQuery}`

const DAY = 24 * 60 * 60 * 1000
/** How long a discovered fact holds. */
export const FACT_MS = 30 * DAY
/** How long nobody asks again after nothing was found. */
export const NOTHING_FOUND_MS = 60 * 60 * 1000

/** What is listed or decided holds until somebody changes it. */
export function isFresh({ value, source, observedAt }: Fact, now: Date): boolean {
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
  const facts = new Map<string, Fact>()
  const keyOf = (host: string, name: string): string => `${host} ${name}`
  return {
    get: (host, name) => facts.get(keyOf(host, name)),
    set(host, name, fact) {
      const key = keyOf(host, name)
      if (facts.get(key)?.source !== 'person' || fact.source === 'person') facts.set(key, fact)
    },
  }
}
