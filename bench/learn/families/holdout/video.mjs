// A video portal: short names of mixed case, a host for sharing, players, and lists that matter in one place only.
import { campaign, maybe, shuffled, withQuery } from '../../spelling.mjs'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const nameFrom = (random, length) => Array.from({ length }, () => random.pick(ALPHABET)).join('')

export default {
  name: 'video',
  build(site) {
    const origin = site.originFrom([
      [7, 'https://www.DOMAIN'],
      [2, 'https://m.DOMAIN'],
      [1, 'https://DOMAIN'],
    ])
    const inventName = (kind, number) => nameFrom(site.randomFor(kind, number), 11)

    /** Every third name is that of its neighbour in other letters: who folds the case, loses pages. */
    function videoName(number) {
      const name = inventName('video', number - (number % 3))
      if (number % 3 === 0) return name
      return number % 3 === 1 ? name.toLowerCase() : name.toUpperCase()
    }

    const video = (number) => ({
      id: `video ${videoName(number)}`,
      text: site.text(`video ${videoName(number)}`, 80),
      canonical: number % 2 === 0 ? `https://www.${site.domain}/watch?v=${videoName(number)}` : undefined,
      spell: (random) => (random.chance(0.2) ? shared(random, videoName(number)) : watched(random, videoName(number))),
    })

    const shared = (random, name) =>
      withQuery(`https://go.${site.domain}/${name}`, [maybe(random, 0.4, () => `si=${nameFrom(random, 16)}`)])

    function watched(random, name) {
      if (random.chance(0.15)) return `${origin(random)}/embed/${name}`
      const pairs = [
        `v=${name}`,
        maybe(random, 0.2, () => `t=${1 + random.below(900)}s`),
        maybe(random, 0.2, () => `list=PL${inventName('list', random.below(400))}&index=${1 + random.below(40)}`),
        maybe(random, 0.1, () => `feature=${random.pick(['share', 'youtu', 'emb_title'])}`),
        maybe(random, 0.06, () => campaign(random)),
      ].filter(Boolean)
      return withQuery(`${origin(random)}/watch`, random.chance(0.2) ? shuffled(random, pairs) : pairs)
    }

    const list = (number) => ({
      id: `list ${number}`,
      text: site.text(`list ${number}`, 50),
      spell: (random) =>
        withQuery(`${origin(random)}/playlist`, [
          `list=PL${inventName('list', number)}`,
          maybe(random, 0.3, () => `si=${nameFrom(random, 16)}`),
        ]),
    })

    function channel(number, draw) {
      const tab = draw.pick(['', '', '/videos', '/about'])
      return {
        id: `channel ${number}${tab}`,
        text: site.text(`channel ${number}${tab}`, 50),
        spell: (random) =>
          `${origin(random)}/channel/UC${inventName('channel', number)}${tab === '' && random.chance(0.3) ? '/featured' : tab}`,
      }
    }

    const removed = (number) => ({
      id: `removed ${number}`,
      text: site.text('removed', 30),
      spell: (random) =>
        withQuery(`${origin(random)}/watch`, [
          `v=${inventName('removed', number)}`,
          maybe(random, 0.2, () => `t=${1 + random.below(900)}s`),
        ]),
    })

    /** A corner of the site where the name that means nothing elsewhere is all that counts. */
    const clip = (number) => ({
      id: `clip ${number}`,
      text: site.text(`clip ${number}`, 50),
      spell: (random) => `${origin(random)}/clip?t=${number}s`,
    })

    return [
      { weight: 58, make: video },
      { weight: 14, make: list },
      { weight: 16, make: channel },
      { weight: 12, make: removed },
      { weight: 1.5, make: clip },
    ]
  },
}
