/** A feed in parts, to be written down in any format. */
export interface FeedParts {
  readonly title: string
  readonly site: string
  readonly items: readonly ItemParts[]
}

export interface ItemParts {
  readonly id: string
  readonly link: string
  readonly title: string
  readonly content: string
}

export const FEED: FeedParts = {
  title: 'Tide tables',
  site: 'https://tides.example/',
  items: [
    { id: 'urn:tide:1', link: 'https://tides.example/1', title: 'Spring tide', content: 'High water at <b>six</b>.' },
    { id: 'urn:tide:2', link: 'https://tides.example/2', title: 'Neap tide', content: 'Low water at noon.' },
  ],
}

export type Write = (feed: FeedParts, volatile?: string) => string

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const rssItem = ({ id, link, title, content }: ItemParts): string =>
  `<item><guid>${escaped(id)}</guid><link>${escaped(link)}</link><title>${escaped(title)}</title><description>${escaped(content)}</description></item>`

export const writeRss: Write = ({ title, site, items }, volatile = '') =>
  `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${escaped(title)}</title><link>${escaped(site)}</link>${volatile}${items.map(rssItem).join('\n')}</channel></rss>`

const entry = ({ id, link, title, content }: ItemParts): string =>
  `<entry><id>${escaped(id)}</id><link href="${escaped(link).replaceAll('"', '&quot;')}"/><title>${escaped(title)}</title><content type="html">${escaped(content)}</content></entry>`

export const writeAtom: Write = ({ title, site, items }, volatile = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>${escaped(title)}</title><link href="${escaped(site)}"/>${volatile}${items.map(entry).join('\n')}</feed>`

const rdfItem = ({ id, link, title, content }: ItemParts): string =>
  `<item rdf:about="${escaped(id).replaceAll('"', '&quot;')}"><link>${escaped(link)}</link><title>${escaped(title)}</title><description>${escaped(content)}</description></item>`

export const writeRdf: Write = ({ title, site, items }, volatile = '') =>
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>${escaped(title)}</title><link>${escaped(site)}</link>${volatile}</channel>${items.map(rdfItem).join('\n')}</rdf:RDF>`

export const writeJson: Write = ({ title, site, items }) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: site,
    items: items.map(({ id, link, title, content }) => ({ id, url: link, title, content_html: content })),
  })

export const WRITERS: Readonly<Record<string, Write>> = {
  rss: writeRss,
  atom: writeAtom,
  rdf: writeRdf,
  json: writeJson,
}
