/** A document built to be slow to read: `repeats` over and over again behind `begins`. `#` becomes a new number each time. */
export interface Hostile {
  readonly name: string
  readonly begins: string
  readonly repeats: string
  readonly headers?: Readonly<Record<string, string>>
}

const RSS = '<rss version="2.0"><channel><title>t</title>'
const ATOM = '<feed xmlns="http://www.w3.org/2005/Atom">'
const PAGE = '<html><head><title>t</title></head><body>'
const HEAD = '<html><head>'
const BASE = `<html><base href="https://b.example/${'y'.repeat(8000)}">`
const WIDE_BASE = `<html><base href="https://b.example/${'ü'.repeat(8000)}/">`
const JSON_FEED = '{"version":"https://jsonfeed.org/version/1",'
const LONG_PATH = `${'p'.repeat(8000)}/`

/** What repeats, by what stands before it. */
const REPEATS: Readonly<Record<string, readonly string[]>> = {
  '': [
    '<',
    '< ',
    '</',
    '<!',
    '<!--',
    '<!-- -->',
    '<!---->',
    '<?',
    '<?x?>',
    '<!doctype x',
    '<!doctype x [',
    '<!doctype x>',
  ],
  ' ': [
    ' \n',
    '\r\n',
    '\r',
    '\0',
    '{',
    '[',
    '{"a":',
    '\u0301',
    '<meta charset ',
    '<x',
    '<x>',
    '<x/>',
    '<x y=',
    '>',
    '"',
  ],
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
    ']]>',
    '&',
    '&amp;',
  ],
  [`${RSS} `]: [
    '<item><q><r>',
    '<item><description>x',
    '<channel>',
    '<channel></channel>',
    '<title>x</title>',
    '<item><guid>#</guid></item>',
    '<item></item>',
    '<item><enclosure url="https://e.example/#"/></item>',
    '<item><enclosure url=""/>',
    '<enclosure url="https://e.example/#"/>',
    '<item><media:content url="https://e.example/#?a=b"/>',
  ],
  [`${RSS}<item><title>`]: ['&amp;', ' \n', '<b>', 'http://www.', '<b a="', 'https://', '<b a="x" c="y">', '<b/>'],
  [`${RSS}<item>`]: [
    '<enclosure url="https://e.example/#"/>',
    `<enclosure url="https://e.example/#/${'z'.repeat(8000)}"/>`,
    '<link>https://e.example/#</link>',
    '<description>#</description>',
  ],
  [`${RSS}${'<q>'.repeat(990)}`]: ['</z>', '<q></z>', '<q xmlns:a#="x"></q>', '<q></q>', '</q><q>'],
  '<rss ': ['a# ', 'xmlns:a#="x" ', 'a="', "a='x", 'xmlns="', 'a', 'xml:base="x" '],
  '<rss>': [
    '<channel xml:base="a/"><atom:link rel="self" href="x"/>',
    '<channel xml:base="a/"><atom:link rel="self" href=""/>',
    '<atom:link rel="self" href="#" xml:base="a/"/>',
    '<atom:link rel="self" href=""/>',
    `<channel xml:base="${LONG_PATH}">`,
    `<channel xml:base="${LONG_PATH}"><atom:link rel="self" href="#"/>`,
    `${'<channel xml:base="a/">'.repeat(990)}<atom:link rel="self" href=""/>${'</channel>'.repeat(990)}`,
    '<q xmlns:a#="x">',
    '<a#:link>',
  ],
  [`${ATOM}${'<feed xml:base="b/">'.repeat(990)}`]: [
    '<link rel="self" href=""/>',
    '<link rel="self" href="#"/>',
    '<link rel="self" href=" " xml:base="c/"/>',
    '<link rel="self self self" href="http://"/>',
  ],
  [`${ATOM}${`<feed xml:base="${'c'.repeat(900)}/">`.repeat(990)}`]: [
    '<link rel="self" href=""/>',
    '<link rel="self" href="#"/>',
  ],
  [ATOM]: [
    '<entry><link href="#"/><id>a</id>',
    '<entry><id>https://www.a.example/#/?utm_source=x</id></entry>',
    '<source>',
    '<entry><link rel="enclosure" href="https://e.example/#"/></entry>',
    '<entry><content src="#">',
    `<link rel="${'self '.repeat(3000)}" href="#"/>`,
    '<link rel="self" href="http://[#]"/>',
    '<generator>',
    '<generator>x</generator>',
  ],
  [JSON_FEED]: ['"items":[', '"a#":1,', '\\\\', '"items":{"a":', '"a":[],', '"', '"feed_url":'],
  [`${JSON_FEED}"items":[`]: [
    '{},',
    '[],',
    '1,',
    '"x",',
    '{"id":#},',
    '{"id":"https://www.a.example/#/?utm_source=x"},',
    '{"attachments":[{"url":"https://e.example/#"}]},',
  ],
  [`${JSON_FEED}"items":[{"attachments":[`]: ['{"url":"https://e.example/#"},', '[],', '{},'],
  [`${JSON_FEED}"feed_url":"`]: ['x', '\\\\', '\\u0041', '\\"'],
  [`${JSON_FEED}"feed_url" `]: [' ', '\n"feed_url" '],
  '{"version" ': [' ', '"version" '],
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
    '<!--',
  ],
  [`${PAGE} `]: [
    '&',
    '&#',
    '&#1',
    '&amp;',
    '<script>x</script>',
    '<![CDATA[',
    '</title>',
    '<form>',
    '<p>',
    '</p>',
    '<style>',
    '<textarea>',
  ],
  [`${PAGE}  `]: [
    'a ',
    'w# ',
    'x',
    '漢字',
    'กิน',
    '\u0301\u0323',
    "Σ'",
    '\ufdfa',
    '\ud800',
    'İ',
    'ﬁ',
    '\u200b',
    '.',
    '. ',
  ],
  [`${PAGE}   `]: [
    '<svg><title>',
    '<svg><script>',
    '<svg></svg>',
    '<noscript><template>',
    '<template></template>',
    '<p id="#">',
    '<a name="#" href="/#" rel="next prev nofollow">',
    `<a href="/#" rel="${'next '.repeat(3000)}">`,
    '<a href="http://[#]">',
    '<a href="//#.example:1/">',
    '<a href="?page=#">',
    '<a href="#/a/a/a/a/a">',
    `<a href="/#?${'a=1&'.repeat(200)}">`,
    '<a href="/#?sid=0123456789abcdef0123456789abcdef">',
    '<input type=password ',
    '<input ',
    '<input \t type',
    '</script',
    '<script></script',
  ],
  [`${PAGE}a${'\u0301'.repeat(200_000)}`]: ['\u0323'],
  [`${PAGE}<a `]: ['b# ', 'href="', "href='x' ", 'href=', '=', '"', '/', '\0'],
  [`${PAGE}<a href="`]: ['x', '&amp;', '&', '\n', ' ', '\u00fc', '%'],
  [`${PAGE}<textarea>`]: ['</textare', '<', '</'],
  [`${PAGE}<script>`]: ['</scrip', '<!--', '<script>', '</'],
  // What link health looks for: dates, amounts, deadlines, phrases of missing pages, walls.
  [`${PAGE}1`]: [
    '1 ',
    '1.',
    '1,',
    '1.000',
    '111',
    ' 000',
    '1/1/',
    '1-1-',
    '31 de ',
    '1 al 31 de mar ',
    '1 and 2 ',
    'marzo ',
    'may ',
    'marzo de 20',
    'del ',
    '€',
    '€ 1',
    '1 €',
    '20:',
    'at 10:10:',
    'a las ',
    '1 día ',
    'un ',
    'updated ',
    'actualización 1/1/2020 ',
    '2020-01-',
  ],
  [`${PAGE}<h1>`]: [
    'página ',
    'página no ',
    'the page you requested ',
    'la página que busca ',
    'error 40',
    '404 ',
    'si ',
    'if page not found ',
    'page not found if ',
    'disponible en ',
    ' | ',
    '|',
    ' - ',
  ],
  '<html><head><title>': [
    'x',
    'x ',
    ' | ',
    '|',
    'página no ',
    'if page not found ',
    'the page ',
    '&amp;',
    '<b>',
    '\u0301',
    '404',
    'error ',
  ],
  '<title>Access': ['<H1>Access Denied</H1>', 'Reference ', '<H1>Access Denied</H1>Reference&#32;', '<title>'],
  [HEAD]: [
    '<link rel="canonical alternate" hreflang="en" href="/#">',
    '<link rel="canonical" href="/#">',
    '<link rel="canonical" href="">',
    '<link rel="canonical" href="http://[">',
    '<link rel="alternate" hreflang="es-#" href="https://h#.example/">',
    `<link rel="alternate" hreflang="${'e'.repeat(8000)}#" href="/#">`,
    '<meta name="generator" content="#">',
    `<meta name="generator" content="${';'.repeat(8000)}">`,
    '<meta name="robots" content="nofollow#">',
    `<meta name="robots" content="${'a,'.repeat(8000)}">`,
    '<meta property="og:url" content="/#">',
    '<meta http-equiv="refresh" content="0;url=/#">',
    '<base href="/#/">',
    '<title>',
    '<link ',
    '<meta ',
    '<meta charset=',
    '<meta charset="utf-#">',
    '<base>',
    '<noscript>',
  ],
  [`${HEAD}<meta http-equiv="refresh" content="`]: ['1', '1;', ' ', '0;url=', "0;url='", ';', '0 '],
  [`${HEAD}<meta http-equiv="refresh" content="0${' '.repeat(8000)}x">`]: [
    `<meta http-equiv="refresh" content="0${' ;,'.repeat(5000)}">`,
  ],
  [BASE]: ['<a href="#/x">x</a>', '<a href="?#">x</a>', '<link rel="alternate" hreflang="e#" href="?#">'],
  [WIDE_BASE]: ['<a href="#/x">x</a>', '<a href="?#">x</a>'],
  'User-agent: *\n': [
    'Disallow: /#\n',
    'Disallow: /*a*a*a*a#\n',
    'disallow:*aab\n',
    'disallow:*aa#b\n',
    'disallow://#\n',
    'disallow:*:#\n',
    'Disallow: *\n',
    `Disallow: /${'*a'.repeat(2000)}#\n`,
    'User-agent: *\n',
    'User-agent: canonist\nAllow: /#\n',
    'Allow: /a$#\n',
    'Crawl-delay: 1\n',
    'Disallow: /%\n',
    ' ',
    'Disallow',
    'Disallow ',
    ':',
    '#',
    '\r',
  ],
  '</a>; rel="self", ': [
    '</#>; rel="self",',
    '<',
    '<>',
    '<a>;',
    '<a>;a#;',
    '<a>;a=",',
    '"',
    '\\"',
    ',',
    ';',
    '<a>; a="\\',
    '<a>; anchor="#",',
    `<a>; rel="${'x '.repeat(4000)}",`,
    ' ',
    'x',
  ],
}

const soup = (name: string, begins: string, pieces: readonly string[]): Hostile => ({
  name,
  begins,
  repeats: shuffle(pieces, 4000).join(''),
})

const MARKUP = [
  '<',
  '>',
  '</',
  '/>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '&',
  '&#',
  '&amp;',
  ';',
  '"',
  "'",
  '=',
  ' ',
  'a',
  '\n',
  '\0',
]
const TAGS = [
  '<a href="/x">',
  '</a>',
  '<p>',
  '</p>',
  '<svg>',
  '</svg>',
  '<title>',
  '</title>',
  '<template>',
  '</script>',
  '<script>',
  'x',
]
const FEED_TAGS = [
  '<item>',
  '</item>',
  '<channel>',
  '</channel>',
  '<title>',
  '</title>',
  '<q xmlns:a="b">',
  '</q>',
  '<guid>',
  '<link>',
  'x',
]
const JSON_PIECES = ['{', '}', '[', ']', ',', ':', '"', '"a"', '1', 'null', '\\', ' ']

const SOUPS: readonly Hostile[] = [
  soup('markup soup', '', MARKUP),
  soup('markup soup in a page', PAGE, MARKUP),
  soup('markup soup in a feed', RSS, MARKUP),
  soup('tag soup in a page', PAGE, TAGS),
  soup('tag soup in a feed', RSS, FEED_TAGS),
  soup('JSON soup', JSON_FEED, JSON_PIECES),
]

const CHARSETS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'gb18030',
  'big5',
  'euc-kr',
  'shift_jis',
  'iso-2022-jp',
  'x-user-defined',
]

/** One document under every kind of label, and one that changes its label as it goes. */
const ENCODED: readonly Hostile[] = [
  ...CHARSETS.map((charset) => ({
    name: `${charset} in the header`,
    begins: PAGE,
    repeats: '\u00fc\u6f22\0\u001b$B x',
    headers: { 'content-type': `text/html; charset=${charset}` },
  })),
  { name: 'a label that changes', begins: '', repeats: '<meta charset="utf-16le"><meta charset="gb18030">\u00fc' },
  {
    name: 'a Content-Type of spaces',
    begins: PAGE,
    repeats: 'x',
    headers: { 'content-type': `; charset${' '.repeat(60_000)}` },
  },
]

export const HOSTILE: readonly Hostile[] = [
  ...Object.entries(REPEATS).flatMap(([begins, units]) =>
    units.map((repeats) => ({ name: `${brief(repeats)} behind ${brief(begins)}`, begins, repeats })),
  ),
  ...SOUPS,
  ...ENCODED,
]

function brief(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 40)}…${text.slice(-40)}` : text)
}

/** The same pieces in the same order on every run. */
function shuffle(pieces: readonly string[], count: number): string[] {
  let state = 12_345
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return pieces[(state >>> 16) % pieces.length] ?? ''
  })
}

/** The document at about this many bytes. */
export function writeHostile({ begins, repeats }: Hostile, bytes: number): Uint8Array {
  const count = Math.max(1, Math.floor((bytes - Buffer.byteLength(begins)) / Buffer.byteLength(repeats)))
  if (!repeats.includes('#') || repeats.includes('&#')) return Buffer.from(begins + repeats.repeat(count))
  const numbered = Array.from({ length: count }, (_, index) => repeats.replace('#', String(index))).join('')
  // Numbers make the pieces longer: no reader is given more bytes than were asked for.
  return Buffer.from(begins + numbered).subarray(0, Math.max(bytes, Buffer.byteLength(begins)))
}
