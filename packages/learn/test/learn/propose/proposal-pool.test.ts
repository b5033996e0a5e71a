import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProposalPool } from '../../../src/propose/proposal-pool.ts'

test('the same edit on the same host is one proposal', () => {
  const pool = new ProposalPool()
  const strip = pool.stripParameter('ref')
  assert.equal(pool.stripParameter('ref'), strip)
  assert.equal(pool.create(['a.example'], [strip]), pool.create(['a.example'], [strip]))
  assert.equal(pool.create(['a.example'], [strip]).id, 'a.example: strip ref')
})

test('another host, another value or another name is another proposal', () => {
  const pool = new ProposalPool()
  const ids = [
    pool.create(['a.example'], [pool.stripParameter('ref')]),
    pool.create(['b.example'], [pool.stripParameter('ref')]),
    pool.create(['a.example', 'b.example'], [pool.stripParameter('ref')]),
    pool.create(['a.example'], [pool.dropDefault('ref', '1')]),
    pool.create(['a.example'], [pool.dropDefault('ref', '2')]),
  ].map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length, ids.join('\n'))
})

test('edits in another order have the same id, but keep their order: it is that of the fields in the policy', () => {
  const pool = new ProposalPool()
  const [a, b] = [pool.stripParameter('a'), pool.stripParameter('b')]
  const [one, other] = [pool.create(['a.example'], [a, b]), pool.create(['a.example'], [b, a])]
  assert.equal(one.id, other.id)
  assert.deepEqual(one.edits, [a, b])
  assert.deepEqual(other.edits, [b, a])
})
