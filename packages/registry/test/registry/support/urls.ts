import assert from 'node:assert/strict'
import { createRegistry } from '../../../src/registry/open-registry.ts'
import type { Database } from '../../../src/store/database.ts'

/** URLs of which many merge and many split between the policies of the tests. */
export function manyUrls(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const page = index % Math.ceil(count / 4)
    const dress = ['', '?utm_source=x', `?id=${index % 7}`, '#/route'][index % 4]
    return `https://${index % 3 === 0 ? 'www.' : ''}site-${page % 5}.example/page/${page}${dress}`
  })
}

/** Every URL leads to a page that has it among its aliases. */
export async function assertAllFound(database: Database, urls: Iterable<string>): Promise<void> {
  const registry = await createRegistry(database)
  for (const url of urls) {
    const page = await registry.find(url)
    assert.ok(
      page?.aliases.some(({ rawUrl }) => rawUrl === url),
      `${url} is lost`,
    )
  }
}
