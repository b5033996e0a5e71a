import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { definePolicy } from '../../../src/index.ts'
import { importClearUrls } from '../../../src/policy/import/clear-urls.ts'
import { importRemoveParam } from '../../../src/policy/import/remove-param.ts'
import { createRandom } from '@canonist/test-support/random-url.ts'
import {
  clearUrlsRemoves,
  compareWithList,
  randomCatalogueUrl,
  randomFilterUrl,
  removeParamRemoves,
  type Catalogue,
  type Comparison,
} from './list-semantics.ts'

// Whatever the list keeps, the policy keeps. bench/imports.mjs does the same with real lists.

const URLS = 6000
const SUB = '^https?:\\/\\/(?:[a-z0-9-]+\\.)*?'
const ENDING = '(?:\\.[a-z]{2,}){1,}'

const CATALOGUE: Catalogue = {
  providers: {
    everywhere: {
      urlPattern: '.*',
      rules: ['(?:%3F)?trk(?:_[a-z_]*)?', 'clickid', 'ref_?', 'campaign_(?:id|name)', '[a-z]?src'],
      exceptions: [
        `${SUB}(?:bank\\.example|pay\\.example)`,
        '^https?:\\/\\/login.mega' + ENDING,
        '^https?:\\/\\/code(lab)?\\.[^/]*\\/[^?]+\\?.*?&?ref_?=[^/?&]*',
        '^https?:\\/\\/[^/]+/[^/]+/-\\/switch[^?]*\\?.*?&?ref_?=.',
        `${SUB}news\\.example\\/.*?mc=`,
        '^wss?:\\/\\/(?:[a-z0-9-]+\\.)*?meet\\.example',
        `${SUB}docs\\.example\\/api`,
      ],
    },
    mega: {
      urlPattern: `${SUB}mega${ENDING}`,
      rules: ['p[fd]_rd_[a-z]*', 'qid', 'srs?', 'tag'],
      exceptions: [
        `${SUB}mega${ENDING}\\/gp\\/.*?(?:redirect.html|cart\\/ajax)`,
        `${SUB}mega${ENDING}\\/(?:hz\\/ajax\\/|s\\?)`,
      ],
    },
    'mega search': { urlPattern: `${SUB}mega${ENDING}\\/s\\?`, rules: ['qid', 'srs?'] },
    'mega more': { urlPattern: `${SUB}mega${ENDING}\\/find\\?`, rules: ['fid'] },
    docs: { urlPattern: `${SUB}docs\\.example`, rules: ['toc'], exceptions: [`${SUB}docs.example\\/api`] },
    leaf: { urlPattern: '^https?:\\/\\/m\\.leaf\\.example', rules: ['lid'] },
    bare: { urlPattern: '^https?:\\/\\/bare\\.example', rules: ['bid'] },
    pair: { urlPattern: `${SUB}(alpha\\.example|be\\.ta)`, rules: ['ab'] },
    lists: { urlPattern: `${SUB}shop\\.(com|co\\.th|tw)`, rules: ['sp'] },
    path: { urlPattern: `${SUB}path\\.example\\/learn`, rules: ['pl'] },
    below: { urlPattern: `${SUB}path\\.example\\/below\\/`, rules: ['pb'] },
    loose: { urlPattern: `${SUB}loose\\.example\\/[a-z]+`, rules: ['lo'] },
    away: { urlPattern: `${SUB}away\\.example`, rules: ['aw'], exceptions: ['login'] },
  },
}

const FILTERS = `
! general
$removeparam=clickid
$removeparam=trk_id
$removeparam=/^at_custom/
$denyallow=bank.example|google.de|google.fr,removeparam=campaign
$removeparam=medium,domain=~pay.example
$removeparam=source,domain=ya.ru|yandex.*
$removeparam=/^weekend-\\d{2}$/
&xp=$removeparam=pid
||mega.*^$removeparam=qid
||mega.*/dp/$removeparam=c
||mega.*/s?$removeparam=sr
||mega.*/*dp/$removeparam=dib
||www.mega.$removeparam=epid
||mega.de^$removeparam=de
://m.leaf.example/video/$removeparam=mid
://bare.$removeparam=clid
||shop.example/list$removeparam=sort
||shop.example/list/*$removeparam=page
||shop.example/authwall?$removeparam=info
||shop.example/click?id=$removeparam=u1
||words.example^$removeparam=/elq/
||words.example^$removeparam=/spm=|scm=|^abtest/
||words.example^$removeparam=/^__s=[A-Za-z0-9]{6\\,}/
||all.example^$removeparam
||api.example^$xmlhttprequest,removeparam=k
||party.example^$removeparam=k,~third-party
||away.example^$removeparam=k,domain=other.example
keep.example^$removeparam=soft
@@||shop.example^$removeparam=clickid
@@||mega.*/maps^$removeparam=trk_id
@@||mega.*/url?*%26trk%3D$removeparam=qid
@@||news.example/*?source=$removeparam=trk_id
@@||news.example/share$removeparam=clickid
@@||safe.example^$removeparam
@@||api.example^$removeparam=trk_id,xmlhttprequest
@@||app.example/auth/$removeparam=clickid,domain=app.example
@@/auth/login?t=$removeparam=trk_id
@@||app.example^$app=x.exe,removeparam=campaign
`

function check({ urls, removable, removed, wider }: Comparison, leastShare: number): void {
  assert.equal(urls, URLS)
  assert.deepEqual(wider, [])
  assert.ok(removable > URLS / 4, `the list removes only ${removable} pairs`)
  assert.ok(removed >= removable * leastShare, `the policy removes only ${removed} of ${removable} pairs`)
}

describe('a policy never removes what the list that it was imported from keeps', () => {
  for (const seed of [1, 2, 3]) {
    test(`ClearURLs, ${URLS} random URLs, seed ${seed}`, () => {
      const random = createRandom(seed)
      const policy = definePolicy(importClearUrls(JSON.stringify(CATALOGUE)).spec)
      const nextUrl = (): string => randomCatalogueUrl(CATALOGUE, random)
      check(compareWithList(policy, clearUrlsRemoves(CATALOGUE), nextUrl, URLS), 0.7)
    })
    test(`removeparam, ${URLS} random URLs, seed ${seed}`, () => {
      const random = createRandom(seed)
      const policy = definePolicy(importRemoveParam(FILTERS).spec)
      const nextUrl = randomFilterUrl(FILTERS)
      check(
        compareWithList(policy, removeParamRemoves(FILTERS), () => nextUrl(random), URLS),
        0.5,
      )
    })
  }
})
