// A log of a million URLs, as crawlers write them: the sites in turns.
import { closeSync, openSync, writeSync } from 'node:fs'

import { SETS, loadFamilies } from './families/index.mjs'
import { makeSite } from './site.mjs'

const URLS_A_SITE = 5000
const SEEDS = 2

/**
 * Writes records as JSON lines. Each invented site stands in it under many names: to a learner these are different sites,
 * and inventing them takes seconds instead of minutes.
 *
 * @returns how many sites there are
 */
export async function writeLog(file, urls) {
  const sites = await makeSites()
  const copies = Math.ceil(urls / URLS_A_SITE / sites.length)
  const output = openSync(file, 'w')
  for (let index = 0; index < URLS_A_SITE; index += 1) {
    const lines = sites.flatMap((site) => renamed(site, index, copies))
    writeSync(output, lines.slice(0, Math.ceil(urls / URLS_A_SITE)).join(''))
  }
  closeSync(output)
  return Math.ceil(urls / URLS_A_SITE)
}

async function makeSites() {
  const families = (await Promise.all(SETS.map(loadFamilies))).flat()
  return Array.from({ length: SEEDS }, (_, index) => index + 1).flatMap((seed) =>
    families.map((family) => makeSite(family, { urls: URLS_A_SITE, seed })),
  )
}

function renamed({ domain, train }, index, copies) {
  const line = JSON.stringify(train[index])
  return Array.from({ length: copies }, (_, copy) => `${line.replaceAll(domain, `n${copy}-${domain}`)}\n`)
}
