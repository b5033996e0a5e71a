// Writes the sites of a set as files: npm exec -- node bench/learn/generate.mjs DIR [--set tune] [--urls 5000] …
//
// For each site DIR gets FAMILY.jsonl, the records of a crawl, and FAMILY.truth.jsonl, the URLs of pages kept back, each
// with its page.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { SETS, loadFamilies } from './families/index.mjs'
import { makeSite } from './site.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: 'string', default: 'tune' },
    urls: { type: 'string', default: '5000' },
    noise: { type: 'string', default: '0.03' },
    fingerprints: { type: 'string', default: 'simhash' },
    seed: { type: 'string', default: '1' },
    refetched: { type: 'string', default: '0' },
  },
})

const [folder] = positionals
if (folder === undefined || !SETS.includes(values.set)) {
  console.error(`generate: name a folder to write to, and a set among ${SETS.join(', ')}`)
  process.exit(2)
}

const lines = (values) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

mkdirSync(folder, { recursive: true })
for (const family of await loadFamilies(values.set)) {
  const { name, train, test } = makeSite(family, {
    urls: Number(values.urls),
    noise: Number(values.noise),
    fingerprints: values.fingerprints,
    seed: Number(values.seed),
    refetched: Number(values.refetched),
  })
  writeFileSync(join(folder, `${name}.jsonl`), lines(train))
  writeFileSync(join(folder, `${name}.truth.jsonl`), lines(test))
}
