// A blog engine: posts by number and by date, comments that one answers to, sharing buttons, a home page that goes on.
import { campaign, maybe, withQuery } from '../../spelling.mjs'
import { slug } from '../../words.mjs'

export default {
  name: 'blog',
  build(site) {
    const origin = site.originFrom([
      [7, 'https://DOMAIN'],
      [2, 'http://DOMAIN'],
      [1, 'https://www.DOMAIN'],
    ])
    const base = site.random.pick(['/archives/', '/p/', '/posts/'])

    const post = (number) => ({
      id: `post ${number}`,
      text: site.text(`post ${number}`, 130),
      canonical: number % 3 === 0 ? `https://${site.domain}${base}${number}` : undefined,
      spell: (random) => origin(random) + withQuery(postPath(random, number), trail(random)),
    })

    function postPath(random, number) {
      const kind = random.weighted([45, 20, 20, 15])
      if (kind === 1) return `/?p=${number}`
      if (kind === 2) return `${base}${number}/`
      if (kind === 3) return `${base}${number}/amp`
      return `${base}${number}`
    }

    const trail = (random) => [
      maybe(random, 0.15, () => `replytocom=${1000 + random.below(9000)}`),
      maybe(random, 0.12, () => `share=${random.pick(['twitter', 'facebook', 'email'])}`),
      maybe(random, 0.12, () => campaign(random)),
    ]

    /** Pages by name, which nobody could guess from their number: a rare link that no rule can cover. */
    function about(number) {
      const path = `/${slug(site.randomFor('about', number), 2, 4)}-${number}`
      return {
        id: `about ${number}`,
        text: site.text(`about ${number}`, 90),
        spell: (random) =>
          origin(random) +
          (random.chance(0.04) ? `/?page_id=${60_000 + number * 7}` : path + (random.chance(0.5) ? '/' : '')),
      }
    }

    const feed = (number) => ({
      id: `feed ${number}`,
      text: site.text(`feed ${number}`, 70),
      spell: (random) => `${origin(random)}${base}${number}/feed${random.chance(0.5) ? '/' : ''}`,
    })

    /** Tags with a single post show hardly more than the frame of the site. */
    const tag = (number) => ({
      id: `tag ${number}`,
      text: `${site.text('tag', 60, 60)} ${slug(site.randomFor('tag', number), 1, 1)}`,
      spell: (random) =>
        `${origin(random)}/tag/${slug(site.randomFor('tag', number), 1, 2)}-${number}${random.chance(0.4) ? '/' : ''}`,
    })

    const draft = (number) => ({
      id: `draft ${number}`,
      text: site.text('not for you', 40),
      spell: (random) => `${origin(random)}/?p=${500_000 + number}&preview=true`,
    })

    /** A corner of the site where the name that means nothing elsewhere is all that counts. */
    const poll = (number) => ({
      id: `poll ${number}`,
      text: site.text(`poll ${number}`, 50),
      spell: (random) => `${origin(random)}/poll?share=${number}`,
    })

    return [
      { weight: 56, make: post },
      { weight: 14, make: about },
      { weight: 8, make: feed },
      { weight: 14, make: tag },
      { weight: 8, make: draft },
      { weight: 1.5, make: poll },
    ]
  },
}
