// Vacancies: countries as hosts with contents of their own, two numbers that travel together, most offers already gone.
import { campaign, maybe, sometimesShuffled, withQuery } from '../../spelling.mjs'
import { slug, token } from '../../words.mjs'

const COUNTRIES = ['www', 'www', 'es', 'it']

export default {
  name: 'jobs',
  build(site) {
    const scheme = (random) => (random.chance(0.15) ? 'http' : 'https')
    const spellHost = (country) => `${country}.${site.domain}`
    const trace = (random) => `refId=${token(random, 16)}&trackingId=${token(random, 16)}`

    function job(number, draw) {
      const country = draw.pick(COUNTRIES)
      const title = slug(site.randomFor('job', number), 2, 5)
      return {
        id: `job ${country} ${number}`,
        text: site.text(`job ${country} ${number}`, 80),
        canonical:
          number % 2 === 0 ? `https://${spellHost(country)}/jobs/view/${title}-${300_000 + number}` : undefined,
        spell: (random) =>
          withQuery(`${scheme(random)}://${spellHost(country)}/jobs/view/${jobName(random, number, title)}`, [
            maybe(random, 0.3, () => trace(random)),
            maybe(random, 0.15, () => `position=${1 + random.below(25)}&pageNum=${random.below(4)}`),
            maybe(random, 0.1, () => campaign(random)),
          ]),
      }
    }

    const jobName = (random, number, title) =>
      random.chance(0.3) ? `${300_000 + number}` : `${title}-${300_000 + number}`

    function gone(number, draw) {
      const country = draw.pick(COUNTRIES)
      return {
        id: `gone ${country} ${number}`,
        text: site.text('no longer open', 40),
        spell: (random) =>
          withQuery(`${scheme(random)}://${spellHost(country)}/jobs/view/${90_000_000 + number}`, [
            maybe(random, 0.4, () => trace(random)),
          ]),
      }
    }

    function search(number, draw) {
      const country = draw.pick(COUNTRIES)
      const facts = [
        `keywords=${slug(site.randomFor('word', number % 90), 1, 1)}`,
        `location=${slug(site.randomFor('town', number % 37), 1, 1)}`,
      ]
      const start = draw.chance(0.6) ? 0 : 25 * (1 + draw.below(8))
      return {
        id: `search ${country} ${facts.join(' ')} ${start}`,
        text: site.text(`search ${country} ${facts.join(' ')} ${start}`, 60),
        spell: (random) =>
          withQuery(`${scheme(random)}://${spellHost(country)}/jobs/search`, [
            ...sometimesShuffled(random, 0.4, facts),
            start === 0 ? maybe(random, 0.3, 'start=0') : `start=${start}`,
            maybe(random, 0.25, () => `position=1&pageNum=0`),
          ]),
      }
    }

    /** Pages of one text in every country, which belong to different companies all the same. */
    const company = (number) => ({
      id: `company ${COUNTRIES[1 + (number % 3)]} ${Math.floor(number / 3)}`,
      text: site.text(`company ${Math.floor(number / 3)} ${site.randomFor('own', number).chance(0.4)}`, 50),
      spell: (random) =>
        withQuery(
          `${scheme(random)}://${spellHost(COUNTRIES[1 + (number % 3)])}/company/${slug(site.randomFor('company', Math.floor(number / 3)), 1, 2)}-${Math.floor(number / 3)}`,
          [maybe(random, 0.3, 'trk=public_jobs')],
        ),
    })

    /** A corner of the site where the name that means nothing elsewhere is all that counts. */
    const ranking = (number) => ({
      id: `ranking ${number}`,
      text: site.text(`ranking ${number}`, 50),
      spell: (random) => `${scheme(random)}://${spellHost('www')}/ranking?position=${number}`,
    })

    return [
      { weight: 46, make: job },
      { weight: 16, make: gone },
      { weight: 22, make: search },
      { weight: 16, make: company },
      { weight: 1.5, make: ranking },
    ]
  },
}
