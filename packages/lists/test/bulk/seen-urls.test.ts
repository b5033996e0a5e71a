import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { loadKernel, type KernelMemory } from '../../src/bulk/kernel/load-kernel.ts'
import { SEEN_HASHES_WASM } from '../../src/bulk/kernel/seen-hashes-wasm.ts'
import { SeenUrls } from '../../src/bulk/seen-urls.ts'
import { createChance } from '@canonist/test-support/chance.ts'

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
  test(`${count} URLs fit into 20 bytes each, and take at most 54 if there is more`, () => {
    // The spare slots at the end matter only for a small table.
    for (const [limit, most] of [
      [count * 20 + 65_536, 21],
      [undefined, 54],
    ] as const) {
      const seen = new SeenUrls('salt', limit)
      for (let index = 0; index < count; index += 1) assert.equal(seen.add(`https://example.com/page/${index}`), true)
      assert.equal(seen.size, count)
      assert.ok(seen.bytes / count <= most + 65_536 / count, `${seen.bytes / count} bytes`)
    }
  })
}

test('keeps the first of every line of a block, and leaves out empty ones', () => {
  const chance = createChance(7)
  const [seen, set] = [new SeenUrls('salt'), new Set<string>()]
  for (let block = 0; block < 20; block += 1) {
    const lines = Array.from({ length: 3000 }, () =>
      chance(9) === 0 ? '' : `x${chance(20_000)}`.padEnd(chance(40), '-'),
    )
    const kept: string[] = []
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
    const { accepted, end } = seen.keepNew(bytes, (part) => kept.push(part.toString()))
    const expected = lines.filter((line) => line !== '' && !set.has(line) && set.add(line))
    assert.equal(kept.join(''), expected.map((line) => `${line}\n`).join(''))
    assert.equal(accepted, lines.filter((line) => line !== '').length)
    assert.equal(end, bytes.length)
  }
})

test('at its limit it stops before the first line that is new, and takes no more memory', () => {
  const seen = new SeenUrls('salt', 200_000)
  const lines = Array.from({ length: 20_000 }, (_, index) => `https://e.com/${index}`)
  const bytes = Buffer.from(`${lines.join('\n')}\n`)
  const { accepted, end } = seen.keepNew(bytes, () => undefined)
  assert.ok(seen.bytes <= 200_000 && accepted > 8000, `${accepted} in ${seen.bytes} bytes`)
  assert.equal(bytes.toString('utf8', end, end + 30).split('\n')[0], lines[accepted])
  assert.equal(seen.add(lines[0] ?? ''), false)
  assert.equal(seen.add(lines[accepted] ?? ''), null)
  const [unknown] = [...seen.listUnknown(bytes, 0)]
  assert.equal(Buffer.from(unknown?.bytes ?? []).toString(), `${lines.slice(accepted).join('\n')}\n`)
})

interface Kernel {
  readonly memory: KernelMemory
  start(at: number, keyLow: bigint, keyHigh: bigint, bytes: number): void
  hash(text: number, length: number, to: number): void
}

/** The key and the inputs of the reference implementation: the bytes 0, 1, 2 and so on. */
function hashReference(length: number): string {
  const kernel = loadKernel(SEEN_HASHES_WASM) as Kernel
  kernel.start(65_536, 0x0706050403020100n, 0x0f0e0d0c0b0a0908n, 0)
  const memory = new Uint8Array(kernel.memory.buffer)
  for (let index = 0; index < length; index += 1) memory[4096 + index] = index
  // What stands behind the text must not matter.
  memory.fill(0xaa, 4096 + length, 4096 + length + 16)
  kernel.hash(4096, length, 8192)
  return Buffer.from(kernel.memory.buffer, 8192, 16).toString('hex')
}

// What `openssl mac -macopt hexkey:000102030405060708090a0b0c0d0e0f -macopt size:16 -in FILE SIPHASH` prints.
const VECTORS: readonly (readonly [length: number, hash: string])[] = [
  [0, 'a3817f04ba25a8e66df67214c7550293'],
  [1, 'da87c1d86b99af44347659119b22fc45'],
  [7, 'a1f1ebbed8dbc153c0b84aa61ff08239'],
  [8, '3b62a9ba6258f5610f83e264f31497b4'],
  [9, '264499060ad9baabc47f8b02bb6d71ed'],
  [15, '5493e99933b0a8117e08ec0f97cfc3d9'],
  [16, '6ee2a4ca67b054bbfd3315bf85230577'],
  [17, '473d06e8738db89854c066c47ae47740'],
  [63, '5150d1772f50834a503e069a973fbd7c'],
]

for (const [length, hash] of VECTORS) {
  test(`the SipHash of ${length} bytes is ${hash}`, () => assert.equal(hashReference(length), hash))
}
