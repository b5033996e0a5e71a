import { definePolicy } from '../../../src/index.ts'
import type { RuleTable } from './rule-table.ts'

const INDEX = ['index.html', 'default.asp']

/** Paths and fragments. */
export const PATH_RULES: readonly RuleTable[] = [
  {
    rule: 'remove-path-session',
    policy: definePolicy({ name: 'session', session: true }),
    acts: [
      { why: 'servlets', input: 'https://e.com/a;jsessionid=0A1B', becomes: 'https://e.com/a' },
      { why: 'in any case', input: 'https://e.com/a;JSESSIONID=0A1B?b', becomes: 'https://e.com/a?b' },
      { why: 'WebLogic', input: 'https://e.com/a;jsessionid=0A!1!2', becomes: 'https://e.com/a' },
      { why: 'in the middle', input: 'https://e.com/a;jsessionid=0A/b', becomes: 'https://e.com/a/b' },
      {
        why: 'other parameters stay',
        input: 'https://e.com/a;v=1;jsessionid=0;w=2',
        becomes: 'https://e.com/a;v=1;w=2',
      },
      { why: 'ASP.NET', input: 'https://e.com/a/(S(k3jd))/b.aspx', becomes: 'https://e.com/a/b.aspx' },
      { why: 'ASP.NET with tickets', input: 'https://e.com/(X(1)A(q)S(k3jd))/b', becomes: 'https://e.com/b' },
      { why: 'several', input: 'https://e.com/(S(a))/(S(b))/c', becomes: 'https://e.com/c' },
      { why: 'at the end', input: 'https://e.com/a/(S(x))', becomes: 'https://e.com/a' },
      { why: 'all there is', input: 'https://e.com/(S(x))', becomes: 'https://e.com/' },
      { why: 'all there is, with a query', input: 'https://e.com/(S(x))?a', becomes: 'https://e.com/?a' },
      { why: 'a dot segment comes to light', input: 'https://e.com/a/..;jsessionid=1/b', becomes: 'https://e.com/b' },
    ],
    spares: [
      { why: 'no value sign', input: 'https://e.com/a;jsessionid' },
      { why: 'another parameter', input: 'https://e.com/a;xjsessionid=1' },
      { why: 'brackets of a name', input: 'https://e.com/Mercury_(planet)/x' },
      { why: 'escaped, it is a name', input: 'https://e.com/a%3Bjsessionid=1' },
      { why: 'in the query it is for another rule', input: 'https://e.com/?a;jsessionid=1' },
    ],
  },
  {
    rule: 'remove-path-session',
    policy: definePolicy({ name: 'session and slash', session: true, trailingSlash: 'add' }),
    acts: [{ why: 'before the slash is added', input: 'https://e.com/a;jsessionid=1', becomes: 'https://e.com/a/' }],
    spares: [{ why: 'nothing to remove', input: 'https://e.com/a', becomes: 'https://e.com/a/' }],
  },
  {
    rule: 'remove-path-session',
    policy: 'dedupe',
    acts: [],
    spares: [{ why: 'off', input: 'https://e.com/a;jsessionid=0A1B' }],
  },
  {
    rule: 'collapse-slashes',
    policy: definePolicy({ name: 'collapse', duplicateSlashes: 'collapse' }),
    acts: [
      { why: 'two', input: 'https://e.com/a//b', becomes: 'https://e.com/a/b' },
      { why: 'many, at the start and the end', input: 'https://e.com///a////', becomes: 'https://e.com/a/' },
      {
        why: 'around a URL in the path',
        input: 'https://e.com//go//http://f.com//a',
        becomes: 'https://e.com/go/http://f.com/a',
      },
      { why: 'behind a colon that ends no scheme', input: 'https://e.com/a/:///b', becomes: 'https://e.com/a/:/b' },
    ],
    spares: [
      { why: 'one', input: 'https://e.com/a/b/' },
      { why: 'query and fragment', input: 'https://e.com/?a//b#c//d' },
      { why: 'escaped', input: 'https://e.com/a%2F%2Fb' },
      { why: 'behind the scheme of a URL in the path', input: 'https://e.com/web/2013/http://f.com/a' },
      { why: 'of a URL in a path parameter', input: 'https://e.com/go;u=http://f.com/x' },
      { why: 'of a URL behind anything else', input: 'https://e.com/go,(HTTPS://f.com/x)' },
      { why: 'of a URL with an escaped colon', input: 'https://e.com/go/http%3A//f.com/x' },
      { why: 'of any scheme, with any number of slashes', input: 'https://e.com/view/svn+ssh:///f/x' },
      { why: 'of a URL without a scheme', input: 'https://e.com/go;u=//f.com/x' },
      { why: 'a URL that lost a slash already', input: 'https://e.com/proxy/http:/f.com/x' },
      { why: 'a URL with escaped slashes', input: 'https://e.com/go;u=http:%2F%2Ff.com/x' },
    ],
  },
  {
    rule: 'lowercase-path',
    policy: definePolicy({ name: 'lower', pathCase: 'lower' }),
    acts: [
      { why: 'letters', input: 'https://e.com/Wiki/URL', becomes: 'https://e.com/wiki/url' },
      { why: 'escapes keep theirs', input: 'https://e.com/A%C3%91B', becomes: 'https://e.com/a%C3%91b' },
      { why: 'a stray % is no escape', input: 'https://e.com/%A', becomes: 'https://e.com/%a' },
    ],
    spares: [
      { why: 'query and fragment', input: 'https://e.com/?Q=A#B' },
      { why: 'nothing to do', input: 'https://e.com/a%C3%B1' },
    ],
  },
  {
    rule: 'remove-directory-index',
    policy: definePolicy({ name: 'index', directoryIndex: INDEX }),
    acts: [
      { why: 'at the root', input: 'https://e.com/default.asp', becomes: 'https://e.com/' },
      { why: 'below', input: 'https://e.com/a/index.html?b#c', becomes: 'https://e.com/a/?b#c' },
      { why: 'spelled with escapes', input: 'https://e.com/index%2Ehtml', becomes: 'https://e.com/' },
    ],
    spares: [
      { why: 'a name that ends alike', input: 'https://e.com/myindex.html' },
      { why: 'another case', input: 'https://e.com/INDEX.html' },
      { why: 'a directory of that name', input: 'https://e.com/index.html/' },
      { why: 'in the middle', input: 'https://e.com/index.html/a' },
      { why: 'not on the list', input: 'https://e.com/index.php' },
    ],
  },
  {
    rule: 'remove-directory-index',
    policy: definePolicy({ name: 'index and slash', directoryIndex: INDEX, trailingSlash: 'strip' }),
    acts: [
      { why: 'an index in an index', input: 'https://e.com/a/index.html/default.asp/', becomes: 'https://e.com/a' },
      { why: 'down to the root', input: 'https://e.com/index.html//index.html', becomes: 'https://e.com/' },
    ],
    spares: [{ why: 'no index', input: 'https://e.com/a/b' }],
  },
  {
    rule: 'strip-trailing-slash',
    policy: definePolicy({ name: 'strip', trailingSlash: 'strip' }),
    acts: [
      { why: 'one', input: 'https://e.com/a/', becomes: 'https://e.com/a' },
      { why: 'all of them', input: 'https://e.com/a///?b', becomes: 'https://e.com/a?b' },
      { why: 'down to the root', input: 'https://e.com///', becomes: 'https://e.com/' },
    ],
    spares: [
      { why: 'the root', input: 'https://e.com/' },
      { why: 'the root, unwritten', input: 'https://e.com', becomes: 'https://e.com/' },
      { why: 'query and fragment', input: 'https://e.com/a?b/#c/' },
    ],
  },
  {
    rule: 'add-trailing-slash',
    policy: definePolicy({ name: 'add', trailingSlash: 'add' }),
    acts: [
      { why: 'a name', input: 'https://e.com/a/b?c', becomes: 'https://e.com/a/b/?c' },
      { why: 'a dot further up', input: 'https://e.com/v1.2/b', becomes: 'https://e.com/v1.2/b/' },
    ],
    spares: [
      { why: 'a last segment with a dot', input: 'https://e.com/a.html' },
      { why: 'there already', input: 'https://e.com/a/' },
      { why: 'the root', input: 'https://e.com/' },
      { why: 'the root, unwritten', input: 'https://e.com?a', becomes: 'https://e.com/?a' },
    ],
  },
  {
    rule: 'remove-fragment',
    policy: 'dedupe',
    acts: [
      { why: 'a place in the page', input: 'https://e.com/a#top', becomes: 'https://e.com/a' },
      { why: 'an empty one', input: 'https://e.com/a#', becomes: 'https://e.com/a' },
      { why: 'a route too', input: 'https://e.com/#/inbox', becomes: 'https://e.com/' },
    ],
    spares: [{ why: 'an escaped # is no fragment', input: 'https://e.com/a%23top' }],
  },
  {
    rule: 'remove-fragment',
    policy: definePolicy({ name: 'routes', fragment: 'keep-routes' }),
    acts: [
      { why: 'a place in the page', input: 'https://e.com/a#top', becomes: 'https://e.com/a' },
      { why: 'text to scroll to', input: 'https://e.com/a#:~:text=b', becomes: 'https://e.com/a' },
      { why: 'an empty one', input: 'https://e.com/a#', becomes: 'https://e.com/a' },
    ],
    spares: [
      { why: 'a route', input: 'https://e.com/#/inbox' },
      { why: 'a route of the old kind', input: 'https://e.com/#!inbox' },
    ],
  },
  {
    rule: 'remove-fragment',
    policy: 'rfc3986',
    acts: [],
    spares: [
      { why: 'off', input: 'https://e.com/a#top' },
      { why: 'off, though empty', input: 'https://e.com/a#' },
    ],
  },
  {
    rule: 'add-root-slash',
    policy: 'rfc3986',
    acts: [
      { why: 'nothing behind the host', input: 'https://e.com', becomes: 'https://e.com/' },
      { why: 'a query', input: 'https://e.com?a', becomes: 'https://e.com/?a' },
      { why: 'a fragment', input: 'https://e.com#a', becomes: 'https://e.com/#a' },
    ],
    spares: [{ why: 'a path', input: 'https://e.com/a' }],
  },
  {
    rule: 'add-root-slash',
    policy: 'sources',
    acts: [{ why: 'a query needs it', input: 'https://boe.es?id=1', becomes: 'https://boe.es/?id=1' }],
    spares: [{ why: 'the root is written without', input: 'https://boe.es' }],
  },
  {
    rule: 'strip-root-slash',
    policy: 'sources',
    acts: [
      { why: 'the root', input: 'https://boe.es/', becomes: 'https://boe.es' },
      { why: 'what is left without fragment', input: 'https://boe.es/#a', becomes: 'https://boe.es' },
      { why: 'what is left without query', input: 'https://boe.es/?utm_source=a', becomes: 'https://boe.es' },
      { why: 'what is left of slashes', input: 'https://boe.es//', becomes: 'https://boe.es' },
    ],
    spares: [
      { why: 'a query', input: 'https://boe.es/?id=1' },
      { why: 'a path', input: 'https://boe.es/a' },
    ],
  },
  {
    rule: 'strip-root-slash',
    policy: definePolicy({ name: 'bare', rootSlash: 'strip' }),
    acts: [{ why: 'the root', input: 'https://e.com/', becomes: 'https://e.com' }],
    spares: [
      { why: 'a fragment that stays', input: 'https://e.com/#a' },
      { why: 'an empty query that stays', input: 'https://e.com/?' },
    ],
  },
]
