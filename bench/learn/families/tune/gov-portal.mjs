// A public authority's portal on Java: the session behind a semicolon, two languages, a page that falls back to the other.
import { maybe, withQuery } from '../../spelling.mjs'
import { hex, slug } from '../../words.mjs'

export default {
  name: 'gov-portal',
  build(site) {
    const origin = site.originFrom([
      [6, 'https://www.DOMAIN'],
      [3, 'https://DOMAIN'],
      [1, 'http://www.DOMAIN'],
    ])
    const session = (random) => (random.chance(0.35) ? `;jsessionid=${hex(random, 32).toUpperCase()}` : '')
    const extension = site.random.pick(['.do', '.action', '.jsp'])

    function sheet(drawn, draw) {
      const number = drawn >> 1
      const language = draw.chance(0.75) ? 'es' : 'ca'
      const isTranslated = site.randomFor('translated', number).chance(0.7)
      return {
        id: `sheet ${number} ${language}`,
        text: site.text(`sheet ${number} ${isTranslated ? language : 'es'}`, 110),
        canonical:
          number % 4 === 0
            ? `https://www.${site.domain}/portal/sheet${extension}?id=${number}&lang=${language}`
            : undefined,
        spell: (random) =>
          origin(random) +
          withQuery(`/portal/sheet${extension}${session(random)}`, [
            `id=${number}`,
            language === 'ca' ? 'lang=ca' : maybe(random, 0.5, 'lang=es'),
            // The way by which one came: says nothing here, and everything in the list below.
            maybe(random, 0.35, () => `section=${1 + random.below(40)}`),
          ]),
      }
    }

    const list = (number) => ({
      id: `list ${number}`,
      text: site.text(`list ${number}`, 50),
      spell: (random) =>
        origin(random) +
        withQuery(`/portal/list${extension}${session(random)}`, [
          `section=${number % 50}`,
          number >= 50 ? `page=${1 + Math.floor(number / 50)}` : null,
        ]),
    })

    const topic = (number) => ({
      id: `topic ${number}`,
      text: site.text(`topic ${number}`, 90),
      spell: (random) =>
        `${origin(random)}/topics/${slug(site.randomFor('topic', number), 1, 3)}-${number}/${random.chance(0.4) ? 'index.jsp' : ''}`,
    })

    const bulletin = (number) => ({
      id: `bulletin ${number}`,
      text: site.text(`bulletin ${number}`, 150),
      isFile: true,
      spell: (random) => `${origin(random)}/bulletins/B-${2000 + (number % 25)}-${number}.pdf`,
    })

    const expired = (number) => ({
      id: `procedure ${number}`,
      text: site.text('session expired', 40),
      spell: (random) =>
        origin(random) + withQuery(`/office/start${extension}${session(random)}`, [`procedure=${number}`]),
    })

    return [
      { weight: 55, make: sheet },
      { weight: 15, make: list },
      { weight: 12, make: topic },
      { weight: 10, make: bulletin },
      { weight: 8, make: expired },
    ]
  },
}
