// A magazine: a host for short links, sessions and versions of the layout as segments, a page for printing.
import { campaign, maybe, withQuery } from '../../spelling.mjs'
import { hex, slug, token } from '../../words.mjs'

export default {
  name: 'magazine',
  build(site) {
    const origin = site.originFrom([
      [8, 'https://www.DOMAIN'],
      [2, 'http://www.DOMAIN'],
    ])
    const session = (random) => (random.chance(0.2) ? `/s_${hex(random, 16)}` : '')
    const layout = (random) => (random.chance(0.15) ? `/v${1 + random.below(60)}` : '')
    const inventKey = (number) => token(site.randomFor('key', number), 7)

    function article(number) {
      const title = slug(site.randomFor('article', number), 2, 5)
      return {
        id: `article ${number}`,
        text: site.text(`article ${number}`),
        canonical: number % 3 === 0 ? `https://www.${site.domain}/article/${inventKey(number)}/${title}` : undefined,
        spell: (random) => (random.chance(0.15) ? short(random, number) : long(random, number, title)),
      }
    }

    const short = (random, number) =>
      withQuery(`https://mag.${site.domain}/${inventKey(number)}`, [maybe(random, 0.3, () => `by=${hex(random, 8)}`)])

    const long = (random, number, title) =>
      withQuery(
        `${origin(random)}${session(random)}${layout(random)}/article/${inventKey(number)}/${title}${random.chance(0.15) ? '/print' : ''}`,
        [maybe(random, 0.15, () => campaign(random))],
      )

    const author = (number) => ({
      id: `author ${number}`,
      text: site.text(`author ${number}`, 60),
      spell: (random) =>
        `${origin(random)}${session(random)}/authors/${slug(site.randomFor('author', number), 2, 2)}-${number}${random.chance(0.4) ? '/' : ''}`,
    })

    function issue(number, draw) {
      const [year, page] = [1960 + (number % 60), 1 + Math.floor(number / 60)]
      const sort = draw.pick(['date', 'date', 'title'])
      return {
        id: `issue ${year} ${page} ${sort}`,
        text: year < 1972 ? site.text('not digitised', 20) : site.text(`issue ${year} ${page} ${sort}`, 50),
        spell: (random) =>
          withQuery(`${origin(random)}${session(random)}/issues/${year}`, [
            page === 1 ? maybe(random, 0.3, 'page=1') : `page=${page}`,
            sort === 'date' ? maybe(random, 0.3, 'sort=date') : `sort=${sort}`,
          ]),
      }
    }

    const subscribe = (number) => ({
      id: `subscribe for ${number}`,
      text: site.text('subscribe', 25),
      spell: (random) => `${origin(random)}${session(random)}/premium/${inventKey(number)}`,
    })

    return [
      { weight: 56, make: article },
      { weight: 16, make: author },
      { weight: 18, make: issue },
      { weight: 10, make: subscribe },
    ]
  },
}
