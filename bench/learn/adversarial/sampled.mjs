// Sites that are larger than the sample. A rule that is wrong in many cases must not pass because the sample, which keeps the
// URLs of a content together, has lost most of the contradictions.
import { drawFraction, mostlyAlike, pairSpellings } from './log.mjs'

const S = 'https://big.example'
const SHARES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

const view = (page) => `${S}/story/${page}?view=${'xyz'[Math.floor(drawFraction('view', page) * 3)]}`

/** Ways to spell a page twice; the second one is a page of its own in a share of the cases. */
const WAYS = {
  parameter: [(page) => `${S}/story/${page}`, view],
  slash: [(page) => `${S}/story/s${page}`, (page) => `${S}/story/s${page}/`],
  rewrite: [(page) => `${S}/story/${page}`, (page) => `${S}/print?story=${page}`],
  'default value': [(page) => `${S}/list/${page}`, (page) => `${S}/list/${page}?page=1`],
  case: [(page) => `${S}/story/word-${page}`, (page) => `${S}/Story/Word-${page}`],
  host: [(page) => `https://www.big.example/story/${page}`, (page) => `https://m.big.example/story/${page}`],
}

/** @param limit URLs that the sample may have; the site has `times` as many */
export const sampledLogs = (limit, times) =>
  Object.entries(WAYS).flatMap(([way, spellings]) =>
    SHARES.map((share) => ({
      name: `${way} wrong in ${Math.round(share * 100)} %, ${times} times the sample`,
      options: { maxUrlsPerSite: limit },
      records: () => mostlyAlike(`sampled ${way}`, { pages: (limit * times) / 2, share, spellings }),
      apart: pairSpellings(spellings),
    })),
  )
