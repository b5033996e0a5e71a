// How much of a real list `policy import` takes over, and whether the policy ever removes a parameter that the list keeps.
//     npx node --conditions=canonist-source bench/imports.mjs clearurls data.min.json
//     npx node --conditions=canonist-source bench/imports.mjs removeparam general_url.txt specific.txt allowlist.txt
// The lists are not part of this repository: https://github.com/ClearURLs/Rules, https://github.com/AdguardTeam/AdguardFilters
import { readFileSync } from 'node:fs'
import { definePolicy, importClearUrls, importRemoveParam } from '@canonist/core'
import {
  clearUrlsRemoves,
  compareWithList,
  randomCatalogueUrl,
  randomFilterUrl,
  removeParamRemoves,
} from '../packages/core/test/policy/import/list-semantics.ts'
import { createRandom } from '@canonist/test-support/random-url.ts'

const URLS = Number(process.env.URLS ?? 200_000)
const [format, ...files] = process.argv.slice(2)
const text = files.map((file) => readFileSync(file, 'utf8')).join('\n')
const percent = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`

function readList() {
  if (format === 'clearurls') {
    const catalogue = JSON.parse(text)
    const total = Object.values(catalogue.providers).reduce((sum, { rules = [] }) => sum + rules.length, 0)
    return {
      total,
      result: importClearUrls(text),
      removes: clearUrlsRemoves(catalogue),
      nextUrl: (random) => randomCatalogueUrl(catalogue, random),
    }
  }
  const lines = text.split(/\r?\n/).filter((line) => /^[^!].*[$,]removeparam|^[$]removeparam/.test(line))
  return {
    total: lines.length,
    result: importRemoveParam(text),
    removes: removeParamRemoves(text),
    nextUrl: randomFilterUrl(text),
  }
}

const { total, result, removes, nextUrl } = readList()
console.log(`${result.imported} of ${total} rules imported (${percent(result.imported, total)})`)
const random = createRandom(Number(process.env.SEED ?? 1))
const { urls, removable, removed, wider } = compareWithList(
  definePolicy(result.spec),
  removes,
  () => nextUrl(random),
  URLS,
)
console.log(
  `${urls} random URLs: the list removes ${removable} pairs, the policy ${removed} of them (${percent(removed, removable)})`,
)
console.log(`${wider.length} pairs are removed by the policy and not by the list`)
for (const pair of wider.slice(0, 20)) console.log(`  ${pair}`)
process.exitCode = wider.length > 0 ? 1 : 0
