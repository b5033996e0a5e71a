import { isFresh, type HostFact, type HostFacts } from './host-facts.ts'

/** A newly observed fact. */
export type FoundFact = Pick<HostFact, 'value' | 'chain'>

/** The valid facts about hosts. Dates every new one, and never looks for the same fact twice at the same time. */
export interface FactStore {
  read(host: string, name: string): Promise<HostFact | null>
  write(host: string, name: string, found: FoundFact): Promise<void>
  /** The fact, or the result of `look`; null if it finds nothing, which is not stored. */
  find(host: string, name: string, look: () => Promise<FoundFact | null>): Promise<HostFact | null>
}

export function createFactStore(facts: HostFacts, now: () => Date): FactStore {
  const underWay = new Map<string, Promise<HostFact | null>>()

  async function read(host: string, name: string): Promise<HostFact | null> {
    const fact = await facts.get(host, name)
    return fact !== undefined && isFresh(fact, now()) ? fact : null
  }

  async function note(host: string, name: string, { value, chain }: FoundFact): Promise<HostFact> {
    const fact: HostFact = { value, source: 'discovered', observedAt: now().toISOString(), chain }
    await facts.set(host, name, fact)
    return fact
  }

  async function seek(host: string, name: string, look: () => Promise<FoundFact | null>): Promise<HostFact | null> {
    const known = await read(host, name)
    if (known !== null) return known
    const found = await look()
    return found === null ? null : note(host, name, found)
  }

  return {
    read,
    write: async (host, name, found) => void (await note(host, name, found)),
    find(host, name, look) {
      const key = `${host} ${name}`
      const running = underWay.get(key)
      if (running !== undefined) return running
      const search = seek(host, name, look).finally(() => underWay.delete(key))
      underWay.set(key, search)
      return search
    },
  }
}
