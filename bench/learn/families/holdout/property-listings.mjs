// A property portal: searches with paging and defaults, offers with a reference that looks like tracking and is not.
import { campaign, maybe, shuffled, withQuery } from '../../spelling.mjs'
import { slug } from '../../words.mjs'

const TOWNS = Array.from({ length: 60 }, (_, n) => `town-${n}`)

export default {
  name: 'property-listings',
  build(site) {
    const origin = site.originFrom([
      [8, 'https://www.DOMAIN'],
      [2, 'https://DOMAIN'],
    ])
    const pageName = site.random.pick(['page', 'pg', 'start'])

    function search(number, draw) {
      const facts = {
        town: TOWNS[number % TOWNS.length],
        rooms: draw.chance(0.5) ? 1 + draw.below(5) : null,
        price: draw.chance(0.5) ? 50_000 * (1 + draw.below(12)) : null,
        order: draw.chance(0.25) ? draw.pick(['price', 'date', 'size']) : null,
        page: draw.chance(0.6) ? 1 : 2 + draw.below(6),
      }
      const id = JSON.stringify(facts)
      return { id, text: searchText(id, facts), spell: (random) => origin(random) + searchPath(random, facts) }
    }

    /** Behind the last page there is nothing, whatever was asked for. */
    const searchText = (id, { page }) => (page >= 6 ? site.text('no more offers', 25) : site.text(id, 70))

    function searchPath(random, { town, rooms, price, order, page }) {
      const pairs = [
        rooms === null ? maybe(random, 0.1, 'rooms=any') : `rooms=${rooms}`,
        price === null ? null : `max=${price}`,
        order === null ? maybe(random, 0.3, 'order=relevance') : `order=${order}`,
        page === 1 ? maybe(random, 0.3, `${pageName}=1`) : `${pageName}=${page}`,
        maybe(random, 0.2, () => `view=${random.pick(['list', 'map', 'grid'])}`),
      ].filter(Boolean)
      return withQuery(`/homes/${town}`, random.chance(0.5) ? shuffled(random, pairs) : pairs)
    }

    const offer = (number) => ({
      id: `offer ${number}`,
      text: site.text(`offer ${number}`),
      spell: (random) =>
        origin(random) +
        withQuery('/offer', [
          // The reference of the offer: the only thing that tells it from the others.
          `ref=${70_000 + number}`,
          maybe(random, 0.3, () => `source=${random.pick(['map', 'list', 'alert', 'similar'])}`),
          maybe(random, 0.15, () => campaign(random)),
        ]),
    })

    const agency = (number) => ({
      id: `agency ${number}`,
      text: site.text(`agency ${number}`, 60),
      spell: (random) =>
        `${origin(random)}/agency/${number}/${random.chance(0.7) ? slug(site.randomFor('agency', number), 2, 3) : slug(random, 1, 2)}`,
    })

    const sold = (number) => ({
      id: `sold ${number}`,
      text: site.text('no longer on offer', 60),
      spell: (random) => `${origin(random)}/offer?ref=${9_000_000 + number}`,
      copies: 1,
    })

    return [
      { weight: 40, make: search },
      { weight: 34, make: offer },
      { weight: 16, make: agency },
      { weight: 10, make: sold },
    ]
  },
}
