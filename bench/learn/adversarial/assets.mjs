// Logs in which something other than the bytes of pages agrees: assets that pages share, and simhashes that are only near.
import { bytesAndSimhash, drawFraction, exact, simhashOnly, sizeOnly } from './log.mjs'

const S = 'https://talks.example'
const ASSETS = ['css', 'js', 'png', 'svg', 'woff2', 'jpg']

/** Talks that share their stylesheets, scripts and images; each talk has a few pages of its own. */
function talks({ names, assets, fingerprint, describeType = () => ({}), isPlainName = false }) {
  const spellAsset = (asset) => `part-${asset}${isPlainName ? '' : `.${ASSETS[asset % ASSETS.length]}`}`
  return names.flatMap((name) => [
    ...Array.from({ length: 2 }, (_, page) => ({
      url: `${S}/${name}/slides-${page}`,
      status: 200,
      ...fingerprint(`${name} ${page}`),
      ...describeType('text/html'),
    })),
    ...Array.from({ length: assets }, (_, asset) => ({
      url: `${S}/${name}/${spellAsset(asset)}`,
      status: 200,
      ...fingerprint(`asset ${asset}`),
      ...describeType('image/png'),
    })),
  ])
}

const TALKS = Array.from({ length: 12 }, (_, number) => `talk-${'abcdefghijkl'[number]}`)
const apartTalks = [
  [`${S}/talk-a/slide-9.html`, `${S}/talk-b/slide-9.html`],
  [`${S}/talk-c/notes.html`, `${S}/talk-d/notes.html`],
]
const typed = (mediaType) => ({ mediaType })

/** Assets with a parameter that changes nothing about them, and everything about pages, which were seen once each. */
function versionedAssets() {
  return Array.from({ length: 200 }, (_, number) => [
    { url: `${S}/theme/${number}.css?v=1`, contentHash: `style ${number}` },
    { url: `${S}/theme/${number}.css?v=2`, contentHash: `style ${number}` },
    { url: `${S}/read?page=${number}&v=${1 + (number % 2)}`, contentHash: `page ${number}` },
  ]).flat()
}

/** A manual in two editions whose pages differ in a few words. */
const editions = (fingerprint) =>
  Array.from({ length: 400 }, (_, page) => [
    { url: `${S}/red/topic-${page}`, ...fingerprint(`topic ${page}`) },
    { url: `${S}/blue/topic-${page}`, ...fingerprint(`topic ${page}~blue`) },
  ]).flat()

const editionsByParameter = (fingerprint) =>
  Array.from({ length: 400 }, (_, page) => [
    { url: `${S}/topic/${page}`, ...fingerprint(`topic ${page}`) },
    {
      url: `${S}/topic/${page}?print=${1 + Math.floor(drawFraction('print', page) * 50)}`,
      ...fingerprint(`topic ${page}~print`),
    },
  ]).flat()

export const assetLogs = () => [
  {
    name: 'access log, talks share assets',
    records: () => talks({ names: TALKS, assets: 60, fingerprint: sizeOnly }),
    apart: apartTalks,
  },
  {
    name: 'two talks share assets',
    records: () => talks({ names: TALKS.slice(0, 4), assets: 80, fingerprint: exact }),
    apart: apartTalks,
  },
  {
    name: 'assets without extension, with media types',
    records: () => talks({ names: TALKS, assets: 60, fingerprint: exact, describeType: typed, isPlainName: true }),
    apart: apartTalks,
  },
  {
    name: 'assets without extension and media type, shared by twelve talks',
    records: () => talks({ names: TALKS, assets: 60, fingerprint: exact, isPlainName: true }),
    apart: apartTalks,
  },
  {
    name: 'a parameter of assets',
    records: versionedAssets,
    apart: [[`${S}/read?page=9000&v=1`, `${S}/read?page=9000&v=2`]],
  },
  ...[simhashOnly, bytesAndSimhash].flatMap((fingerprint) => [
    {
      name: `two editions, near simhashes (${fingerprint.name})`,
      records: () => editions(fingerprint),
      apart: [[`${S}/red/topic-9000`, `${S}/blue/topic-9000`]],
    },
    {
      name: `a parameter, near simhashes (${fingerprint.name})`,
      records: () => editionsByParameter(fingerprint),
      apart: [[`${S}/topic/9000`, `${S}/topic/9000?print=3`]],
    },
  ]),
]
