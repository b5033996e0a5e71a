// A travel agency: the partner who sent the visitor as a segment, dates that decide in one place and not in another.
import { campaign, maybe, shuffled, withQuery } from '../../spelling.mjs'
import { hex, slug } from '../../words.mjs'

export default {
  name: 'travel',
  build(site) {
    const origin = site.originFrom([
      [8, 'https://www.DOMAIN'],
      [2, 'http://www.DOMAIN'],
    ])
    const partner = site.random.pick(['aff', 'partner', 'via'])
    /** English is the default and may be left out; the others are pages of their own. */
    const languages = ['en', 'en', 'en', 'de', 'fr']
    const inLanguage = (random, language) => (language === 'en' ? (random.chance(0.4) ? '/en' : '') : `/${language}`)
    const sentBy = (random) => (random.chance(0.2) ? `/${partner}-${hex(random, 6)}` : '')
    const inventDate = (number) =>
      `2025-${String(1 + (number % 12)).padStart(2, '0')}-${String(1 + (number % 28)).padStart(2, '0')}`

    function hotel(number, draw) {
      const language = draw.pick(languages)
      const title = `${slug(site.randomFor('hotel', number >> 1), 2, 3)}-${number >> 1}`
      return {
        id: `hotel ${number >> 1} ${language}`,
        text: site.text(`hotel ${number >> 1} ${language}`, 90),
        spell: (random) =>
          withQuery(`${origin(random)}${sentBy(random)}${inLanguage(random, language)}/hotel/${title}.html`, [
            maybe(random, 0.3, () => stay(random)),
            maybe(random, 0.15, () => `label=${hex(random, 10)}`),
            maybe(random, 0.1, () => campaign(random)),
          ]),
      }
    }

    const stay = (random) => `checkin=${inventDate(random.below(300))}&nights=${1 + random.below(14)}`

    function offers(number) {
      const facts = [`checkin=${inventDate(number)}`, `nights=${1 + (number % 9)}`, `city=${number % 70}`]
      return {
        id: `offers ${facts.join(' ')}`,
        text: site.text(isSoldOut(facts) ? 'sold out' : `offers ${facts.join(' ')}`, 40),
        spell: (random) =>
          withQuery(`${origin(random)}/offers`, [
            ...shuffled(random, facts),
            maybe(random, 0.3, 'currency=EUR'),
            maybe(random, 0.2, () => `label=${hex(random, 10)}`),
          ]),
      }
    }

    const isSoldOut = (facts) => site.randomFor('sold out', ...facts).chance(0.35)

    /** A guide that nobody translated shows the English one. */
    function guide(number, draw) {
      const language = draw.pick(['en', 'en', 'de', 'fr'])
      const isTranslated = site.randomFor('guide', number >> 1, language).chance(0.5)
      const title = `${slug(site.randomFor('place', number >> 1), 1, 2)}-${number >> 1}`
      return {
        id: `guide ${number >> 1} ${language}`,
        text: site.text(`guide ${number >> 1} ${isTranslated ? language : 'en'}`, 80),
        spell: (random) =>
          `${origin(random)}${inLanguage(random, language)}/guide/${title}${random.chance(0.4) ? '/' : ''}`,
      }
    }

    const booking = (number) => ({
      id: `booking ${number}`,
      text: site.text('session over', 20),
      copies: 1,
      spell: (random) => `${origin(random)}/book?offer=${hex(site.randomFor('offer', number), 16)}`,
    })

    /** A corner of the site where the name that means nothing elsewhere is all that counts. */
    const voucher = (number) => ({
      id: `voucher ${number}`,
      text: site.text(`voucher ${number}`, 50),
      spell: (random) => `${origin(random)}/voucher?label=${hex(site.randomFor('voucher', number), 10)}`,
    })

    return [
      { weight: 44, make: hotel },
      { weight: 24, make: offers },
      { weight: 24, make: guide },
      { weight: 8, make: booking },
      { weight: 1.5, make: voucher },
    ]
  },
}
