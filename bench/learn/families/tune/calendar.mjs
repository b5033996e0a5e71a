// A calendar without end: most of its months are empty, and all the empty ones read alike.
import { maybe, sometimesShuffled, withQuery } from '../../spelling.mjs'
import { slug } from '../../words.mjs'

export default {
  name: 'calendar',
  build(site) {
    const origin = site.originFrom([
      [8, 'https://DOMAIN'],
      [2, 'https://www.DOMAIN'],
    ])
    const refresh = site.random.pick(['r', 'rnd', 't'])

    function month(number, draw) {
      const [year, inYear, venue] = [1990 + (number % 60), 1 + (Math.floor(number / 60) % 12), Math.floor(number / 720)]
      const isEmpty = draw.chance(0.5)
      const view = draw.chance(0.7) ? 'month' : 'list'
      return {
        id: `month ${venue} ${year} ${inYear} ${view}`,
        text: isEmpty ? site.text(`no events ${view}`, 30) : site.text(`month ${venue} ${year} ${inYear} ${view}`, 70),
        spell: (random) => origin(random) + monthPath(random, venue, year, inYear, view),
      }
    }

    function monthPath(random, venue, year, inYear, view) {
      const viewPair = view === 'month' ? maybe(random, 0.3, 'view=month') : `view=${view}`
      const tail = [viewPair, maybe(random, 0.2, () => `${refresh}=${random.below(1e6)}`)]
      if (random.chance(0.4)) return withQuery(`/calendar/${venue}/${year}/${inYear}`, tail)
      const pairs = [`venue=${venue}`, `year=${year}`, `month=${inYear}`]
      return withQuery('/calendar.php', [...sometimesShuffled(random, 0.4, pairs), ...tail])
    }

    function event(number) {
      const title = slug(site.randomFor('event', number), 2, 5)
      return {
        id: `event ${number}`,
        text: site.text(`event ${number}`),
        canonical: `https://${site.domain}/event/${number}/${title}`,
        spell: (random) =>
          origin(random) +
          withQuery(random.chance(0.6) ? `/event/${number}/${title}` : `/event/${number}`, [
            maybe(random, 0.2, () => `${refresh}=${random.below(1e6)}`),
            maybe(random, 0.25, () => `cal_view=${random.pick(['month', 'week', 'day'])}`),
          ]),
      }
    }

    const file = (number) => ({
      id: `file ${number}`,
      text: site.text(`file ${number}`, 30),
      spell: (random) => `${origin(random)}/event/${number}/event.ics`,
    })

    const place = (number) => ({
      id: `place ${number}`,
      text: site.text(`place ${number}`, 60),
      spell: (random) =>
        `${origin(random)}/places/${slug(site.randomFor('place', number), 1, 2)}-${number}${random.chance(0.4) ? '/' : ''}`,
    })

    return [
      { weight: 34, make: month },
      { weight: 44, make: event },
      { weight: 6, make: file },
      { weight: 16, make: place },
    ]
  },
}
