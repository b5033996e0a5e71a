// A wiki: every page by script and by name, its revisions, its history, and pages that nobody has written yet.
import { maybe, shuffled, withQuery } from '../../spelling.mjs'
import { words } from '../../words.mjs'

export default {
  name: 'wiki',
  build(site) {
    const origin = site.originFrom([
      [8, 'https://DOMAIN'],
      [2, 'http://DOMAIN'],
    ])
    const short = site.random.pick(['/wiki/', '/index.php/'])

    const inventTitle = (number) =>
      words(site.randomFor('title', number), 1 + (number % 3))
        .map((word) => word[0].toUpperCase() + word.slice(1))
        .join('_') + (number % 4 === 0 ? `_(${number})` : `_${number}`)

    const article = (number) => ({
      id: `article ${number}`,
      text: site.text(`article ${number}`, 130),
      canonical: number % 2 === 0 ? `https://${site.domain}${short}${inventTitle(number)}` : undefined,
      spell: (random) => origin(random) + articlePath(random, inventTitle(number)),
    })

    function articlePath(random, title) {
      if (random.chance(0.55)) return withQuery(short + title, [maybe(random, 0.15, 'printable=yes')])
      const more = [maybe(random, 0.15, 'printable=yes'), maybe(random, 0.15, 'action=view')].filter(Boolean)
      return withQuery('/w/index.php', shuffled(random, [`title=${title}`, ...more]))
    }

    /** Half of the revisions read like the page of today, and are not that page. */
    function revision(number, draw) {
      const about = number - (number % 6)
      const isSame = draw.chance(0.5)
      return {
        id: `revision ${number}`,
        text: isSame ? site.text(`article ${about}`, 130) : site.text(`revision ${number}`, 130),
        spell: (random) =>
          origin(random) +
          withQuery('/w/index.php', shuffled(random, [`title=${inventTitle(about)}`, `oldid=${70_000 + number}`])),
      }
    }

    const history = (number) => ({
      id: `history ${number}`,
      text: site.text(`history ${number}`, 60),
      spell: (random) =>
        origin(random) +
        withQuery(
          '/w/index.php',
          shuffled(
            random,
            [`title=${inventTitle(number)}`, 'action=history', maybe(random, 0.3, 'limit=50')].filter(Boolean),
          ),
        ),
    })

    const unwritten = (number) => ({
      id: `unwritten ${number}`,
      text: site.text('unwritten', 50),
      spell: (random) =>
        origin(random) +
        withQuery('/w/index.php', shuffled(random, [`title=Missing_${number}`, 'action=edit', 'redlink=1'])),
    })

    const special = (number) => ({
      id: `what links to ${number}`,
      text: site.text(`links ${number}`, 25),
      spell: (random) => `${origin(random)}${short}Special:WhatLinksHere/${inventTitle(number)}`,
    })

    return [
      { weight: 60, make: article },
      { weight: 12, make: revision },
      { weight: 10, make: history },
      { weight: 10, make: unwritten },
      { weight: 8, make: special },
    ]
  },
}
