// A dictionary that names an edition in most of its links: where an entry was rewritten, the edition decides.
import { maybe, withQuery } from '../../spelling.mjs'
import { slug } from '../../words.mjs'

/** Of the entries, so many read otherwise in the edition before. */
const REWRITTEN = 0.1

export default {
  name: 'editions',
  build(site) {
    const origin = site.originFrom([
      [8, 'https://DOMAIN'],
      [2, 'https://www.DOMAIN'],
    ])
    const from = site.random.pick(['via', 'src', 'came'])

    function entry(number) {
      const isRewritten = site.randomFor('rewritten', number >> 1).chance(REWRITTEN)
      const [entry, isOld] = isRewritten ? [number - (number % 2), number % 2 === 1] : [number, false]
      const name = isRewritten && isOld ? `old entry ${entry}` : `entry ${entry}`
      const edition = (random) => `ed=${1900 + random.below(90)}`
      return {
        id: name,
        text: site.text(name, 90),
        spell: (random) =>
          origin(random) +
          withQuery(`/entry/${entry}${random.chance(0.3) ? '/' : ''}`, [
            isRewritten ? (isOld ? edition(random) : null) : maybe(random, 0.4, () => edition(random)),
            maybe(random, 0.25, () => `${from}=${slug(random, 1, 1)}`),
          ]),
      }
    }

    /** Words that nobody has written about yet. */
    const missing = (number) => ({
      id: `missing ${number}`,
      text: site.text('missing', 40),
      spell: (random) => `${origin(random)}/look-up?word=${slug(site.randomFor('word', number), 1, 2)}-${number}`,
    })

    return [
      { weight: 90, make: entry },
      { weight: 10, make: missing },
    ]
  },
}
