// A chain of shops: each country a host with pages of its own, and parameters that go in pairs.
import { campaign, maybe, sometimesShuffled, withQuery } from '../../spelling.mjs'
import { hex, slug } from '../../words.mjs'

const HOSTS = ['www', 'www', 'uk', 'fr', 'pl']

export default {
  name: 'countries',
  build(site) {
    const scheme = (random) => (random.chance(0.2) ? 'http' : 'https')
    const at = (random, host) => `${scheme(random)}://${host}.${site.domain}`
    const click = (random) => `clickId=${hex(random, 12)}&clickPos=${1 + random.below(40)}`

    function item(number, draw) {
      const host = draw.pick(HOSTS)
      const title = slug(site.randomFor('item', number >> 1), 2, 4)
      return {
        id: `item ${host} ${number >> 1}`,
        // Half of the articles read alike in two countries.
        text: site.text(`item ${site.randomFor('local', number >> 1).chance(0.5) ? host : ''} ${number >> 1}`, 80),
        spell: (random) =>
          withQuery(
            `${at(random, host)}/p/${random.chance(0.3) ? slug(random, 1, 2) : title}-p${8000 + (number >> 1)}.html`,
            [maybe(random, 0.25, () => click(random)), maybe(random, 0.1, () => campaign(random))],
          ),
      }
    }

    function shelf(number, draw) {
      const host = draw.pick(HOSTS)
      const facts = [`dept=${number % 60}`, `brand=${draw.below(30)}`]
      const page = draw.chance(0.6) ? 1 : 2 + draw.below(5)
      return {
        id: `shelf ${host} ${facts.join(' ')} ${page}`,
        text: site.text(`shelf ${host} ${facts.join(' ')} ${page}`, 40),
        spell: (random) =>
          withQuery(`${at(random, host)}/shelf`, [
            ...sometimesShuffled(random, 0.4, facts),
            page === 1 ? maybe(random, 0.2, 'page=1') : `page=${page}`,
            maybe(random, 0.2, () => click(random)),
          ]),
      }
    }

    function store(number, draw) {
      const host = draw.pick(HOSTS)
      return {
        id: `store ${host} ${number}`,
        text: site.text(`store ${number}`, 50),
        spell: (random) =>
          `${at(random, host)}/stores/${slug(site.randomFor('store', number), 1, 2)}-${number}${random.chance(0.4) ? '/' : ''}`,
      }
    }

    /** Only here the place in the list is what one asks for. */
    const heat = (number) => ({
      id: `heat ${number}`,
      text: site.text(`heat ${number}`, 30),
      spell: (random) => `${at(random, 'www')}/heatmap?clickPos=${number}`,
    })

    const soldOut = (number) => ({
      id: `sold out ${number}`,
      text: site.text('sold out', 30),
      spell: (random) =>
        withQuery(
          `${at(random, HOSTS[number % 5])}/p/${slug(site.randomFor('gone', number), 1, 3)}-p${900_000 + number}.html`,
          [maybe(random, 0.3, () => click(random))],
        ),
    })

    return [
      { weight: 50, make: item },
      { weight: 22, make: shelf },
      { weight: 16, make: store },
      { weight: 2, make: heat },
      { weight: 10, make: soldOut },
    ]
  },
}
