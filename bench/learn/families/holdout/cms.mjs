// A content system whose pages answer with and without their ending, below the script and beside it, and as numbers.
import { maybe, shuffled, withQuery } from '../../spelling.mjs'
import { slug } from '../../words.mjs'

export default {
  name: 'cms',
  build(site) {
    const origin = site.originFrom([
      [8, 'https://www.DOMAIN'],
      [2, 'http://www.DOMAIN'],
    ])
    const front = site.random.pick(['/index.php', '/cms.php'])
    const menus = ['home', 'service', 'club', 'archive']

    function article(number) {
      const title = slug(site.randomFor('article', number), 2, 4)
      return {
        id: `article ${number}`,
        text: site.text(`article ${number}`),
        canonical: number % 2 === 0 ? `https://www.${site.domain}/${menus[number % 4]}/${number}-${title}` : undefined,
        spell: (random) => origin(random) + articlePath(random, number, title),
      }
    }

    function articlePath(random, number, title) {
      const menu = menus[number % 4]
      const kind = random.weighted([40, 20, 20, 20])
      if (kind === 3) return scriptPath(random, number, title)
      const path = `/${menu}/${number}-${title}`
      return withQuery(kind === 1 ? `${front}${path}` : kind === 2 ? `${path}.html` : path, [
        maybe(random, 0.15, 'tmpl=component&print=1'),
      ])
    }

    const scriptPath = (random, number, title) =>
      withQuery(
        front,
        shuffled(random, [
          'option=content',
          'view=article',
          random.chance(0.5) ? `id=${number}` : `id=${number}:${title}`,
          `Itemid=${100 + random.below(30)}`,
        ]),
      )

    /** Here the number of the menu decides what one sees. */
    const category = (number) => ({
      id: `category ${number}`,
      text: site.text(`category ${number}`, 50),
      spell: (random) =>
        origin(random) +
        withQuery(
          front,
          shuffled(
            random,
            ['option=content', 'view=category', `Itemid=${1000 + number}`, maybe(random, 0.3, 'start=0')].filter(
              Boolean,
            ),
          ),
        ),
    })

    const page = (number) => ({
      id: `page ${number}`,
      text: site.text(`page ${number}`, 80),
      spell: (random) =>
        `${origin(random)}/pages/${slug(site.randomFor('page', number), 1, 3)}-${number}${random.pick(['', '', '.html', '.php'])}`,
    })

    const offline = (number) => ({
      id: `register for ${number}`,
      text: site.text('register first', 40),
      copies: 1,
      spell: (random) => `${origin(random)}${front}?option=users&view=login&return=${number}`,
    })

    return [
      { weight: 50, make: article },
      { weight: 14, make: category },
      { weight: 28, make: page },
      { weight: 8, make: offline },
    ]
  },
}
