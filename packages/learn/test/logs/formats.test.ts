// What each format of crawl logs says of a page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAll } from './support/read-all.ts'

const U = 'https://example.com/a'
const DIGEST = 'B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A'

const cases = [
  {
    why: 'all fields',
    log: `{"url":"${U}","contentHash":"h","simhash":"00FF00FF00FF00FF","size":9,"status":200,"canonical":"${U}b"}`,
    gives: [{ url: U, contentHash: 'h', simhash: '00ff00ff00ff00ff', size: 9, status: 200, canonical: `${U}b` }],
  },
  {
    why: 'names and numbers as other tools write them',
    log: `{"uri":"${U}","digest":"h","content_length":"9","statusCode":"301","Location":"${U}b","note":1}`,
    gives: [{ url: U, contentHash: 'h', size: 9, status: 301, redirect: `${U}b` }],
  },
  {
    why: 'its own name beats another one, in any order',
    log: `{"contentHash":"own","digest":"other","url":"${U}"}\n{"digest":"other","contentHash":"own","url":"${U}"}`,
    gives: [
      { url: U, contentHash: 'own' },
      { url: U, contentHash: 'own' },
    ],
  },
  { why: 'null and a dash say nothing', log: `{"url":"${U}","size":null,"status":"-"}`, gives: [{ url: U }] },
  {
    why: 'CSV with quotes, a comma in the URL and Windows line ends',
    log: `url,status,content_hash\r\n"${U},b",200,h\r\n`,
    gives: [{ url: `${U},b`, status: 200, contentHash: 'h' }],
  },
  {
    why: 'CSV as a desktop crawler exports it',
    log: `"Address","Status Code","Size (bytes)","Hash","Redirect URL","Canonical Link Element 1"\n"${U}","200","5120","h","","${U}b"`,
    gives: [{ url: U, status: 200, size: 5120, contentHash: 'h', canonical: `${U}b` }],
  },
  {
    why: 'an export of Screaming Frog: the code counts, not its words, and the hash is that of the page',
    log: `"Address","Content Type","Status Code","Status","Indexability","Title 1","Canonical Link Element 1","Size (Bytes)","Transferred (Bytes)","Hash","Redirect URL"\n"${U}","text/html; charset=UTF-8","200","OK","Indexable","A","","5120","1043","h",""`,
    gives: [{ url: U, status: 200, mediaType: 'text/html', size: 5120, contentHash: 'h' }],
  },
  {
    why: "the words before the code, and an error, as in Common Crawl's columnar index",
    log: `url,fetch_time,fetch_status,content_digest,content_mime_type,content_mime_detected,fetch_redirect\n${U},2025-01-01,404,${DIGEST},text/html,application/xhtml+xml,\n${U},2025-01-01,301,${DIGEST},,,${U}b`,
    gives: [
      { url: U, status: 404, contentHash: DIGEST, mediaType: 'application/xhtml+xml' },
      { url: U, status: 301, contentHash: DIGEST, redirect: `${U}b` },
    ],
  },
  {
    why: 'an export of Sitebulb',
    log: `URL,HTTP Status Code,HTTP Status,Content Type,Canonical URL,Redirect Destination\n${U},200,OK,text/html,${U}b,`,
    gives: [{ url: U, status: 200, mediaType: 'text/html', canonical: `${U}b` }],
  },
  {
    why: "the Wayback Machine's index as JSON on a single line",
    log: `[["urlkey","original","statuscode","digest"],["com,example)/a","${U}","200","${DIGEST}"],["com,example)/b","${U}b","404","-"]]`,
    gives: [
      { url: U, status: 200, contentHash: DIGEST },
      { url: `${U}b`, status: 404 },
    ],
  },
  { why: 'an export of Search Console', log: `Top pages,Clicks,Impressions\n${U},5,90`, gives: [{ url: U }] },
  {
    why: 'a dataset of Crawlee: where the crawler ended is a redirect only where that is another URL',
    log: `{"url":"${U}","loadedUrl":"${U}","statusCode":200}\n{"url":"${U}","crawl":{"loadedUrl":"${U}b","httpStatusCode":200},"metadata":{"canonicalUrl":"${U}b"}}`,
    gives: [
      { url: U, status: 200 },
      { url: U, status: 200, redirect: `${U}b`, canonical: `${U}b` },
    ],
  },
  {
    why: "the JSON of the Wayback Machine's index",
    log: `[["urlkey","timestamp","original","mimetype","statuscode","digest","length"],\n["com,example)/a","20250101000000","${U}","text/html","200","${DIGEST}","1043"],\n["com,example)/b","20250101000000","${U}[1]","image/png","200","${DIGEST}","9"]]`,
    gives: [
      { url: U, mediaType: 'text/html', status: 200, contentHash: DIGEST },
      { url: `${U}[1]`, mediaType: 'image/png', status: 200, contentHash: DIGEST },
    ],
  },
  {
    why: 'the same through jq, which leaves one array a line',
    log: `["original","statuscode"]\n["${U}","200"]`,
    gives: [{ url: U, status: 200 }],
  },
  { why: 'TSV', log: `status\turl\n200\t${U}`, gives: [{ url: U, status: 200 }] },
  {
    why: 'CDX of 11 columns below its header',
    log: ` CDX N b a m s k r M S V g\ncom,example)/a 20250101000000 ${U} text/html 200 ${DIGEST} - - 1043 333 a.warc.gz`,
    gives: [{ url: U, mediaType: 'text/html', status: 200, contentHash: DIGEST }],
  },
  {
    why: 'CDX of 9 columns below its header, a redirect',
    log: ` CDX N b a m s k r V g\ncom,example)/a 20250101000000 ${U} text/html 302 ${DIGEST} ${U}b 333 a.arc.gz`,
    gives: [{ url: U, mediaType: 'text/html', status: 302, contentHash: DIGEST, redirect: `${U}b` }],
  },
  {
    why: 'CDX in another order of columns: the header decides',
    log: ` CDX a b s k\n${U} 20250101000000 200 ${DIGEST}`,
    gives: [{ url: U, status: 200, contentHash: DIGEST }],
  },
  {
    why: 'CDX of 11 columns without a header',
    log: `com,example)/a 20250101000000 ${U} text/html 200 ${DIGEST} - - 1043 333 a.warc.gz`,
    gives: [{ url: U, mediaType: 'text/html', status: 200, contentHash: DIGEST }],
  },
  {
    why: 'CDX of 7 columns, as the index servers answer',
    log: `com,example)/a 20250101000000 ${U} text/html 200 ${DIGEST} 1043`,
    gives: [{ url: U, mediaType: 'text/html', status: 200, contentHash: DIGEST }],
  },
  {
    why: 'a revisit has no status, and its digest counts',
    log: `com,example)/a 20250101000000 ${U} warc/revisit - ${DIGEST} - - 400 0 a.warc.gz`,
    gives: [{ url: U, contentHash: DIGEST }],
  },
  {
    why: 'CDXJ; the length of a compressed record is no size',
    log: `!OpenWayback-CDXJ 1.0\ncom,example)/a 20250101000000 {"url": "${U}", "status": "200", "digest": "${DIGEST}", "length": "1043"}`,
    gives: [{ url: U, status: 200, contentHash: DIGEST }],
  },
  {
    why: 'Heritrix',
    log: `2025-01-01T10:20:30.400Z   200       5120 ${U} LLX https://example.com/ text/html #012 20250101102030400+80 sha1:${DIGEST} - -`,
    gives: [{ url: U, mediaType: 'text/html', status: 200, size: 5120, contentHash: `sha1:${DIGEST}` }],
  },
  {
    why: 'Heritrix: what it looked up or did not ask for is no page',
    log: [
      `2025-01-01T10:20:30.400Z     1         57 dns:example.com P https://example.com/ text/dns #001 20250101102030400+80 sha1:X - -`,
      `2025-01-01T10:20:30.401Z -9998          - ${U} L https://example.com/ unknown #001 - - - -`,
      `2025-01-01T10:20:30.402Z   404        120 ${U} L https://example.com/ text/html #001 20250101102030400+80 - - -`,
    ].join('\n'),
    gives: [{ url: U, mediaType: 'text/html', status: 404, size: 120 }],
  },
  {
    why: 'an access log with its host in front',
    log: `example.com:443 192.0.2.1 - - [01/Jan/2025:00:00:00 +0000] "GET /a?b=1 HTTP/1.1" 200 5120 "-" "Mozilla/5.0"`,
    gives: [{ url: 'https://example.com/a?b=1', status: 200, size: 5120 }],
  },
  {
    why: 'port 80, and one that is neither',
    log: `a.example:80 192.0.2.1 - - [x] "GET / HTTP/1.0" 200 1\nb.example:8080 192.0.2.1 - - [x] "GET / HTTP/1.0" 200 -`,
    gives: [
      { url: 'http://a.example/', status: 200, size: 1 },
      { url: 'http://b.example:8080/', status: 200 },
    ],
  },
  { why: 'a list of URLs, with a comment and a blank line', log: `# seen today\n\n${U}\n`, gives: [{ url: U }] },
]

for (const { why, log, gives } of cases)
  test(`${log.slice(0, 60).replaceAll('\n', '⏎')} (${why})`, async () => {
    assert.deepEqual((await readAll({ log })).records, gives)
  })

const BASE = { base: 'https://example.com' }
const access = (request: string, status = 200): string =>
  `192.0.2.1 - ada [01/Jan/2025:00:00:00 +0000] "${request}" ${status} 9 "-" "x"`

const requests = [
  { why: 'common', log: '192.0.2.1 - - [01/Jan/2025:00:00:00 +0000] "GET /a HTTP/1.1" 200 9', gives: ['/a'] },
  { why: 'combined', log: access('GET /a HTTP/2.0'), gives: ['/a'] },
  { why: 'a whole URL', log: access('GET https://example.com/b HTTP/1.1'), gives: ['/b'] },
  { why: 'a whole URL of somebody else', log: access('GET http://bank.example/acct/7 HTTP/1.1'), gives: [] },
  { why: 'an escaped quote', log: access(String.raw`GET /a\"b HTTP/1.1`), gives: ['/a%22b'] },
  { why: 'an escaped byte', log: access(String.raw`GET /\xC3\xB1 HTTP/1.1`), gives: ['/%C3%B1'] },
  { why: 'a form that was sent', log: access('POST /a HTTP/1.1'), gives: [] },
  { why: 'headers only', log: access('HEAD /a HTTP/1.1'), gives: [] },
  { why: 'not modified: no page', log: access('GET /a HTTP/1.1', 304), gives: [] },
  { why: 'a part of a page', log: access('GET /a HTTP/1.1', 206), gives: [] },
  { why: 'what a scanner sends', log: access(String.raw`\x16\x03\x01`, 400), gives: [] },
]

for (const { why, log, gives } of requests)
  test(`${log} (${why})`, async () => {
    const { records, report } = await readAll({ log }, BASE)
    assert.deepEqual(
      records.map(({ url }) => url),
      gives.map((path) => `https://example.com${path}`),
    )
    assert.equal(report.rejected, 0)
  })

test('reports which columns were read, and which were not', async () => {
  const { report } = await readAll({ 'a.csv': `"Address","Status Code","Status"\n"${U}","200","OK"`, 'b.txt': U })
  assert.deepEqual(report.columns, [
    {
      log: 'a.csv',
      used: [
        ['Address', 'url'],
        ['Status Code', 'status'],
      ],
      unused: ['Status'],
    },
  ])
})
