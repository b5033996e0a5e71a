// A university repository: handles under two faces, files with a sequence, and language in the query.
import { maybe, withQuery } from '../../spelling.mjs'
import { hex, words } from '../../words.mjs'

export default {
  name: 'repository',
  build(site) {
    const origin = site.originFrom([
      [6, 'https://repository.DOMAIN'],
      [3, 'http://repository.DOMAIN'],
      [1, 'http://repository.DOMAIN:8080'],
    ])
    const prefix = 10_000 + site.random.below(9000)
    const other = site.random.pick(['/jspui', '/xmlui', '/ir'])
    const session = (random) => (random.chance(0.2) ? `;jsessionid=${hex(random, 32).toUpperCase()}` : '')

    const item = (number) => ({
      id: `item ${number}`,
      text: site.text(`item ${number}`),
      canonical: number % 3 === 0 ? `https://repository.${site.domain}/handle/${prefix}/${number}` : undefined,
      spell: (random) =>
        origin(random) +
        withQuery(`${random.chance(0.4) ? other : ''}/handle/${prefix}/${number}${session(random)}`, [
          maybe(random, 0.25, () => `locale=${random.pick(['en', 'es', 'pt'])}`),
        ]),
    })

    /** The full record is another page. */
    const full = (number) => ({
      id: `full ${number}`,
      text: site.text(`full ${number}`, 90),
      spell: (random) =>
        origin(random) +
        withQuery(`${random.chance(0.4) ? other : ''}/handle/${prefix}/${number}`, [
          'mode=full',
          maybe(random, 0.25, () => `locale=${random.pick(['en', 'es', 'pt'])}`),
        ]),
    })

    /** Names that differ in case alone belong to two files of one item. */
    function file(number, draw) {
      const handle = number - (number % 2)
      const [name] = words(site.randomFor('file', handle), 1)
      const spelled = draw.chance(0.5) ? name : name.toUpperCase()
      return {
        id: `file ${handle} ${spelled}`,
        text: site.text(`file ${handle} ${spelled}`),
        isFile: true,
        spell: (random) =>
          origin(random) +
          withQuery(`${random.chance(0.4) ? other : ''}/bitstream/${prefix}/${handle}/${spelled}.pdf`, [
            maybe(random, 0.3, 'sequence=1&isAllowed=y'),
          ]),
      }
    }

    function browse(number, draw) {
      const [kind, offset] = [draw.pick(['author', 'title', 'subject']), 20 * number]
      return {
        id: `browse ${kind} ${offset}`,
        text: site.text(`browse ${kind} ${offset}`, 50),
        spell: (random) =>
          origin(random) +
          withQuery('/browse', [
            `type=${kind}`,
            `offset=${offset}`,
            maybe(random, 0.3, 'order=ASC'),
            maybe(random, 0.3, 'rpp=20'),
          ]),
      }
    }

    const restricted = (number) => ({
      id: `restricted ${number}`,
      text: site.text('restricted', 40),
      copies: 1,
      spell: (random) => `${origin(random)}/bitstream/${prefix}/${900_000 + number}/thesis.pdf`,
    })

    return [
      { weight: 46, make: item },
      { weight: 10, make: full },
      { weight: 18, make: file },
      { weight: 18, make: browse },
      { weight: 8, make: restricted },
    ]
  },
}
