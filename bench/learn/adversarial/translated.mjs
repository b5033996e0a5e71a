// Languages, versions, years and channels: however many pages read alike, they are not one page.
import { mostlyAlike, pairSpellings } from './log.mjs'

const S = 'https://docs.example'
const SHARES = [0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08]

const below = (...prefixes) => prefixes.map((prefix) => (page) => `${S}/${prefix}/topic-${page}`)
const under = (path, ...values) => values.map((value) => (page) => `${S}/${path}/${page}?${value}`)

const PLACES = {
  'languages in the path': below('en', 'de'),
  'languages with regions': below('en-us', 'pt-br'),
  'languages below a product': below('handbook/en', 'handbook/fr'),
  'languages behind the page': ['en', 'es'].map((code) => (page) => `${S}/topic/${page}/${code}`),
  'languages in a file name': ['en', 'it'].map((code) => (page) => `${S}/topic-${page}.${code}.html`),
  'languages in the host': ['en', 'de'].map((code) => (page) => `https://${code}.docs.example/topic-${page}`),
  'languages in a parameter': under('topic', 'lang=en', 'lang=de'),
  'version numbers': below('v1.2', 'v1.3'),
  'whole version numbers': below('manual/4', 'manual/5'),
  'versions in a parameter': under('topic', 'version=1.2', 'version=1.3'),
  'years in the path': below('2023', '2024'),
  'years in a parameter': under('topic', 'year=2023', 'year=2024'),
  'stable and latest': below('stable', 'latest'),
  'current and a version': below('current', '3.1'),
  'dev and stable, below a language': below('en/dev', 'en/stable'),
  'stable and latest as hosts': ['stable', 'latest'].map(
    (name) => (page) => `https://${name}.docs.example/topic-${page}`,
  ),
}

export const translatedLogs = (pages) =>
  Object.entries(PLACES).flatMap(([place, spellings]) =>
    SHARES.map((share) => ({
      name: `${place}, ${Math.round(share * 100)} % of ${pages} pages differ`,
      records: () => mostlyAlike(`translated ${place}`, { pages, share, spellings }),
      apart: pairSpellings(spellings),
    })),
  )

/** Differences that no list of words knows, on a site without repeated fetches: they are not noise. */
const UNNAMED = {
  prefix: [(page) => `${S}/one/topic-${page}`, (page) => `${S}/two/topic-${page}`],
  'dropped prefix': [(page) => `${S}/topic-${page}`, (page) => `${S}/print/topic-${page}`],
  parameter: [(page) => `${S}/topic/${page}`, (page) => `${S}/topic/${page}?view=${(page * 7919) % 101}`],
  slash: [(page) => `${S}/topic/t${page}`, (page) => `${S}/topic/t${page}/`],
  host: [(page) => `https://www.docs.example/topic-${page}`, (page) => `https://m.docs.example/topic-${page}`],
  scheme: [(page) => `https://docs.example/topic-${page}`, (page) => `http://docs.example/topic-${page}`],
}

export const unmeasuredLogs = (pages) =>
  Object.entries(UNNAMED).flatMap(([place, spellings]) =>
    SHARES.filter((share) => share >= 0.02).map((share) => ({
      name: `${place}, ${Math.round(share * 100)} % of ${pages} pages differ, and nothing measures noise`,
      records: () => mostlyAlike(`unmeasured ${place}`, { pages, share, spellings }),
      apart: pairSpellings(spellings),
    })),
  )
