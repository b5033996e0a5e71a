// Parameters and path segments that decide on few pages. What is refused as `strip` or `default` must not come back as rewrites
// between values.
import { mostlyAlike, pairSpellings } from './log.mjs'

const S = 'https://shop.example'
const SHARES = [0.02, 0.03, 0.05, 0.1, 0.2]

const valued = (path, name, values) => values.map((value) => (page) => `${S}/${path}/${page}?${name}=${value}`)
const segmented = (values, path) => values.map((value) => (page) => `${S}/${value}/${path}/${page}`)
const plain = (path) => (page) => `${S}/${path}/${page}`

const PLACES = {
  'country=': valued('item', 'country', ['US', 'DE', 'FR']),
  'country= beside none': [plain('item'), ...valued('item', 'country', ['US', 'DE', 'FR'])],
  'currency=': valued('item', 'currency', ['EUR', 'USD', 'GBP']),
  'currency= with words': [
    (page) => `${S}/item/word-${page}`,
    ...['EUR', 'USD'].map((value) => (page) => `${S}/item/word-${page}?currency=${value}`),
  ],
  'page=': [plain('cat'), ...valued('cat', 'page', ['2', '3'])],
  'page= beside page=1': [plain('cat'), ...valued('cat', 'page', ['1', '2', '3'])].toSpliced(1, 0),
  'sort=': [plain('cat'), ...valued('cat', 'sort', ['name', 'price', 'date'])],
  'country segment': segmented(['us', 'gb', 'au'], 'item'),
  'market segment': segmented(['north', 'south', 'west'], 'item'),
  'two parameters': ['US', 'DE', 'FR'].map((value) => (page) => `${S}/item?id=${page}&country=${value}&v=1`),
}

export const swapLogs = (pages) =>
  Object.entries(PLACES).flatMap(([place, spellings]) =>
    SHARES.map((share) => ({
      name: `${place} decides on ${Math.round(share * 100)} % of ${pages} pages`,
      records: () => mostlyAlike(`swap ${place}`, { pages, share, spellings }),
      apart: pairSpellings(spellings).filter(([, url]) => !url.endsWith('page=1')),
    })),
  )
