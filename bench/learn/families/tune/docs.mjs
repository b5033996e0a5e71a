// A manual in several versions: `stable` is one of them, the others have most of its pages word for word.
import { maybe, withQuery } from '../../spelling.mjs'
import { slug } from '../../words.mjs'

const TOPICS = ['guide', 'api', 'howto', 'admin', 'internals']
const VERSIONS = ['3.2', '3.1', 'latest', '2.0']

export default {
  name: 'docs',
  build(site) {
    const origin = site.originFrom([
      [7, 'https://docs.DOMAIN'],
      [3, 'http://docs.DOMAIN'],
    ])
    const extension = site.random.pick(['.html', '.htm'])

    function page(number, draw) {
      const version = VERSIONS[draw.weighted([50, 20, 20, 10])]
      const topic = TOPICS[number % TOPICS.length]
      const name = `${topic}/${slug(site.randomFor('page', number >> 1), 1, 3)}-${number >> 1}`
      return {
        id: `${version} ${name}`,
        text: writeText(version, name),
        canonical:
          version === '3.2' && number % 3 === 0
            ? `https://docs.${site.domain}/en/stable/${name}${extension}`
            : undefined,
        spell: (random) =>
          origin(random) +
          withQuery(`/en/${spellVersion(random, version)}/${name}${random.chance(0.75) ? extension : ''}`, [
            maybe(random, 0.2, () => `highlight=${slug(random, 1, 1)}`),
          ]),
      }
    }

    const spellVersion = (random, version) => (version === '3.2' && random.chance(0.5) ? 'stable' : version)

    /** Seven pages in ten did not change from one version to the next. */
    function writeText(version, name) {
      const hasChanged = site.randomFor('changed', version, name).chance(version === '2.0' ? 0.6 : 0.3)
      return site.text(version !== '3.2' && hasChanged ? `${version} ${name}` : name, 120)
    }

    const chapter = (number) => ({
      id: `chapter ${number}`,
      text: site.text(`chapter ${number}`, 70),
      spell: (random) =>
        `${origin(random)}/en/3.1/chapters/${slug(site.randomFor('chapter', number), 1, 2)}-${number}/${random.chance(0.5) ? `index${extension}` : ''}`,
    })

    const source = (number) => ({
      id: `source ${number}`,
      text: site.text(`source ${number}`, 90),
      spell: (random) => `${origin(random)}/en/3.2/_sources/part-${number}.rst.txt`,
    })

    /** A branch of the sources: a name that half of the web uses for tracking decides here. */
    const code = (number) => ({
      id: `code ${number}`,
      text: site.text(`code ${number}`, 60),
      spell: (random) =>
        `${origin(random)}/browse?file=part-${number >> 2}&ref=${['main', 'v3.2', 'v3.1', 'next'][number % 4]}`,
    })

    const search = (number) => ({
      id: `search ${number}`,
      text: site.text('search', 30),
      copies: 1,
      spell: (random) =>
        `${origin(random)}/en/3.2/search${extension}?q=${slug(site.randomFor('q', number), 1, 2)}-${number}`,
    })

    return [
      { weight: 62, make: page },
      { weight: 16, make: chapter },
      { weight: 6, make: source },
      { weight: 8, make: code },
      { weight: 8, make: search },
    ]
  },
}
