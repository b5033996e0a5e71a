// A forge of source code: branches with two names, copies of projects that differ little, owners in any case and files not.
import { maybe, recase, withQuery } from '../../spelling.mjs'
import { hex, slug, words } from '../../words.mjs'

export default {
  name: 'forge',
  build(site) {
    const origin = site.originFrom([
      [8, 'https://DOMAIN'],
      [1, 'https://www.DOMAIN'],
      [1, 'http://DOMAIN'],
    ])
    const inventProject = (number) => {
      const random = site.randomFor('project', number % 120)
      return { owner: `${words(random, 1)[0]}${number % 120}`, name: slug(random, 1, 2) }
    }
    const pickBranch = (random) => (random.chance(0.3) ? 'HEAD' : 'main')

    /** The forks of a project have nine files in ten word for word. */
    function file(number, draw) {
      const { owner, name } = inventProject(number)
      const isFork = draw.chance(0.25)
      const path = `${slug(site.randomFor('folder', number % 7), 1, 1)}/${words(site.randomFor('file', number), 1)[0]}${number}.c`
      const hasChanged = isFork && site.randomFor('changed', number).chance(0.1)
      const place = `${isFork ? `fork-of-${owner}` : owner}/${name}`
      return {
        id: `file ${place} ${path}`,
        text: site.text(`file ${owner} ${path} ${hasChanged}`, 90),
        spell: (random) =>
          origin(random) +
          withQuery(`/${place}/blob/${pickBranch(random)}/${path}`, [
            maybe(random, 0.15, 'ref_type=heads'),
            maybe(random, 0.15, () => `tab=${random.pick(['readme', 'source'])}`),
          ]),
      }
    }

    const atCommit = (number) => {
      const { owner, name } = inventProject(number)
      const isSame = site.randomFor('same', number).chance(0.6)
      const path = `${slug(site.randomFor('folder', number % 7), 1, 1)}/${words(site.randomFor('file', number), 1)[0]}${number}.c`
      return {
        id: `commit ${number}`,
        text: isSame ? site.text(`file ${owner} ${path} false`, 90) : site.text(`commit ${number}`, 90),
        copies: 1,
        spell: (random) =>
          `${origin(random)}/${owner}/${name}/blob/${hex(site.randomFor('commit', number), 40)}/${path}`,
      }
    }

    function project(number) {
      const owner = `Team${number}`
      const name = slug(site.randomFor('own', number), 1, 2)
      return {
        id: `project ${number}`,
        text: site.text(`project ${number}`, 80),
        canonical: `https://${site.domain}/${owner}/${name}`,
        spell: (random) =>
          `${origin(random)}/${random.chance(0.3) ? recase(random, owner) : owner}/${name}${random.pick(['', '', '/', '.git'])}`,
      }
    }

    function issue(number) {
      const { owner, name } = inventProject(number)
      return {
        id: `issue ${number}`,
        text: site.text(`issue ${number}`, 70),
        spell: (random) =>
          withQuery(`${origin(random)}/${owner}/${name}/issues/${number}`, [
            maybe(random, 0.3, () => `notification_referrer_id=NT_${hex(random, 12)}`),
          ]),
      }
    }

    function issues(number, draw) {
      const { owner, name } = inventProject(number)
      const [state, page] = [draw.pick(['open', 'closed']), 1 + Math.floor(number / 120)]
      return {
        id: `issues ${owner} ${name} ${state} ${page}`,
        text: site.text(`issues ${owner} ${name} ${state} ${page}`, 40),
        spell: (random) =>
          withQuery(`${origin(random)}/${owner}/${name}/issues`, [
            state === 'open' ? maybe(random, 0.4, 'q=is%3Aopen') : 'q=is%3Aclosed',
            page === 1 ? maybe(random, 0.2, 'page=1') : `page=${page}`,
          ]),
      }
    }

    const forbidden = (number) => ({
      id: `settings ${number}`,
      text: site.text('sign in', 30),
      copies: 1,
      spell: (random) =>
        `${origin(random)}/${inventProject(number).owner}/${slug(site.randomFor('private', number), 1, 1)}${number}/settings`,
    })

    return [
      { weight: 46, make: file },
      { weight: 8, make: atCommit },
      { weight: 14, make: project },
      { weight: 16, make: issue },
      { weight: 10, make: issues },
      { weight: 6, make: forbidden },
    ]
  },
}
