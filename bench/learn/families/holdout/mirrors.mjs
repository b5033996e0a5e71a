// A project with many names: mirrors, a port, a phone host, both schemes; and a preview that is nearly the same.
import { withQuery } from '../../spelling.mjs'
import { slug } from '../../words.mjs'

export default {
  name: 'mirrors',
  build(site) {
    const origin = site.originFrom([
      [4, 'https://www.DOMAIN'],
      [2, 'https://DOMAIN'],
      [2, 'http://www.DOMAIN'],
      [1, 'https://mobile.DOMAIN'],
      [1, 'https://eu.DOMAIN'],
      [1, 'http://origin.DOMAIN:8080'],
    ])

    function page(number) {
      const path = inventPath(number)
      return {
        id: path,
        text: site.text(path),
        canonical: number % 2 === 0 ? `https://www.${site.domain}${path}` : undefined,
        spell: (random) => origin(random) + path + (random.chance(0.15) ? 'index.html' : ''),
      }
    }

    const inventPath = (number) =>
      `/${slug(site.randomFor('section', number % 30), 1, 1)}/${slug(site.randomFor('page', number), 1, 3)}-${number}/`

    /** The next release of the same pages: eight in ten read alike, and none is the same page. */
    function preview(number) {
      const path = inventPath(number - (number % 3))
      const hasChanged = site.randomFor('preview', path).chance(0.2)
      return {
        id: `preview ${path}`,
        text: site.text(hasChanged ? `preview ${path}` : path),
        copies: 1,
        spell: () => `https://beta.${site.domain}${path}`,
      }
    }

    /** Another department under the same domain, with pages of its own under equal paths. */
    const shopPage = (number) => ({
      id: `shop ${number}`,
      text: site.text(`shop ${number}`),
      spell: (random) =>
        withQuery(`https://shop.${site.domain}${inventPath(number - (number % 2))}`, [
          `item=${number}`,
          random.chance(0.4) ? 'view=full' : null,
        ]),
    })

    /** Old addresses that were moved: they answer with where the page is now. */
    const moved = (number) => ({
      id: `moved ${number}`,
      text: '',
      copies: 1,
      answer: () => ({ status: 301, redirect: `https://www.${site.domain}${inventPath(number)}` }),
      spell: () => `http://www.${site.domain}/old/${number}.htm`,
    })

    return [
      { weight: 66, make: page },
      { weight: 12, make: preview },
      { weight: 14, make: shopPage },
      { weight: 8, make: moved },
    ]
  },
}
