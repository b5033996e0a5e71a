import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from './support/read.ts'

const ATOM = 'xmlns="http://www.w3.org/2005/Atom"'
const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'

const cases: readonly { why: string; body: string; is: string; type?: string }[] = [
  { why: 'RSS', body: '<rss version="2.0"><channel/></rss>', is: 'feed rss' },
  { why: 'a feed that is served as a page', body: '<rss><channel/></rss>', type: 'text/html', is: 'feed rss' },
  { why: 'a page that is served as a feed', body: '<html><p>Hi', type: 'application/rss+xml', is: 'page' },
  {
    why: 'a mark, white space and a declaration first',
    body: '\uFEFF \n<?xml version="1.0"?>\n<rss/>',
    is: 'feed rss',
  },
  { why: 'a comment with tags in it first', body: '<!-- <html> --><rss/>', is: 'feed rss' },
  { why: 'a doctype with a subset first', body: '<!DOCTYPE rss [<!ENTITY a "<html>">]><rss/>', is: 'feed rss' },
  { why: 'a style sheet first', body: '<?xml version="1.0"?><?xml-stylesheet href="a.xsl"?><rss/>', is: 'feed rss' },
  { why: 'a page quoted in a feed', body: '<rss><channel><title><![CDATA[<html>]]></title>', is: 'feed rss' },
  { why: 'a feed quoted in a page', body: '<html><body><pre>&lt;rss&gt;</pre><rss>', is: 'page' },
  { why: 'rubbish before a feed', body: 'Notice: x in y.php\n<?xml version="1.0"?><rss/>', is: 'feed rss' },
  { why: 'a channel alone', body: '<channel><title>A</title></channel>', is: 'feed rss' },
  { why: 'capitals', body: '<RSS><CHANNEL/></RSS>', is: 'feed rss' },
  { why: 'Atom', body: `<feed ${ATOM}/>`, is: 'feed atom' },
  { why: 'Atom by prefix', body: '<a:feed xmlns:a="http://www.w3.org/2005/Atom"/>', is: 'feed atom' },
  { why: 'Atom 0.3', body: '<feed version="0.3" xmlns="http://purl.org/atom/ns#"/>', is: 'feed atom' },
  { why: 'Atom that forgot its namespace', body: '<feed><title>A</title></feed>', is: 'feed atom' },
  { why: 'a feed of another trade', body: '<feed xmlns="https://cattle.example/ns"><hay/></feed>', is: 'other' },
  { why: 'an Atom entry alone', body: `<entry ${ATOM}/>`, is: 'other' },
  { why: 'RSS 1.0', body: `<rdf:RDF ${RDF} xmlns="http://purl.org/rss/1.0/"/>`, is: 'feed rdf' },
  { why: 'RSS 0.90', body: `<rdf:RDF ${RDF} xmlns="http://my.netscape.com/rdf/simple/0.9/"/>`, is: 'feed rdf' },
  { why: 'RDF about people', body: `<rdf:RDF ${RDF} xmlns="http://xmlns.com/foaf/0.1/"/>`, is: 'other' },
  { why: 'JSON Feed', body: '{"version":"https://jsonfeed.org/version/1.1","items":[]}', is: 'feed json' },
  {
    why: 'JSON Feed with escaped slashes',
    body: String.raw`{"version":"https:\/\/jsonfeed.org\/version\/1"}`,
    is: 'feed json',
  },
  { why: 'a torn JSON Feed', body: '{"version":"https://jsonfeed.org/version/1","items":[{"id', is: 'feed json' },
  { why: 'a JSON Feed without a version', body: '{"feed_url":"https://a.example/","items":[]}', is: 'feed json' },
  { why: 'other JSON', body: '{"version":"2.1","items":[]}', is: 'other' },
  { why: 'a JSON list', body: '[{"version":"https://jsonfeed.org/version/1"}]', is: 'other' },
  { why: 'a page', body: '<!DOCTYPE html><html></html>', is: 'page' },
  { why: 'a page that begins with its title', body: '<!-- x -->\n<title>A</title>', is: 'page' },
  { why: 'a page of new elements', body: '<!doctype html><my-app></my-app>', is: 'page' },
  { why: 'a page of text', body: '<!doctype html>Hello', is: 'page' },
  { why: 'a page with > in its first tag', body: '<html data-a="b>c"><p>Hi', is: 'page' },
  { why: 'a page whose first tag never ends', body: '<html lang="en', is: 'page' },
  { why: 'XHTML', body: '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', is: 'page' },
  { why: 'rubbish before a page', body: 'oops <html><p>Hi', is: 'page' },
  { why: 'text that mentions a tag', body: 'write <b>bold</b> so', type: 'text/html', is: 'other' },
  { why: 'a site map', body: '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>', is: 'other' },
  { why: 'a drawing', body: '<svg xmlns="http://www.w3.org/2000/svg"/>', is: 'other' },
  { why: 'a comment that never ends', body: '<!-- <html>', is: 'other' },
  { why: 'nothing', body: '', is: 'other' },
]

for (const { why, body, is, type } of cases) {
  test(`${body} is ${is} (${why})`, () => {
    const document = read(body, type === undefined ? {} : { 'content-type': type })
    assert.equal(document.kind === 'feed' ? `feed ${document.format}` : document.kind, is)
  })
}
