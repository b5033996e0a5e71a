/**
 * URLs of an invented web that show what Canonist does with them: spellings of one page, tracking, sessions, pages that only look
 * alike, and lines that are not URLs. The hosts are reserved for documentation (RFC 2606), so a crawl of them finds nothing.
 */
export const EXAMPLE_URLS: readonly string[] = [
  ...listSpellings('https://shop.example.com', [
    '/tea',
    '/tea/green',
    '/tea/black',
    '/pots',
    '/cups',
    '/offers?week=46',
  ]),
  ...listSpellings('https://news.example.org', ['/', '/2026/11/election', '/2026/11/weather', '/feed.xml', '/about']),
  ...listSpellings('https://docs.example.net', ['/install', '/guide?page=2', '/guide?page=3', '/reference', '/faq']),
  'https://shop.example.com/search?q=green+tea',
  'https://shop.example.com/search?q=green%20tea',
  'https://shop.example.com/account;jsessionid=1A2B3C4D5E6F7A8B9C0D1E2F3A4B5C6D',
  'https://files.example.com/report.pdf?X-Amz-Signature=0123456789abcdef&X-Amz-Expires=300',
  'https://München.example.net/Stadtplan',
  'http://192.0.2.10/status',
  'example.com/without-a-scheme',
  'https://exa mple.com/',
  'mailto:someone@example.com',
  'https://news.example.org:99999/',
]

/** How one page is linked in the wild. */
function listSpellings(origin: string, paths: readonly string[]): string[] {
  const upper = origin.replace('https://', 'HTTPS://').replace('.example', '.Example')
  return paths.flatMap((path) => {
    const also = path.includes('?') ? '&' : '?'
    return [
      `${origin}${path}`,
      `${upper}:443${path}`,
      `${origin}${path}${also}utm_source=newsletter&utm_medium=email`,
      `${origin}${path}${also}fbclid=IwAR0exampleExample`,
      `${origin}${path}#comments`,
    ]
  })
}
