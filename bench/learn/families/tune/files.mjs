// A file server that tells `A.txt` from `a.txt`, its sorted listings, and its mirrors.
import { maybe, withQuery } from '../../spelling.mjs'
import { slug, words } from '../../words.mjs'

export default {
  name: 'files',
  build(site) {
    const origin = site.originFrom([
      [5, 'https://files.DOMAIN'],
      [2, 'http://files.DOMAIN'],
      [2, 'https://mirror1.DOMAIN'],
      [1, 'https://mirror2.DOMAIN'],
      [1, 'http://files.DOMAIN:8080'],
    ])
    const inventFolder = (number) => {
      const random = site.randomFor('folder', number % 80)
      return `/pub/${slug(random, 1, 1)}/${slug(random, 1, 2)}-${number % 80}`
    }

    /** Two files whose names differ in case alone. */
    function caseFile(number, draw) {
      const [name] = words(site.randomFor('file', number), 1)
      const spelled = draw.chance(0.5) ? name : name.toUpperCase()
      return file(`${inventFolder(number)}/${spelled}${number}.${spelled === name ? 'txt' : 'TXT'}`)
    }

    const plainFile = (number) => file(`${inventFolder(number)}/IMG_${10_000 + number}.jpg`)

    const file = (path) => ({
      id: path,
      text: site.text(path, 40),
      isFile: true,
      spell: (random) => origin(random) + withQuery(path, [maybe(random, 0.2, 'download=1')]),
    })

    const spellFolder = (number) => `${inventFolder(number)}/part-${number}/`

    function listing(number, draw) {
      const order = draw.pick(['C=N;O=A', 'C=N;O=A', 'C=N;O=D', 'C=S;O=A', 'C=M;O=D'])
      return {
        id: `listing ${number} ${order}`,
        text: site.text(`listing ${number} ${order}`, 40),
        spell: (random) =>
          origin(random) + spellFolder(number) + (order === 'C=N;O=A' && random.chance(0.5) ? '' : `?${order}`),
      }
    }

    /** The server sends whoever forgets the slash to the folder. */
    const forgotten = (number) => ({
      id: `forgotten ${number}`,
      text: '',
      copies: 1,
      answer: (url) => ({ status: 301, redirect: `${url}/` }),
      spell: (random) => origin(random) + spellFolder(number).slice(0, -1),
    })

    const empty = (number) => ({
      id: `empty folder ${number}`,
      text: site.text('empty folder', 12, 12),
      spell: (random) => `${origin(random)}/pub/incoming/${slug(site.randomFor('empty', number), 1, 2)}-${number}/`,
    })

    return [
      { weight: 30, make: caseFile },
      { weight: 30, make: plainFile },
      { weight: 24, make: listing },
      { weight: 4, make: forgotten },
      { weight: 12, make: empty },
    ]
  },
}
