// A broadcaster with a site for phones: nearly all of its pages are those of the large one, some are not.
import { campaign, maybe, withQuery } from '../../spelling.mjs'
import { slug } from '../../words.mjs'

const OTHER_ON_PHONES = 0.08

export default {
  name: 'phone-site',
  build(site) {
    const hosts = [`https://www.${site.domain}`, `https://m.${site.domain}`]

    function programme(number) {
      const isOther = site.randomFor('other', number >> 1).chance(OTHER_ON_PHONES)
      const [programme, isPhone] = isOther ? [number - (number % 2), number % 2] : [number, 0]
      const name = isOther && isPhone === 1 ? `phone programme ${programme}` : `programme ${programme}`
      const title = slug(site.randomFor('title', programme), 1, 3)
      return {
        id: name,
        text: site.text(name, 100),
        spell: (random) =>
          hosts[isOther ? isPhone : random.below(2)] +
          withQuery(`/programme/${title}-${programme}`, [
            maybe(random, 0.2, () => campaign(random)),
            maybe(random, 0.2, () => `t=${random.below(1e6)}`),
          ]),
      }
    }

    /** Evenings without anything to see. */
    const evening = (number) => ({
      id: `evening ${number}`,
      text: site.text('nothing tonight', 40),
      spell: (random) =>
        `${hosts[random.below(2)]}/guide/${1990 + (number % 40)}/${1 + (Math.floor(number / 40) % 12)}/${1 + Math.floor(number / 480)}`,
    })

    return [
      { weight: 90, make: programme },
      { weight: 10, make: evening },
    ]
  },
}
