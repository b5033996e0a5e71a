import { isFresh, type Fact, type HostFacts } from './host-facts.ts'

/** What somebody found out just now. */
export type Found = Pick<Fact, 'value' | 'chain'>

/** The facts that still hold, with a date on every new one, and nothing looked for twice at the same time. */
export interface FactBook {
  read(host: string, name: string): Promise<Fact | null>
  write(host: string, name: string, found: Found): Promise<void>
  /** The fact, or what `look` finds; null where it finds out nothing, which is not remembered. */
  find(host: string, name: string, look: () => Promise<Found | null>): Promise<Fact | null>
}

export function openFactBook(facts: HostFacts, now: () => Date): FactBook {
  const underWay = new Map<string, Promise<Fact | null>>()

  async function read(host: string, name: string): Promise<Fact | null> {
    const fact = await facts.get(host, name)
    return fact !== undefined && isFresh(fact, now()) ? fact : null
  }

  async function note(host: string, name: string, { value, chain }: Found): Promise<Fact> {
    const fact: Fact = { value, source: 'discovered', observedAt: now().toISOString(), chain }
    await facts.set(host, name, fact)
    return fact
  }

  async function seek(host: string, name: string, look: () => Promise<Found | null>): Promise<Fact | null> {
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
