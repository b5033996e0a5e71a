import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SeenUrls } from '../../src/bulk/seen-urls.ts'

test('says of each URL whether it is new, as a Set does', () => {
  const [seen, set] = [new SeenUrls('salt'), new Set<string>()]
  for (let index = 0; index < 200_000; index += 1) {
    const url = `https://example.com/${(index * 7919) % 90_001}`
    assert.equal(seen.add(url), !set.has(url))
    set.add(url)
  }
  assert.equal(seen.size, set.size)
})

for (const count of [50_000, 200_000, 300_000, 600_000]) {
  test(`${count} URLs take at most 24 bytes each`, () => {
    const seen = new SeenUrls('salt')
    for (let index = 0; index < count; index += 1) seen.add(`https://example.com/page/${index}`)
    assert.equal(seen.size, count)
    assert.ok(seen.bytes / count <= 24.5, `${seen.bytes / count} bytes`)
  })
}
