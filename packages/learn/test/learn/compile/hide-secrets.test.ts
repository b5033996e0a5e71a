import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hideSecrets } from '../../../src/compile/hide-secrets.ts'
import { learnRules } from '../../../src/learn/learn-rules.ts'
import { createLog } from '../logs.ts'

// What a log holds of people's secrets must not be in what is made to be shared.

const E = 'https://example.com'
const hidden = [
  { why: 'userinfo goes', url: 'https://me:pw@example.com:81/a?b=1', shown: `${E}:81/a?b=1` },
  { why: 'also with an @ in it', url: 'https://me@home:pw@example.com/', shown: `${E}/` },
  { why: 'a session', url: `${E}/a?id=7&sid=d9f1c381517da768&b=1`, shown: `${E}/a?id=7&sid=d9f1...&b=1` },
  { why: 'a session of letters', url: `${E}/a?PHPSESSID=kqzrtmwpolk`, shown: `${E}/a?PHPSESSID=kqzr...` },
  { why: 'a session in the path', url: `${E}/a;jsessionid=0A1B2C3D4E?id=7`, shown: `${E}/a;jsessionid=0A1B...?id=7` },
  { why: 'another in the path', url: `${E}/(S(a1b2c3d4e5f6g7h8i9))/a`, shown: `${E}/(S(a1b2...))/a` },
  { why: 'a token', url: `${E}/a?access_token=abcdefghijkl`, shown: `${E}/a?access_token=abcd...` },
  { why: 'a password is left out', url: `${E}/a?password=hunter2`, shown: `${E}/a?password=...` },
  { why: 'an unknown random value', url: `${E}/a?x=9f3aB77c01De4421#b`, shown: `${E}/a?x=9f3a...#b` },
  { why: 'a UUID', url: `${E}/a?x=9f3a77c0-1de4-4421-8a0b-0c1d2e3f4a5b`, shown: `${E}/a?x=9f3a...` },
  { why: 'a segment', url: `${E}/reset/9f3ab77c01de4421/now`, shown: `${E}/reset/9f3a.../now` },
  { why: 'letters alone', url: `${E}/a?x=qkzjvwpxtrnmbhgd`, shown: `${E}/a?x=qkzj...` },
  { why: 'digits alone', url: `${E}/a?x=4539148803436467`, shown: `${E}/a?x=4539...` },
  { why: 'base32', url: `${E}/a/JBSWY3DPEHPK3PXPAA`, shown: `${E}/a/JBSW...` },
  { why: 'a name that is a key', url: `${E}/a?9f3ab77c01de4421=1`, shown: `${E}/a?9f3a...=1` },
  { why: 'escapes are not cut in two', url: `${E}/a?token=%C3%B1%C3%B1%C3%B1x`, shown: `${E}/a?token=%C3%B1%C3%B1...` },
  { why: 'an e-mail address', url: `${E}/a?x=ada@example.com`, shown: `${E}/a?x=...` },
  { why: 'an escaped one, in a path', url: `${E}/u/ada%40example.com/x`, shown: `${E}/u/.../x` },
  { why: 'escaped twice', url: `${E}/a?x=ada%2540example.com`, shown: `${E}/a?x=...` },
  { why: 'a phone number', url: `${E}/a?x=%2B34612345678`, shown: `${E}/a?x=...` },
  { why: 'one in groups', url: `${E}/call/612-345-678`, shown: `${E}/call/...` },
  { why: 'a DNI', url: `${E}/a?x=12345678Z`, shown: `${E}/a?x=...` },
  { why: 'a NIE', url: `${E}/a?x=X1234567L`, shown: `${E}/a?x=...` },
  { why: 'a social security number', url: `${E}/a?x=078-05-1120`, shown: `${E}/a?x=...` },
  { why: 'an IBAN', url: `${E}/a?x=ES9121000418450200051332`, shown: `${E}/a?x=...` },
  { why: 'a card in groups', url: `${E}/a?x=4539-1488-0343-6467`, shown: `${E}/a?x=...` },
  { why: 'a place on earth', url: `${E}/a?q=40.4168,-3.7038`, shown: `${E}/a?q=...` },
  {
    why: 'personal names',
    url: `${E}/a?email=x&first_name=Ada&userId=7&b=1`,
    shown: `${E}/a?email=...&first_name=...&userId=...&b=1`,
  },
  { why: 'a name alone', url: `${E}/a?name=Ada+Lovelace&lat=1&dni=2`, shown: `${E}/a?name=...&lat=...&dni=...` },
  { why: 'a value with slashes', url: `${E}/a?address=Calle/Mayor/1`, shown: `${E}/a?address=...` },
  { why: 'a URL in a value', url: `${E}/a?to=https%3A%2F%2Fb.com%2F%3Ftoken%3Dabcdefghij`, shown: `${E}/a?to=http...` },
  ...[
    ['a card, with plus signs', '4111+1111+1111+1111'],
    ['a card, with underscores', '5661_9720_2608_9345'],
    ['a card, with dots', '4111.1111.1111.1111'],
    ['a card, with escaped slashes', '4111%2F1111%2F1111%2F1111'],
    ['an IBAN, with plus signs', 'ES91+2100+0418+4502+0005+1332'],
    ['a phone number, with plus signs', '612+345+678'],
    ['a phone number, with brackets', '%28612%29+345-678'],
    ['a number in fives', '12345-67890-12345'],
    ['a place, with a plus sign', '40.4168,+-3.7038'],
    ['a place, with a bar', '40.4168%7C-3.7038'],
    ['a place, with a bar as it is', '40.4168|-3.7038'],
    ['a place, with a semicolon', '40.1000;-3.7000'],
    ['a place, with an escaped semicolon', '40.1000%3B-3.7000'],
    ['a place, with a semicolon and a space', '40.1000;%20-3.7000'],
    ['a place, with an underscore', '40.4168_-3.7038'],
    ['a place, with a space', '40.4168%20-3.7038'],
    ['a place, with decimal commas', '40,4168_-3,7038'],
    ['a place, with decimal commas and a semicolon', '40,4168;3,7038'],
    ['a place, with commas only', '40,4168,-3,7038'],
    ['a place, to some hundred metres', '40.41;-3.70'],
    ['a place, west first', '-3.70,40.41'],
    ['a DNI as people write it', '12.345.678-Z'],
    ['an e-mail address at a Cyrillic domain', 'john%40%D0%B5.%D1%80%D1%84'],
    ['an e-mail address escaped four times', 'john%25252540example.com'],
    ['a JSON object', '%7B%22password%22%3A%22hunter2%22%7D'],
    ['a JSON object as it is', '{"a":[1]}'],
    ['a JSON array', '%5B%22hunter2%22%5D'],
    ['a pair', 'a:b,password:hunter2'],
  ].map(([why = '', value = '']) => ({ why, url: `${E}/a?x=${value}&b=1`, shown: `${E}/a?x=...&b=1` })),
  ...[
    'db_pwd userid userID passphrase passcode clave contrase%C3%B1a contrase\u00f1a pin smspin otp access_key accessKey credential',
    'jwt cookie customerid useremail fname lname direcci%C3%B3n direccio%CC%81n tel%C3%A9fono billingaddress username clientip',
    'Password%5B%5D user[pass] MyPasswordIs PASSWD kennwort mot_de_passe pr%C3%A9nom kundennummer',
  ]
    .flatMap((names) => names.split(' '))
    .map((name) => ({ why: 'a private name', url: `${E}/a?${name}=hunter2&b=1`, shown: `${E}/a?${name}=...&b=1` })),
  ...'token sid session session_id access_token accessToken PHPSESSID jsessionid key api_key auth authorization csrf_token nonce'
    .split(' ')
    .flatMap((name) => ['1', 'f00', 'abcdefg'].map((value) => [name, value]))
    .map(([name, value]) => ({ why: 'short', url: `${E}/a?${name}=${value}&b=1`, shown: `${E}/a?${name}=...&b=1` })),
  { why: 'a short session in the path', url: `${E}/a;jsessionid=0A1B?id=7`, shown: `${E}/a;jsessionid=...?id=7` },
  { why: 'another short one', url: `${E}/(S(a1b2))/a`, shown: `${E}/(S(...))/a` },
  { why: 'a place in the path', url: `${E}/near/40.1000;-3.7000/a`, shown: `${E}/near/.../a` },
  { why: 'a short URL with a session', url: `${E}/a?u=/?sid=1`, shown: `${E}/a?u=...` },
  { why: 'in a fragment', url: `${E}/a#access_token=abcdefghijkl`, shown: `${E}/a#access_token=abcd...` },
]
for (const { why, url, shown } of hidden) {
  test(`${url} is shown as ${shown} (${why})`, () => assert.equal(hideSecrets(url), shown))
  test(`${shown} is not cut again`, () => assert.equal(hideSecrets(shown), shown))
}

const kept = [
  `${E}/threads/1217-how-to-mend-a-bicycle-in-24-hours?page=2`,
  `${E}/a?q=iphone-15-pro-max-256gb-titanium`,
  `${E}/a?date=2024-01-02T03:04:05&id=12345678`,
  `${E}/a?from=20240102030405&to=2024-01-02`,
  `${E}/a?q=%D0%B1%D0%B5%D1%80%D1%91%D0%B7%D0%B0`,
  `${E}/a@b`,
  `${E}/a?ids=10,2000,30&v=1.2;1.3&price=10.50,20.00&range=1.5-2.5&keyword=abc&author=ann`,
  `${E}/wiki/Internationalization_and_localization`,
  `${E}/HowToMendABicycleInHours`,
  `${E}/ayuntamientodemadrid/empadronamiento/responsabilidades`,
  `${E}/to-be-or-not-to-be-that-is-the-question`,
  `${E}/kubernetes-nginx-postgresql-pytest-webpack`,
  `${E}/docs/v2.0.1/getting-started.html`,
  `${E}/questions/11227809/why-is-processing-a-sorted-array-faster`,
  `${E}/2024/01/02/title-of-the-story`,
  `${E}/a?product_name=shoe&category=men&filename=x&page=12&size=100`,
  `${E}/a?utm_source=newsletter&utm_campaign=spring_sale_2024`,
  `${E}/dp/B08N5WRWNW?th=1`,
  `${E}/a?to=https%3A%2F%2Fb.com%2Fpath%2Fto`,
  `${E}/a?from=2024-01-02+03:04:05&to=2024-01-02_2024-02-01`,
  `${E}/a?range=2024/01/02-2024/02/01&stamp=20240102-030405`,
  `${E}/download/120.0.6099.109/setup.exe`,
  `${E}/2024-01-02-a-title-of-a-story`,
  `${E}/%D0%BA%D0%B0%D0%BA-%D0%BF%D0%BE%D1%87%D0%B8%D0%BD%D0%B8%D1%82%D1%8C-%D0%B2%D0%B5%D0%BB%D0%BE%D1%81%D0%B8%D0%BF%D0%B5%D0%B4`,
  `${E}/images/spring-flowers-1.jpg?v=1.2.3`,
  `${E}/a?q=page-3-or-12-in-all&rule=--------------------`,
  `${E}/wiki/Mercury_(disambiguation)`,
  `${E}/a?pinned=1&passage=3&compare=2&latest=1&zipped=1&agenda=2&sort=price:asc&ids=1,2,3,4,5,6,7,8,9`,
]
for (const url of kept) test(`${url} stays`, () => assert.equal(hideSecrets(url), url))

test('a learned policy holds neither userinfo nor sessions of its log', async () => {
  const secret = (n: number): string => `${(n * 48_271 + 0xabcde).toString(16)}f0e1d2c3b4a5`
  const log = createLog(
    300,
    (n) => `https://me:hush@s.example/p?id=${n}`,
    (n) => `https://me:hush@s.example/p?id=${n}&sid=${secret(n)}`,
  )
  const different = [7, 8].map((n) => ({
    url: `https://me:hush@s.example/p?id=${n}&sid=${secret(n)}`,
    contentHash: '?',
  }))
  const text = JSON.stringify((await learnRules([...log, ...different])).policy)
  assert.match(text, /s\.example\/p\?id=\d+&sid=\w{4}\.\.\./)
  assert.doesNotMatch(text, /hush|f0e1d2c3b4a5/)
})
