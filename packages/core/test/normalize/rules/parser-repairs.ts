import type { RuleTable } from './rule-table.ts'

const policy = 'rfc3986'

/** What the URL standard's parser mends, whatever the policy. */
export const PARSER_REPAIRS: readonly RuleTable[] = [
  {
    rule: 'replace-surrogates',
    policy,
    acts: [
      { why: 'a half is no character', input: 'https://e.com/\ud800', becomes: 'https://e.com/%EF%BF%BD' },
      {
        why: 'a tab between two halves does not join them',
        input: 'https://e.com/\ud83d\t\ude00',
        becomes: 'https://e.com/%EF%BF%BD%EF%BF%BD',
      },
    ],
    spares: [
      { why: 'a whole pair is a character', input: 'https://e.com/\u{1f600}', becomes: 'https://e.com/%F0%9F%98%80' },
    ],
  },
  {
    rule: 'trim',
    policy,
    acts: [
      { why: 'spaces around', input: '  https://e.com/ ', becomes: 'https://e.com/' },
      { why: 'control characters around', input: '\u0000\u001fhttps://e.com/\u0008', becomes: 'https://e.com/' },
      { why: 'a line break at the end of a line of a file', input: 'https://e.com/\r\n', becomes: 'https://e.com/' },
    ],
    spares: [
      { why: 'a space inside is encoded', input: 'https://e.com/a b', becomes: 'https://e.com/a%20b' },
      { why: 'DEL is no C0 control', input: 'https://e.com/\u007f', becomes: 'https://e.com/%7F' },
      { why: 'a no-break space is none of them', input: 'https://e.com/\u00a0', becomes: 'https://e.com/%C2%A0' },
    ],
  },
  {
    rule: 'remove-line-breaks',
    policy,
    acts: [
      { why: 'a line that an e-mail broke', input: 'https://e.com/a\r\nb', becomes: 'https://e.com/ab' },
      { why: 'even inside the scheme', input: 'ht\ttps://e\n.com/', becomes: 'https://e.com/' },
      { why: 'two halves of an escape meet', input: 'https://e.com/%2\n0', becomes: 'https://e.com/%20' },
    ],
    spares: [
      { why: 'a vertical tab is encoded', input: 'https://e.com/a\u000bb', becomes: 'https://e.com/a%0Bb' },
      { why: 'an escaped one is data', input: 'https://e.com/a%0Ab' },
    ],
  },
  {
    rule: 'repair-slashes',
    policy,
    acts: [
      { why: 'backslashes', input: 'https:\\\\e.com\\a\\b', becomes: 'https://e.com/a/b' },
      { why: 'no slash at all', input: 'https:e.com/a', becomes: 'https://e.com/a' },
      { why: 'one slash', input: 'https:/e.com/a', becomes: 'https://e.com/a' },
      { why: 'too many', input: 'https:////e.com/a', becomes: 'https://e.com/a' },
    ],
    spares: [
      { why: 'a backslash in the query is data', input: 'https://e.com/?a\\b' },
      { why: 'a backslash in the fragment is data', input: 'https://e.com/#a\\b' },
      { why: 'doubled slashes in the path are for the policy', input: 'https://e.com//a' },
    ],
  },
  {
    rule: 'lowercase-scheme',
    policy,
    acts: [
      { why: 'capitals', input: 'HTTPS://e.com/', becomes: 'https://e.com/' },
      { why: 'mixed', input: 'hTtP://e.com/', becomes: 'http://e.com/' },
    ],
    spares: [{ why: 'the path keeps its case', input: 'https://e.com/HTTP://E.COM' }],
  },
  {
    rule: 'encode-userinfo',
    policy,
    acts: [
      {
        why: 'all but the last @ belong to it',
        input: 'https://a@b@e.com/',
        becomes: 'https://a%40b@e.com/',
      },
      {
        why: 'only the first colon parts name and word',
        input: 'https://u:p:q@e.com/',
        becomes: 'https://u:p%3Aq@e.com/',
      },
      { why: 'nobody', input: 'https://@e.com/', becomes: 'https://e.com/' },
      { why: 'nobody with nothing', input: 'https://:@e.com/', becomes: 'https://e.com/' },
      { why: 'an empty word', input: 'https://u:@e.com/', becomes: 'https://u@e.com/' },
      { why: 'letters outside ASCII', input: 'https://\u00e9@e.com/', becomes: 'https://%C3%A9@e.com/' },
    ],
    spares: [
      { why: 'a word without a name', input: 'https://:p@e.com/' },
      { why: 'escapes keep their case here', input: 'https://u%3a:p%7e@e.com/' },
      { why: 'what may stand there', input: "https://a!$&'()*+,-._~:p@e.com/" },
      { why: 'an @ in the path', input: 'https://e.com/a@b' },
    ],
  },
  {
    rule: 'decode-host',
    policy,
    acts: [
      { why: 'an escaped letter', input: 'https://%65xample.com/', becomes: 'https://example.com/' },
      { why: 'an escaped umlaut', input: 'https://b%C3%BCcher.example/', becomes: 'https://xn--bcher-kva.example/' },
      { why: 'an escaped address', input: 'https://127%2e0.0.1/', becomes: 'https://127.0.0.1/' },
    ],
    spares: [{ why: 'escapes of the path', input: 'https://e.com/%20' }],
  },
  {
    rule: 'lowercase-host',
    policy,
    acts: [{ why: 'capitals', input: 'https://WWW.Example.COM/', becomes: 'https://www.example.com/' }],
    spares: [
      { why: 'user name and password keep theirs', input: 'https://User:Pass@e.com/' },
      { why: 'path, query and fragment keep theirs', input: 'https://e.com/A?B#C' },
    ],
  },
  {
    rule: 'ascii-host',
    policy,
    acts: [
      { why: 'an umlaut', input: 'https://m\u00fcnchen.example/', becomes: 'https://xn--mnchen-3ya.example/' },
      { why: 'NFC, for the host', input: 'https://mu\u0308nchen.example/', becomes: 'https://xn--mnchen-3ya.example/' },
      { why: 'full-width letters', input: 'https://\uff25\uff0e\uff23\uff2f\uff2d/', becomes: 'https://e.com/' },
      { why: 'a soft hyphen', input: 'https://ex\u00adample.com/', becomes: 'https://example.com/' },
      { why: 'an emoji', input: 'https://\u{1f4a9}.example/', becomes: 'https://xn--ls8h.example/' },
    ],
    spares: [
      { why: 'punycode is ASCII already', input: 'https://xn--mnchen-3ya.example/' },
      {
        why: 'the path is not normalized to NFC',
        input: 'https://e.com/u\u0308',
        becomes: 'https://e.com/u%CC%88',
      },
    ],
  },
  {
    rule: 'ipv4-host',
    policy,
    acts: [
      { why: 'hex', input: 'http://0x7f.0.0.1/', becomes: 'http://127.0.0.1/' },
      { why: 'octal', input: 'http://0177.0.0.01/', becomes: 'http://127.0.0.1/' },
      { why: 'one number', input: 'http://2130706433/', becomes: 'http://127.0.0.1/' },
      { why: 'two numbers', input: 'http://127.1/', becomes: 'http://127.0.0.1/' },
      { why: 'the root dot', input: 'http://127.0.0.1./', becomes: 'http://127.0.0.1/' },
    ],
    spares: [
      { why: 'four decimal numbers', input: 'http://127.0.0.1/' },
      { why: 'a name that begins like one', input: 'http://127.0.0.1.example/' },
      { why: 'a name between dots', input: 'http://1../' },
    ],
  },
  {
    rule: 'ipv6-host',
    policy,
    acts: [
      { why: 'zeros', input: 'http://[0:0:0:0:0:0:0:1]/', becomes: 'http://[::1]/' },
      { why: 'capitals', input: 'http://[2001:DB8::A]/', becomes: 'http://[2001:db8::a]/' },
      { why: 'leading zeros', input: 'http://[2001:0db8::0001]/', becomes: 'http://[2001:db8::1]/' },
      { why: 'IPv4 inside', input: 'http://[::ffff:192.0.2.1]/', becomes: 'http://[::ffff:c000:201]/' },
    ],
    spares: [
      { why: 'the shortest form', input: 'http://[2001:db8::1]/' },
      { why: 'brackets in the path', input: 'http://e.com/[0:0:0:0:0:0:0:1]' },
    ],
  },
  {
    rule: 'repair-port',
    policy,
    acts: [
      { why: 'no digits', input: 'https://e.com:/', becomes: 'https://e.com/' },
      { why: 'leading zeros', input: 'https://e.com:0008080/', becomes: 'https://e.com:8080/' },
      { why: 'nothing but zeros', input: 'https://e.com:000/', becomes: 'https://e.com:0/' },
    ],
    spares: [
      { why: 'a plain port', input: 'https://e.com:8080/' },
      { why: 'the highest', input: 'https://e.com:65535/' },
    ],
  },
  {
    rule: 'encode-characters',
    policy,
    acts: [
      { why: 'a space in the path', input: 'https://e.com/a b', becomes: 'https://e.com/a%20b' },
      {
        why: 'letters outside ASCII',
        input: 'https://e.com/\u00f1?\u00f1#\u00f1',
        becomes: 'https://e.com/%C3%B1?%C3%B1#%C3%B1',
      },
      { why: 'an apostrophe in the query', input: "https://e.com/?q=it's", becomes: 'https://e.com/?q=it%27s' },
      { why: 'braces in the path', input: 'https://e.com/{a}', becomes: 'https://e.com/%7Ba%7D' },
      { why: 'a backtick in the fragment', input: 'https://e.com/#`', becomes: 'https://e.com/#%60' },
    ],
    spares: [
      { why: 'an apostrophe in path and fragment', input: "https://e.com/it's#it's" },
      { why: 'braces in query and fragment', input: 'https://e.com/?{a}#{b}' },
      { why: 'a backtick in the query', input: 'https://e.com/?`' },
      { why: 'what may stand in a path', input: "https://e.com/!$&'()*+,-._~:;=@[]|" },
    ],
  },
]
