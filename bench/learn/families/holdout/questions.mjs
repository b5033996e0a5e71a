// Questions and answers: a number, a title that may be anything, who shared the link, and how the answers are sorted.
import { maybe, withQuery } from '../../spelling.mjs'
import { slug } from '../../words.mjs'

export default {
  name: 'questions',
  build(site) {
    const origin = site.originFrom([
      [8, 'https://DOMAIN'],
      [2, 'http://DOMAIN'],
    ])
    const tab = site.random.pick(['answertab', 'sort', 'tab'])

    function question(number) {
      const title = slug(site.randomFor('question', number), 4, 8)
      return {
        id: `question ${number}`,
        text: site.text(`question ${number}`, 120),
        canonical: `https://${site.domain}/questions/${number}/${title}`,
        spell: (random) =>
          origin(random) +
          withQuery(questionPath(random, number, title), [
            maybe(random, 0.2, `${tab}=votes`),
            maybe(random, 0.15, () => `lq=${1 + random.below(3)}`),
          ]),
      }
    }

    function questionPath(random, number, title) {
      const kind = random.weighted([50, 15, 15, 20])
      if (kind === 1) return `/questions/${number}`
      if (kind === 2) return `/q/${number}`
      return kind === 3 ? `/q/${number}/${1 + random.below(90_000)}` : `/questions/${number}/${title}`
    }

    /** Another order of the answers is another page to whoever reads its beginning. */
    const sorted = (number) => ({
      id: `sorted ${number}`,
      text: site.text(`sorted ${number}`, 120),
      spell: (random) =>
        `${origin(random)}/questions/${number - (number % 4)}/${slug(site.randomFor('question', number - (number % 4)), 4, 8)}?${tab}=${['oldest', 'active', 'newest', 'hot'][number % 4]}`,
    })

    const person = (number) => ({
      id: `person ${number}`,
      text: site.text(`person ${number}`, 40),
      spell: (random) =>
        withQuery(
          `${origin(random)}/users/${number}${random.chance(0.6) ? `/${slug(site.randomFor('person', number), 1, 2)}` : ''}`,
          [maybe(random, 0.2, 'tab=profile')],
        ),
    })

    /** A tag that nobody used yet. */
    const tagged = (number) => ({
      id: `tagged ${number}`,
      text: number % 2 === 0 ? site.text('no questions', 20) : site.text(`tagged ${number}`, 40),
      spell: (random) =>
        withQuery(`${origin(random)}/questions/tagged/${slug(site.randomFor('tag', number), 1, 1)}${number}`, [
          maybe(random, 0.3, 'page=1'),
        ]),
    })

    const ask = (number) => ({
      id: `flag ${number}`,
      text: site.text('sign in', 30),
      copies: 1,
      spell: (random) => `${origin(random)}/flag/${number}`,
    })

    return [
      { weight: 56, make: question },
      { weight: 10, make: sorted },
      { weight: 14, make: person },
      { weight: 12, make: tagged },
      { weight: 8, make: ask },
    ]
  },
}
