// An ASP.NET site: the session as a segment of the path, letters of any case, a default document.
import { maybe, recase, withQuery } from '../../spelling.mjs'
import { slug, token } from '../../words.mjs'

export default {
  name: 'aspnet',
  build(site) {
    const origin = site.originFrom([
      [7, 'https://www.DOMAIN'],
      [3, 'http://www.DOMAIN'],
    ])
    const session = (random) => (random.chance(0.3) ? `/(S(${token(random, 24)}))` : '')
    const anyCase = (random, path) => (random.chance(0.35) ? recase(random, path) : path)

    const product = (number) => ({
      id: `product ${number}`,
      text: site.text(`product ${number}`),
      canonical: number % 2 === 0 ? `https://www.${site.domain}/Catalog/Product.aspx?id=${number}` : undefined,
      spell: (random) =>
        origin(random) +
        session(random) +
        withQuery(anyCase(random, '/Catalog/Product.aspx'), [
          `id=${number}`,
          maybe(random, 0.2, () => `back=${1 + random.below(30)}`),
        ]),
    })

    const article = (number) => ({
      id: `article ${number}`,
      text: site.text(`article ${number}`),
      spell: (random) =>
        origin(random) +
        session(random) +
        anyCase(random, `/News/${slug(site.randomFor('article', number), 2, 4)}-${number}.aspx`),
    })

    /** The path is read in any case, but the key of a document is not. */
    function document(number, draw) {
      const key = `Doc${number - (number % 2)}`
      const spelled = draw.chance(0.5) ? key.toLowerCase() : key.toUpperCase()
      return {
        id: `document ${spelled}`,
        text: site.text(`document ${spelled}`),
        spell: (random) => origin(random) + withQuery(anyCase(random, '/Files/Open.aspx'), [`key=${spelled}`]),
      }
    }

    const office = (number) => ({
      id: `office ${number}`,
      text: site.text(`office ${number}`, 50),
      spell: (random) =>
        `${origin(random)}/offices/${slug(site.randomFor('office', number), 1, 2)}-${number}/${random.chance(0.5) ? anyCase(random, 'Default.aspx') : ''}`,
    })

    const login = (number) => ({
      id: `login for ${number}`,
      text: site.text('log in', 40),
      copies: 1,
      spell: (random) => `${origin(random)}/Account/Login.aspx?ReturnUrl=%2fOrders%2f${number}`,
    })

    return [
      { weight: 42, make: product },
      { weight: 22, make: article },
      { weight: 14, make: document },
      { weight: 14, make: office },
      { weight: 8, make: login },
    ]
  },
}
