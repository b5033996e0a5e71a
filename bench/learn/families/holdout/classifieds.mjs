// Classified advertisements: a number at the end of any title, the same by script, and near-identical offers.
import { campaign, maybe, withQuery } from '../../spelling.mjs'
import { hex, slug } from '../../words.mjs'

export default {
  name: 'classifieds',
  build(site) {
    const origin = site.originFrom([
      [7, 'https://www.DOMAIN'],
      [2, 'https://m.DOMAIN'],
      [1, 'https://DOMAIN'],
    ])
    const visit = site.random.pick(['visitor', 'vid', 'sess'])

    function advert(number) {
      const title = slug(site.randomFor('advert', number), 3, 6)
      return {
        id: `advert ${number}`,
        text: site.text(`advert ${number}`, 90),
        canonical: number % 2 === 0 ? `https://www.${site.domain}/ad/${title}-${5000 + number}.html` : undefined,
        spell: (random) => origin(random) + withQuery(advertPath(random, 5000 + number, title), trail(random)),
      }
    }

    function advertPath(random, id, title) {
      const kind = random.weighted([55, 15, 15, 15])
      if (kind === 1) return `/ad/${id}`
      if (kind === 2) return `/item.php?id=${id}`
      return `/ad/${kind === 3 ? slug(random, 2, 5) : title}-${id}.html`
    }

    const trail = (random) => [
      maybe(random, 0.2, () => `${visit}=${hex(random, 16)}`),
      maybe(random, 0.15, () => `from=${random.pick(['search', 'mail', 'similar'])}`),
      maybe(random, 0.1, () => campaign(random)),
    ]

    const category = (number) => ({
      id: `category ${number}`,
      text: site.text(`category ${number}`, 50),
      // Every page claims to be the first one.
      canonical: `https://www.${site.domain}/list/c${number % 40}`,
      spell: (random) =>
        origin(random) +
        withQuery(`/list/c${number % 40}`, [
          number < 40 ? maybe(random, 0.3, 'o=1') : `o=${1 + Math.floor(number / 40)}`,
          maybe(random, 0.2, () => `${visit}=${hex(random, 16)}`),
        ]),
    })

    const contact = (number) => ({
      id: `contact ${number}`,
      text: site.text('log in to write', 40),
      spell: (random) =>
        origin(random) +
        withQuery('/contact.php', [`ad=${number}`, maybe(random, 0.3, () => `${visit}=${hex(random, 16)}`)]),
    })

    const expired = (number) => ({
      id: `expired ${number}`,
      text: site.text('expired', 50),
      copies: 1,
      spell: (random) => `${origin(random)}/ad/${slug(random, 2, 4)}-${800_000 + number}.html`,
    })

    /** A corner of the site where the name that means nothing elsewhere is all that counts. */
    const partner = (number) => ({
      id: `partner ${number}`,
      text: site.text(`partner ${number}`, 50),
      spell: (random) => `${origin(random)}/partners?from=p${number}`,
    })

    return [
      { weight: 62, make: advert },
      { weight: 16, make: category },
      { weight: 10, make: contact },
      { weight: 12, make: expired },
      { weight: 1.5, make: partner },
    ]
  },
}
