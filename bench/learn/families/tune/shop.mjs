// A shop: products within collections, facets in any order, search positions that travel together, campaigns.
import { campaign, maybe, shuffled, withQuery } from '../../spelling.mjs'
import { hex, slug } from '../../words.mjs'

const COLOURS = ['red', 'blue', 'green', 'black', 'white', 'sand']
const SIZES = ['s', 'm', 'l', 'xl']
const BRANDS = ['norte', 'brisa', 'alba', 'cumbre']
const SORTS = ['price-ascending', 'price-descending', 'created-descending']

export default {
  name: 'shop',
  build(site) {
    const origin = site.originFrom([
      [8, 'https://DOMAIN'],
      [2, 'https://www.DOMAIN'],
    ])
    const collections = Array.from({ length: 40 }, (_, n) => slug(site.randomFor('collection', n), 1, 2) + n)
    const position = (random) => `_pos=${1 + random.below(20)}&_sid=${hex(random, 9)}&_ss=${random.pick('re')}`

    const product = (number) => productPage(number, null)
    /** A variant has its own pictures, price and text: the parameter looks like one that could go, and must stay. */
    const variant = (number) => productPage(number - (number % 5), `${40_000_000 + number}`)

    function productPage(number, chosen) {
      const handle = `${slug(site.randomFor('product', number), 2, 4)}-${number}`
      return {
        id: `product ${number} ${chosen ?? ''}`,
        text: site.text(`product ${number} ${chosen ?? ''}`),
        canonical: chosen === null && number % 2 === 0 ? `https://${site.domain}/products/${handle}` : undefined,
        spell: (random) =>
          origin(random) +
          withQuery(productPath(random, handle), [
            chosen === null ? null : `variant=${chosen}`,
            maybe(random, 0.2, () => position(random)),
            maybe(random, 0.25, () => campaign(random)),
          ]),
      }
    }

    const productPath = (random, handle) =>
      random.chance(0.35) ? `/collections/${random.pick(collections)}/products/${handle}` : `/products/${handle}`

    function collection(number, draw) {
      const facets = pickFacets(draw)
      const sort = draw.chance(0.3) ? draw.pick(SORTS) : null
      const page = draw.chance(0.6) ? 1 : 2 + draw.below(5)
      const handle = collections[number % collections.length]
      const id = `collection ${handle} ${facets.join(' ')} ${sort ?? ''} ${page}`
      return {
        id,
        text: site.text(id, 50),
        spell: (random) =>
          origin(random) +
          withQuery(`/collections/${handle}`, [
            ...shuffled(random, facets),
            sort === null ? maybe(random, 0.2, 'sort_by=manual') : `sort_by=${sort}`,
            page > 1 ? `page=${page}` : maybe(random, 0.15, 'page=1'),
            maybe(random, 0.15, () => campaign(random)),
          ]),
      }
    }

    function pickFacets(random) {
      return [
        maybe(random, 0.6, () => `filter.colour=${random.pick(COLOURS)}`),
        maybe(random, 0.5, () => `filter.size=${random.pick(SIZES)}`),
        maybe(random, 0.5, () => `filter.brand=${random.pick(BRANDS)}`),
      ].filter(Boolean)
    }

    /** Most searches find nothing, and say so in the same words. */
    function search(number, draw) {
      const isEmpty = draw.chance(0.5)
      return {
        id: `search ${number}`,
        text: isEmpty ? site.text('nothing found', 30) : site.text(`search ${number}`, 60),
        spell: (random) =>
          origin(random) +
          withQuery('/search', [
            `q=${slug(site.randomFor('search', number), 2, 3)}-${number}`,
            maybe(random, 0.3, 'type=product'),
          ]),
      }
    }

    const login = (number) => ({
      id: `login for ${number}`,
      text: site.text('log in', 40),
      copies: 1,
      spell: (random) => `${origin(random)}/account/login?return_url=%2Forders%2F${number}`,
    })

    return [
      { weight: 45, make: product },
      { weight: 12, make: variant },
      { weight: 28, make: collection },
      { weight: 10, make: search },
      { weight: 5, make: login },
    ]
  },
}
