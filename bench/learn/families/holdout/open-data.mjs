// An open-data service asked by parameters: any order, defaults spelled out or not, cache busters, two forms of a resource.
import { maybe, shuffled, withQuery } from '../../spelling.mjs'
import { slug, token } from '../../words.mjs'

export default {
  name: 'open-data',
  build(site) {
    const origin = site.originFrom([
      [8, 'https://data.DOMAIN'],
      [2, 'http://data.DOMAIN'],
    ])
    const buster = site.random.pick(['_', 'nocache', 'ts'])
    const key = site.random.pick(['api_key', 'apikey', 'access'])

    function rows(number, draw) {
      const facts = {
        dataset: `ds-${number % 90}`,
        year: 1980 + draw.below(45),
        region: draw.below(40),
        limit: draw.chance(0.3) ? 500 : null,
        offset: draw.chance(0.4) ? 100 * (1 + draw.below(9)) : null,
        order: draw.chance(0.2) ? 'desc' : null,
      }
      const id = JSON.stringify(facts)
      return {
        id,
        // Many regions have no figures for a year.
        text: facts.region % 4 === 0 ? site.text('no rows', 20) : site.text(id, 60),
        spell: (random) => `${origin(random)}/api/rows${spellQuery(random, facts)}`,
      }
    }

    const spellQuery = (random, facts) => withQuery('', shuffled(random, listPairs(random, facts)))

    const listPairs = (random, { dataset, year, region, limit, offset, order }) =>
      [
        `dataset=${dataset}`,
        `year=${year}`,
        `region=${region}`,
        limit === null ? maybe(random, 0.25, 'limit=100') : `limit=${limit}`,
        offset === null ? maybe(random, 0.25, 'offset=0') : `offset=${offset}`,
        order === null ? null : `order=${order}`,
        maybe(random, 0.2, () => `${buster}=${1_600_000_000 + random.below(1e8)}`),
        maybe(random, 0.25, () => `${key}=${token(random, 20)}`),
      ].filter(Boolean)

    const dataset = (number) => ({
      id: `dataset ${number}`,
      text: site.text(`dataset ${number}`, 90),
      spell: (random) => {
        const name = `${slug(site.randomFor('dataset', number), 1, 3)}-${number}`
        return `${origin(random)}${random.chance(0.6) ? `/dataset/${name}` : `/dataset/show?id=${name}`}`
      },
    })

    const file = (number, draw) => {
      const format = draw.pick(['csv', 'json', 'xml'])
      return {
        id: `file ${number} ${format}`,
        text: site.text(`file ${number} ${format}`, 60),
        isFile: true,
        spell: (random) =>
          `${origin(random)}/files/${number}${random.chance(0.5) ? `.${format}` : `?format=${format}`}`,
      }
    }

    const tooMany = (number) => ({
      id: `token ${number}`,
      text: site.text('quota exceeded', 20),
      copies: 1,
      spell: (random) => `${origin(random)}/api/quota?user=${number}`,
    })

    /** A corner of the site where the name that means nothing elsewhere is all that counts. */
    const widget = (number) => ({
      id: `widget ${number}`,
      text: site.text(`widget ${number}`, 50),
      spell: (random) => `${origin(random)}/widget?${buster}=${number}`,
    })

    return [
      { weight: 48, make: rows },
      { weight: 26, make: dataset },
      { weight: 20, make: file },
      { weight: 6, make: tooMany },
      { weight: 1.5, make: widget },
    ]
  },
}
