// A directory of clubs: lists by town. Most fit on one page, whatever page or order is asked for; the others do not.
import { maybe, withQuery } from '../../spelling.mjs'
import { slug } from '../../words.mjs'

const FITS_ON_ONE_PAGE = 0.88
const ORDERS = ['members', 'founded']

export default {
  name: 'thin-lists',
  build(site) {
    const origin = site.originFrom([
      [7, 'https://www.DOMAIN'],
      [3, 'https://DOMAIN'],
    ])
    const visit = site.random.pick(['visit', 'vid', 'sess'])
    const trail = (random) => maybe(random, 0.3, () => `${visit}=${random.below(1e8).toString(36)}`)

    /** The first page by name is what a list shows without being asked. */
    function list(number) {
      const isThin = site.randomFor('thin', number >> 2).chance(FITS_ON_ONE_PAGE)
      const [town, kind] = isThin ? [number, 0] : [number - (number % 4), number % 4]
      const name = `${slug(site.randomFor('town', town), 1, 1)}-${town}`
      const asked = [null, 'page=2', `sort=${ORDERS[0]}`, `sort=${ORDERS[1]}`][kind]
      const any = (random) => random.pick(['page=1', 'page=2', 'sort=name', ...ORDERS.map((order) => `sort=${order}`)])
      const first = (random) => random.pick(['page=1', 'sort=name'])
      return {
        id: `list ${town} ${asked ?? ''}`,
        text: site.text(`list ${town} ${asked ?? ''}`, 50),
        spell: (random) =>
          origin(random) +
          withQuery(`/clubs/${name}`, [
            asked ?? maybe(random, 0.5, () => (isThin ? any : first)(random)),
            trail(random),
          ]),
      }
    }

    function club(number) {
      const title = slug(site.randomFor('club', number), 2, 4)
      return {
        id: `club ${number}`,
        text: site.text(`club ${number}`, 90),
        spell: (random) =>
          origin(random) + withQuery(`/club/${number}${random.chance(0.5) ? `/${title}` : ''}`, [trail(random)]),
      }
    }

    /** Towns without a club. */
    const empty = (number) => ({
      id: `empty ${number}`,
      text: site.text('no clubs', 30),
      spell: (random) => origin(random) + withQuery(`/towns/${number}`, [trail(random)]),
    })

    return [
      { weight: 45, make: list },
      { weight: 45, make: club },
      { weight: 10, make: empty },
    ]
  },
}
