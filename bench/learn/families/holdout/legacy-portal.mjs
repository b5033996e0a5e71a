// An old ColdFusion portal: two session parameters that travel together, any case, a default document in every folder.
import { maybe, recase, withQuery } from '../../spelling.mjs'
import { slug } from '../../words.mjs'

export default {
  name: 'legacy-portal',
  build(site) {
    const origin = site.originFrom([
      [7, 'http://www.DOMAIN'],
      [3, 'http://DOMAIN'],
    ])
    const session = (random) =>
      maybe(random, 0.35, () => `CFID=${100_000 + random.below(900_000)}&CFTOKEN=${10_000_000 + random.below(9e7)}`)
    const anyCase = (random, path) => (random.chance(0.3) ? recase(random, path) : path)
    const home = site.random.pick(['index.cfm', 'default.asp', 'main.cfm'])

    const notice = (number) => ({
      id: `notice ${number}`,
      text: site.text(`notice ${number}`),
      spell: (random) =>
        origin(random) +
        withQuery(anyCase(random, '/notices/show.cfm'), [
          `notice=${number}`,
          maybe(random, 0.2, 'printer=1'),
          session(random),
        ]),
    })

    const folder = (number) => ({
      id: `folder ${number}`,
      text: site.text(`folder ${number}`, 80),
      spell: (random) =>
        origin(random) +
        withQuery(
          anyCase(
            random,
            `/departments/${slug(site.randomFor('folder', number), 1, 2)}-${number}/${random.chance(0.5) ? home : ''}`,
          ),
          [session(random)],
        ),
    })

    const person = (number) => ({
      id: `person ${number}`,
      text: site.text(`person ${number}`, 50),
      spell: (random) =>
        origin(random) +
        withQuery(anyCase(random, '/staff/person.cfm'), [
          `who=${number}`,
          maybe(random, 0.3, 'style=default'),
          session(random),
        ]),
    })

    /** A token that decides, in letters whose case matters. */
    function minutes(number, draw) {
      const key = `mn${number - (number % 2)}q`
      const spelled = draw.chance(0.5) ? key : key.toUpperCase()
      return {
        id: `minutes ${spelled}`,
        text: site.text(`minutes ${spelled}`, 90),
        spell: (random) =>
          origin(random) + withQuery(anyCase(random, '/council/minutes.cfm'), [`token=${spelled}`, session(random)]),
      }
    }

    const timedOut = (number) => ({
      id: `application ${number}`,
      text: site.text('timed out', 30),
      spell: (random) => origin(random) + withQuery('/apply/step.cfm', [`form=${number}`, session(random)]),
    })

    return [
      { weight: 40, make: notice },
      { weight: 22, make: folder },
      { weight: 16, make: person },
      { weight: 12, make: minutes },
      { weight: 10, make: timedOut },
    ]
  },
}
