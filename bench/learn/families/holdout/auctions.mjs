// Auctions: sessions and cache numbers inside the path, the same lot in the room and on the list, names of any letters.
import { maybe, withQuery } from '../../spelling.mjs'
import { hex, slug } from '../../words.mjs'

export default {
  name: 'auctions',
  build(site) {
    const origin = site.originFrom([
      [7, 'https://DOMAIN'],
      [2, 'https://www.DOMAIN'],
      [1, 'https://DOMAIN:8443'],
    ])
    const session = (random) => (random.chance(0.25) ? `/sid-${hex(random, 20)}` : '')
    const cache = (random) => (random.chance(0.15) ? `/cb${1000 + random.below(90_000)}` : '')

    function lot(number) {
      const title = slug(site.randomFor('lot', number), 1, 3)
      const sale = 100 + (number % 40)
      return {
        id: `lot ${number}`,
        text: site.text(`lot ${number}`, 70),
        canonical: number % 4 === 0 ? `https://${site.domain}/sale/${sale}/lot/${number}/${title}` : undefined,
        spell: (random) =>
          withQuery(origin(random) + session(random) + cache(random) + lotPath(random, number, sale, title), [
            maybe(random, 0.15, () => `back=${random.below(50)}`),
          ]),
      }
    }

    function lotPath(random, number, sale, title) {
      const kind = random.weighted([55, 20, 25])
      if (kind === 1) return `/lot.aspx?n=${number}&sale=${sale}`
      return kind === 2 ? `/sale/${sale}/lot/${number}` : `/sale/${sale}/lot/${number}/${title}`
    }

    function results(number, draw) {
      const [sale, page, order] = [100 + (number % 40), 1 + Math.floor(number / 40), draw.pick(['lot', 'lot', 'price'])]
      return {
        id: `results ${sale} ${page} ${order}`,
        // Sales to come have no results.
        text: sale >= 130 ? site.text('no results yet', 20) : site.text(`results ${sale} ${page} ${order}`, 40),
        spell: (random) =>
          withQuery(`${origin(random)}${session(random)}/sale/${sale}/results`, [
            page === 1 ? maybe(random, 0.3, 'p=1') : `p=${page}`,
            order === 'lot' ? maybe(random, 0.3, 'by=lot') : `by=${order}`,
          ]),
      }
    }

    const artist = (number) => ({
      id: `artist ${number}`,
      text: site.text(`artist ${number}`, 50),
      spell: (random) =>
        `${origin(random)}${session(random)}/artists/${slug(site.randomFor('artist', number), 2, 2)}-${number}${random.pick(['', '/', '/index.html'])}`,
    })

    /** Pictures keep their case, and have twins. */
    function picture(number, draw) {
      const base = `p${number - (number % 2)}x`
      const name = draw.chance(0.5) ? base : base.toUpperCase()
      return {
        id: `picture ${name}`,
        text: site.text(`picture ${name}`, 30),
        isFile: true,
        spell: (random) =>
          withQuery(`${origin(random)}${cache(random)}/pictures/${name}.jpg`, [
            maybe(random, 0.2, () => `w=${random.pick([200, 400, 800])}`),
          ]),
      }
    }

    const register = (number) => ({
      id: `bid ${number}`,
      text: site.text('register to bid', 25),
      spell: (random) => `${origin(random)}${session(random)}/bid/${number}`,
    })

    return [
      { weight: 46, make: lot },
      { weight: 16, make: results },
      { weight: 16, make: artist },
      { weight: 12, make: picture },
      { weight: 10, make: register },
    ]
  },
}
