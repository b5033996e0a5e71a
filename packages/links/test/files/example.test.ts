import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'

// The knowledge base that the docs show, mended in a copy.

const EXAMPLE = fileURLToPath(new URL('../../../../examples/ayuda/', import.meta.url))
const TOPICS = join(EXAMPLE, 'data/tramites')
const { path: folder } = temporaryFolder()

const readLink = (text: string): string => (JSON.parse(text) as { fuente_url: string }).fuente_url

test('validate --fix on the example writes what is certain and keeps every other byte', async () => {
  cpSync(TOPICS, folder, { recursive: true })
  const args = ['validate', '--policy', join(EXAMPLE, 'sources.yaml'), '--field', 'fuente_url', '--fix', folder]
  const { stderr } = await canonist(args)
  assert.match(stderr, /2 links fixed in 2 files/)
  const changed = readdirSync(TOPICS).filter((name) => {
    const [before, after] = [readFileSync(join(TOPICS, name), 'utf8'), readFileSync(join(folder, name), 'utf8')]
    const spell = (url: string): string => (before.includes('\\/') ? url.replaceAll('/', '\\/') : url)
    assert.equal(after, before.replace(spell(readLink(before)), spell(readLink(after))))
    return before !== after
  })
  assert.deepEqual(changed, ['ayuda-alquiler.json', 'prestacion-desempleo.json'])
  const again = await canonist(args)
  assert.doesNotMatch(again.stderr, /fix/)
})
