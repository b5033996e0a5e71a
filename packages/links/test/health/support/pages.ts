import { createChance } from '@canonist/test-support/chance.ts'

export const html = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><body><main>${body}</main></body></html>`

const WORDS =
  'tea leaf water cup kettle garden hill rain steam harvest basket market green black white morning river stone path wind'.split(
    ' ',
  )

/** So many words by chance, always the same for one seed. */
export function prose(seed: number, words = 120): string {
  const chance = createChance(seed)
  return Array.from({ length: words }, () => `${WORDS[chance(WORDS.length)]}${chance(50)}`).join(' ')
}

/** A page with a text of its own. */
export const article = (title: string, seed: number): string => html(title, `<h1>${title}</h1><p>${prose(seed)}</p>`)
