// Recipes on a site that was moved twice: old scripts, old endings, ampersands from pages that escaped them once too often.
import { maybe, withQuery } from '../../spelling.mjs'
import { slug, words } from '../../words.mjs'

export default {
  name: 'recipes',
  build(site) {
    const origin = site.originFrom([
      [6, 'https://www.DOMAIN'],
      [2, 'https://DOMAIN'],
      [2, 'http://www.DOMAIN'],
    ])
    const old = site.random.pick(['/recipe.asp', '/view.php', '/cgi-bin/recipe.cgi'])
    const print = site.random.pick(['/print', '/druck'])

    function recipe(number) {
      const title = slug(site.randomFor('recipe', number), 2, 4)
      return {
        id: `recipe ${number}`,
        text: site.text(`recipe ${number}`, 90),
        canonical: number % 5 === 0 ? `https://www.${site.domain}/` : undefined,
        spell: (random) => origin(random) + recipePath(random, number, title),
      }
    }

    function recipePath(random, number, title) {
      const kind = random.weighted([40, 15, 20, 13, 12])
      if (kind === 1) return `/recipe/${title}.${number}.html${random.chance(0.3) ? '?print=yes' : ''}`
      if (kind === 2) return scriptPath(random, number)
      if (kind === 3) return `/recipe/${title}.${number}${print}`
      if (kind === 4) return `/r/${number}`
      return withQuery(`/recipe/${title}.${number}`, [maybe(random, 0.2, () => `servings=${2 + random.below(8)}`)])
    }

    /** `&amp;` that was copied out of the markup of a page. */
    function scriptPath(random, number) {
      const separator = random.chance(0.2) ? '&amp;' : '&'
      return `${old}?id=${number}${random.chance(0.5) ? `${separator}style=${1 + random.below(4)}` : ''}`
    }

    /** The page of an ingredient: spaces spelled in two ways. */
    function ingredient(number) {
      const [first, second] = words(site.randomFor('ingredient', number), 2)
      return {
        id: `ingredient ${number}`,
        text: site.text(`ingredient ${number}`, 50),
        spell: (random) =>
          `${origin(random)}/with?what=${first}${random.pick(['+', '%20'])}${second}${number}${random.chance(0.3) ? '&page=1' : ''}`,
      }
    }

    const more = (number) => ({
      id: `more ${number}`,
      text: site.text(`more ${number}`, 40),
      spell: (random) =>
        `${origin(random)}/with?what=salt&page=${2 + number}${random.chance(0.3) ? '&view=tiles' : ''}`,
    })

    const cook = (number) => ({
      id: `cook ${number}`,
      text: site.text(`cook ${number}`, 40),
      spell: (random) => `${origin(random)}${random.chance(0.5) ? `/cook/${number}` : `/cook.asp?no=${number}`}`,
    })

    const unrated = (number) => ({
      id: `comments ${number}`,
      text: site.text('no comments yet', 15),
      spell: (random) => `${origin(random)}/comments/${number}${random.chance(0.3) ? '/' : ''}`,
    })

    return [
      { weight: 61, make: recipe },
      { weight: 7, make: ingredient },
      { weight: 8, make: more },
      { weight: 12, make: cook },
      { weight: 12, make: unrated },
    ]
  },
}
