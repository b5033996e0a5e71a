// A forum whose old script URLs and new readable ones both answer, with the session in the query for whoever has no cookie.
import { maybe, sometimesShuffled, withQuery } from '../../spelling.mjs'
import { hex, slug } from '../../words.mjs'

export default {
  name: 'forum',
  build(site) {
    const session = site.random.pick(['s', 'sid', 'PHPSESSID'])
    const origin = site.originFrom([
      [6, 'https://www.DOMAIN'],
      [2, 'https://DOMAIN'],
      [2, 'http://www.DOMAIN'],
    ])
    const sessionPair = (random) => maybe(random, 0.3, () => `${session}=${hex(random, 32)}`)

    function thread(number, random) {
      const page = random.chance(0.7) ? 1 : 2 + random.below(4)
      return threadPage(1000 + number, page)
    }

    function threadPage(id, page) {
      const title = slug(site.randomFor('title', id), 3, 6)
      return {
        id: `thread ${id} page ${page}`,
        text: site.text(`thread ${id} ${page}`),
        canonical: site.randomFor('claim', id).chance(0.5)
          ? `https://www.${site.domain}/threads/${id}-${title}${page > 1 ? `/page${page}` : ''}`
          : undefined,
        spell: (random) =>
          origin(random) + (random.chance(0.5) ? script(random, id, page) : readable(random, id, page, title)),
      }
    }

    function script(random, id, page) {
      const pairs = [
        `t=${id}`,
        page > 1 ? `page=${page}` : maybe(random, 0.2, 'page=1'),
        maybe(random, 0.12, () => `highlight=${slug(random, 1, 2)}`),
      ].filter(Boolean)
      return withQuery('/showthread.php', [sessionPair(random), ...sometimesShuffled(random, 0.3, pairs)])
    }

    // A title that was edited stays in old links: the number alone decides.
    function readable(random, id, page, title) {
      const shown = random.chance(0.12) ? slug(random, 2, 4) : title
      return withQuery(`/threads/${id}-${shown}${page > 1 ? `/page${page}` : ''}`, [sessionPair(random)])
    }

    function board(number) {
      const [id, page, order] = [1 + (number % 60), 1 + Math.floor(number / 60), number % 7 === 0 ? 'asc' : 'desc']
      return {
        id: `board ${id} ${page} ${order}`,
        text: site.text(`board ${id} ${page} ${order}`, 60),
        spell: (random) =>
          origin(random) +
          withQuery('/forumdisplay.php', [
            sessionPair(random),
            `f=${id}`,
            page > 1 ? `page=${page}` : null,
            order === 'asc' ? 'order=asc' : maybe(random, 0.4, 'order=desc'),
          ]),
      }
    }

    function member(number) {
      return {
        id: `member ${number}`,
        text: site.text(`member ${number}`, 40),
        spell: (random) => origin(random) + withQuery('/member.php', [sessionPair(random), `u=${number}`]),
      }
    }

    /** Deleted threads all say the same, and so does the form for whoever is not logged in. */
    const sameFor = (what, path) => (number) => ({
      id: `${what} ${number}`,
      text: site.text(what, 50),
      spell: (random) => origin(random) + withQuery(path, [sessionPair(random), `t=${900_000 + number}`]),
    })

    return [
      { weight: 60, make: thread },
      { weight: 12, make: board },
      { weight: 12, make: member },
      { weight: 8, make: sameFor('deleted', '/showthread.php') },
      { weight: 8, make: sameFor('log in', '/newreply.php') },
    ]
  },
}
