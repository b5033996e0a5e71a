import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText } from './support/repository.ts'

interface Generated {
  readonly file: string
  readonly make: (text: string) => string | Promise<string>
}

const SCRIPT = new URL('../packages/core/scripts/generate.mjs', import.meta.url)
const { GENERATED } = (await import(SCRIPT.href)) as { GENERATED: readonly Generated[] }

for (const { file, make } of GENERATED) {
  test(`${file} is current`, async () => {
    const text = readText(file)
    assert.ok((await make(text)) === text, 'run: npm run generate')
  })
}
