// Two or more spellings that agree with each other where the page itself shows something else: European countries share a price,
// translations that are missing share a notice. A learner that takes two agreeing spellings for proof, and the odd one for an
// accident of fetching, measures real differences as noise.
import { drawFraction, exact, mostlyAlike, pairSpellings } from './log.mjs'

const S = 'https://shop.example'
const SHARES = [0.02, 0.04, 0.06, 0.08]

const valued = (name, values) => values.map((value) => (page) => `${S}/item/${page}?${name}=${value}`)
const plain = (page) => `${S}/item/${page}`

const PLACES = {
  'values of one parameter': [plain, ...valued('country', ['FR', 'DE', 'IT'])],
  'values of one segment': ['us', 'fr', 'de'].map((value) => (page) => `${S}/${value}/item/${page}`),
  'segments beside none': [plain, ...['north', 'south'].map((value) => (page) => `${S}/${value}/item/${page}`)],
  'hosts beside one': ['www', 'eu', 'asia'].map((name) => (page) => `https://${name}.shop.example/item/${page}`),
  'two parameters of one meaning': [plain, ...valued('region', ['eu']), ...valued('market', ['eu'])],
  'a host and a parameter of one meaning': [
    plain,
    (page) => `https://eu.shop.example/item/${page}`,
    ...valued('market', ['eu']),
  ],
}

/** A language that the path asks for and a parameter takes back: alone the path decides on some pages. */
const takenBack = (pages, share) =>
  Array.from({ length: pages }, (_, page) => {
    const other = drawFraction('taken back', page) < share ? ' north' : ''
    return [
      { url: `${S}/item/${page}`, ...exact(`item ${page}`) },
      { url: `${S}/north/item/${page}`, ...exact(`item ${page}${other}`) },
      { url: `${S}/north/item/${page}?view=south`, ...exact(`item ${page}`) },
    ]
  }).flat()

export const sharedVariantLogs = (pages) => [
  ...Object.entries(PLACES).flatMap(([place, spellings]) =>
    SHARES.map((share) => ({
      name: `${place} agree with each other, and not with the page on ${Math.round(share * 100)} % of ${pages} pages`,
      records: () => mostlyAlike(`shared ${place}`, { pages, share, spellings, isShared: true }),
      apart: pairSpellings(spellings),
    })),
  ),
  ...SHARES.map((share) => ({
    name: `a parameter takes back what the path decides on ${Math.round(share * 100)} % of ${pages} pages`,
    records: () => takenBack(pages, share),
    apart: [[`${S}/item/9000001`, `${S}/north/item/9000001`]],
  })),
]
