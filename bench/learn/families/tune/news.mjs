// A newspaper: stories by number, with a phone, a print and an AMP copy of each.
import { campaign, maybe, withQuery } from '../../spelling.mjs'
import { slug } from '../../words.mjs'

const SECTIONS = ['world', 'economy', 'sport', 'culture', 'science']

export default {
  name: 'news',
  build(site) {
    const origin = site.originFrom([
      [7, 'https://www.DOMAIN'],
      [2, 'https://m.DOMAIN'],
      [1, 'http://www.DOMAIN'],
    ])
    const from = site.random.pick(['ref', 'cmpid', 'from'])

    function story(number) {
      const id = 400_000 + number * 3
      const random = site.randomFor('story', number)
      const [section, title] = [random.pick(SECTIONS), slug(random, 4, 8)]
      return {
        id: `story ${id}`,
        text: site.text(`story ${id}`, 140),
        canonical: number % 3 === 0 ? undefined : `https://www.${site.domain}/${section}/${title}-${id}`,
        spell: (draw) => origin(draw) + withQuery(storyPath(draw, id, section, title), trail(draw)),
      }
    }

    function storyPath(random, id, section, title) {
      const kind = random.weighted([50, 14, 12, 12, 12])
      if (kind === 1) return `/amp/${section}/${title}-${id}`
      if (kind === 2) return `/print/${id}`
      if (kind === 3) return `/story?id=${id}`
      if (kind === 4) return `/story_${id}`
      return `/${section}/${title}-${id}`
    }

    const trail = (random) => [
      maybe(random, 0.2, () => `${from}=${random.pick(['home', 'newsletter', 'top5', 'push'])}`),
      maybe(random, 0.2, () => campaign(random)),
    ]

    const front = (number) => ({
      id: `front ${number}`,
      text: site.text(`front ${number}`, 80),
      // Every page of a section claims to be its first: a claim that must not be believed.
      canonical: `https://www.${site.domain}/section/${SECTIONS[number % 5]}`,
      spell: (random) =>
        origin(random) +
        withQuery(`/section/${SECTIONS[number % 5]}`, [
          number < 5 ? null : `page=${Math.floor(number / 5) + 1}`,
          maybe(random, 0.2, () => campaign(random)),
        ]),
    })

    /** What is taken down answers 200 with one and the same regret. */
    const gone = (number) => ({
      id: `gone ${number}`,
      text: site.text('gone', 60),
      spell: (random) => origin(random) + withQuery(`/story_${number * 2 + 1}`, trail(random)),
    })

    const picture = (number) => ({
      id: `picture ${number}`,
      text: site.text(`picture ${number}`, 30),
      spell: (random) => `${origin(random)}/gallery/${Math.floor(number / 8)}/${number % 8}`,
    })

    return [
      { weight: 66, make: story },
      { weight: 10, make: front },
      { weight: 10, make: gone },
      { weight: 14, make: picture },
    ]
  },
}
