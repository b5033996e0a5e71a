// A magazine whose stories have three addresses, and nothing else that repeats: one rewrite leads to another.
import { slug } from '../../words.mjs'

export default {
  name: 'stories',
  build(site) {
    const origin = `https://${site.domain}`

    function story(number) {
      const id = 7000 + number
      const title = slug(site.randomFor('title', number), 2, 5)
      return {
        id: `story ${id}`,
        text: site.text(`story ${id}`, 120),
        spell: (random) => origin + [`/story?id=${id}`, `/story_${id}`, `/read/${id}-${title}`][random.below(3)],
      }
    }

    /** What was taken down answers 200 with one and the same regret. */
    const gone = (number) => ({
      id: `gone ${number}`,
      text: site.text('gone', 60),
      spell: (random) => origin + [`/story?id=${number + 1}`, `/story_${number + 1}`][random.below(2)],
    })

    return [
      { weight: 92, make: story },
      { weight: 8, make: gone },
    ]
  },
}
