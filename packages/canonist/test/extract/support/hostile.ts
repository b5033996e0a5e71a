/** A document that says one small thing over and over again; `#` stands for a number that is another each time. */
export interface Hostile {
  readonly begins: string
  readonly repeats: string
}

const RSS = '<rss version="2.0"><channel><title>t</title>'
const ATOM = '<feed xmlns="http://www.w3.org/2005/Atom">'
const PAGE = '<html><head><title>t</title></head><body>'
const BASE = `<html><base href="https://b.example/${'y'.repeat(8000)}">`
const JSON_FEED = '{"version":"https://jsonfeed.org/version/1",'

const REPEATS: Readonly<Record<string, readonly string[]>> = {
  '': [
    '<',
    '< ',
    '</',
    '<!',
    '<!--',
    '<!-- -->',
    '<?',
    '<?x?>',
    '<!doctype x',
    '<!doctype x [',
    '<!doctype x>',
    '<x',
    '<x>',
  ],
  ' ': [' \n', '\r\n', '\0', '{', '[', '\u0301', '<meta charset '],
  [RSS]: [
    '<',
    '<q>',
    '</q>',
    '<q></r>',
    '<item>',
    '<item/>',
    '<item><title>',
    '<![CDATA[',
    '<![CDATA[x]]>',
    '&',
    '&amp;',
  ],
  [`${RSS}<item><title>`]: ['&amp;', ' \n', '<b>', 'http://www.', '<b a="'],
  [`${RSS}${'<q>'.repeat(990)}`]: ['</z>', '<q></z>', '<q xmlns:a#="x"></q>'],
  '<rss ': ['a# ', 'xmlns:a#="x" ', 'a="', "a='x"],
  '<rss>': [
    '<channel xml:base="a/"><atom:link rel="self" href="x"/>',
    '<atom:link rel="self" href="#" xml:base="a/"/>',
  ],
  [ATOM]: [
    '<entry><link href="#"/><id>a</id>',
    '<entry><id>https://www.a.example/#/?utm_source=x</id></entry>',
    '<source>',
  ],
  [JSON_FEED]: ['"items":[', '"a#":1,', '\\\\'],
  [`${JSON_FEED}"feed_url":"`]: ['x', '\\\\', '\\u0041'],
  [PAGE]: [
    '<',
    '<q>',
    '</q>',
    '<a href="/#">x</a>',
    '<a href="',
    '<svg>',
    '<math>',
    '<template>',
    '<nav>x',
    '<title>',
    '<script>',
  ],
  [`${PAGE} `]: ['&', '&#', '&#1', '&amp;', '<script>x</script>', '<![CDATA[', '</title>', '<form>', '<p>', '</p>'],
  [`${PAGE}  `]: ['a ', 'w# ', 'x', '漢字', 'กิน', '\u0301\u0323', "Σ'", '\ufdfa', '\ud800'],
  [`${PAGE}a${'\u0301'.repeat(200_000)}`]: ['\u0323'],
  [`${PAGE}<a `]: ['b# ', 'href="', "href='x' ", 'href='],
  [`${PAGE}<a href="`]: ['x', '&amp;', '&'],
  '<html><head>': [
    '<link rel="canonical alternate" hreflang="en" href="/#">',
    '<meta name="generator" content="#">',
    '<title>',
  ],
  [BASE]: ['<a href="#/x">x</a>'],
}

export const HOSTILE: readonly Hostile[] = Object.entries(REPEATS).flatMap(([begins, units]) =>
  units.map((repeats) => ({ begins, repeats })),
)

/** The document at about this many bytes. */
export function writeHostile({ begins, repeats }: Hostile, bytes: number): Uint8Array {
  const count = Math.max(1, Math.floor((bytes - begins.length) / Buffer.byteLength(repeats)))
  if (!repeats.includes('#') || repeats.includes('&#')) return Buffer.from(begins + repeats.repeat(count))
  return Buffer.from(begins + Array.from({ length: count }, (_, index) => repeats.replace('#', String(index))).join(''))
}
