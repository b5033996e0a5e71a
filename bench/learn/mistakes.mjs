// Shows what the learner merged wrongly on a site of a `tune` family, and what it missed:
// npm exec -- node bench/learn/mistakes.mjs forum [--core DIR] [--urls 5000] [--noise 0.03] [--fingerprints simhash] [--seed 1] [--most 15]
import { parseArgs } from 'node:util'

import { loadCanonist } from './canonist.mjs'
import { loadFamilies } from './families/index.mjs'
import { makeSite } from './site.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    core: { type: 'string' },
    urls: { type: 'string', default: '5000' },
    noise: { type: 'string', default: '0.03' },
    fingerprints: { type: 'string', default: 'simhash' },
    seed: { type: 'string', default: '1' },
    most: { type: 'string', default: '15' },
  },
})

const family = (await loadFamilies('tune')).find(({ name }) => name === positionals[0])
if (family === undefined) throw new Error('name a family of bench/learn/families/tune')
const canonist = await loadCanonist(values.core)
if (canonist === null) throw new Error('this core has no learner yet')

const { train, test } = makeSite(family, {
  urls: Number(values.urls),
  noise: Number(values.noise),
  fingerprints: values.fingerprints,
  seed: Number(values.seed),
})
const { apply, result } = await canonist.learn(train)
console.log(JSON.stringify(result.policy, null, 1))
const rows = test.map(({ url, page }) => ({ url, page, output: apply(url) }))
show(
  'merged wrongly',
  Map.groupBy(rows, ({ output }) => output),
  ({ page }) => page,
  ({ page, url }) => `${page}: ${url}`,
)
show(
  'missed',
  Map.groupBy(rows, ({ page }) => page),
  ({ output }) => output,
  ({ output, url }) => `${url} -> ${output}`,
)

/** The groups whose members do not agree, a member of each kind. */
function show(title, groups, classify, describe) {
  const split = [...groups].filter(([, members]) => new Set(members.map(classify)).size > 1)
  console.log(`\n${title}: ${split.length} groups`)
  for (const [name, members] of split.slice(0, Number(values.most))) {
    console.log(`  ${name}`)
    for (const member of new Map(members.map((one) => [classify(one), one])).values())
      console.log(`    ${describe(member)}`)
  }
}
