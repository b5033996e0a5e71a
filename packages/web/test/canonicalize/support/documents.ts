// Small documents to serve. Everything that may differ from one test to the next is an argument.

interface Rss {
  readonly self?: string
  readonly title?: string
  readonly items?: number
  /** What changes with every fetch of a living feed and says nothing about it. */
  readonly built?: string
  readonly generator?: string
  /** Where the sound of each item lies. */
  readonly files?: string
  /** Who is counted as a listener. */
  readonly from?: string
  /** What an item says, by its number. */
  readonly says?: (number: number) => string
}

export function rss({
  self,
  title = 'Harbour log',
  items = 3,
  built,
  generator,
  files,
  from = '',
  says = writeLine,
}: Rss = {}): string {
  const sound = (number: number): string =>
    files === undefined
      ? ''
      : `<enclosure url="${files}/${number}.mp3?from=${from}" length="${from.length}" type="audio/mpeg"/>`
  const list = Array.from({ length: items }, (_, index) => index + 1)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${title}</title><link>https://example.com/</link>`,
    self === undefined ? '' : `<atom:link rel="self" href="${self}"/>`,
    built === undefined ? '' : `<lastBuildDate>${built}</lastBuildDate><ttl>${built.length}</ttl>`,
    generator === undefined ? '' : `<generator>${generator}</generator>`,
    ...list.map(
      (number) =>
        `<item><guid isPermaLink="false">log-${number}</guid><title>Day ${number}</title>` +
        `<link>https://example.com/log/${number}</link><description>${says(number)}</description>${sound(number)}</item>`,
    ),
    '</channel></rss>',
  ].join('\n')
}

const writeLine = (number: number): string => `${number} ships came in and ${number + 2} went out.`

interface Page {
  readonly title?: string
  readonly lang?: string
  readonly canonical?: string | readonly string[]
  readonly ogUrl?: string
  readonly hreflang?: Readonly<Record<string, string>>
  readonly generator?: string
  readonly text?: string
  /** Differs with every answer, outside of the visible text. */
  readonly nonce?: string
}

export function page({ title = 'Tide tables', lang, canonical = [], text = TIDES, ...rest }: Page = {}): string {
  const canonicals = typeof canonical === 'string' ? [canonical] : canonical
  return [
    `<!doctype html><html${lang === undefined ? '' : ` lang="${lang}"`}><head><title>${title}</title>`,
    ...canonicals.map((href) => `<link rel="canonical" href="${href}">`),
    rest.ogUrl === undefined ? '' : `<meta property="og:url" content="${rest.ogUrl}">`,
    rest.generator === undefined ? '' : `<meta name="generator" content="${rest.generator}">`,
    ...Object.entries(rest.hreflang ?? {}).map(
      ([code, href]) => `<link rel="alternate" hreflang="${code}" href="${href}">`,
    ),
    `</head><body><p>${text}</p><script>window.nonce = '${rest.nonce ?? ''}'</script></body></html>`,
  ].join('\n')
}

/** Long enough to say something: more than twenty words. */
export const TIDES =
  'High water at the old pier comes twice a day, a little later every time, and the tables on this page tell when, ' +
  'for every harbour between the lighthouse and the river mouth, as measured by the coast guard since eighteen ninety.'

export const BATHING =
  'Bathing is allowed from the first of May until the end of September between nine in the morning and six in the ' +
  'evening, except when the red flag is up, and dogs have to stay behind the third row of beach chairs at all times.'
