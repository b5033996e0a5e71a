import { Buffer } from 'node:buffer'
import { policies } from '@canonist/core'
import { dedupeList, type DedupeListOptions, type DedupeReport } from '../../../src/lists/dedupe-list.ts'
import type { Input } from '../../../src/io/input.ts'
import { createChance } from '@canonist/test-support/chance.ts'

/** A list in which about every third URL is new, some are spelled otherwise, some are no URLs, and some lines are empty. */
export function makeLines(seed: number, count: number): string[] {
  const chance = createChance(seed)
  return Array.from({ length: count }, () => {
    const url = `https://example.com/${chance(count / 2)}`
    const kind = chance(20)
    if (kind === 0) return `${url}?utm_source=${chance(5)}`
    if (kind === 1) return `${url.replace('example', 'EXAMPLE')}#${chance(3)}`
    if (kind === 2) return `${url}?b=ü&a=${chance(3)}`
    if (kind === 3) return chance(2) === 0 ? '' : 'no url'
    return url
  })
}

/** A table whose other cells have quotes and newlines. */
export function makeTable(seed: number, count: number): string {
  const chance = createChance(seed + 1)
  const rows = makeLines(seed, count).map((line, index) => {
    const title = ['plain', '"with ""quotes"""', '"two\nlines"', 'ünï', ''][chance(5)] ?? ''
    return `${index},${line},${title}`
  })
  return `id,url,title\n${rows.join('\n')}\n`
}

export function makeRecords(seed: number, count: number): string {
  return `${makeLines(seed, count)
    .map((line, index) => JSON.stringify({ id: index, url: line, [`f${index % 3}`]: 'two\nlines' }))
    .join('\n')}\n`
}

export interface Deduped {
  readonly text: string
  readonly report: DedupeReport
}

export async function dedupe(
  inputs: readonly Input[],
  options: Partial<DedupeListOptions> & Pick<DedupeListOptions, 'memory'>,
): Promise<Deduped> {
  const parts: Buffer[] = []
  const sink = { write: (bytes: Uint8Array) => Promise.resolve(void parts.push(Buffer.from(bytes))) }
  const report = await dedupeList(inputs, sink, { policy: policies.dedupe, format: 'text', salt: 'salt', ...options })
  return { text: Buffer.concat(parts).toString(), report }
}
