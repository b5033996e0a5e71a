import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findWall } from '../../src/health/bot-walls.ts'
import { isHomeUrl } from '../../src/health/home-url.ts'
import { isLoginPage, isLoginUrl } from '../../src/health/login-url.ts'
import { saysItIsMissing } from '../../src/health/missing-phrases.ts'
import { prose } from './support/pages.ts'

// The data by which walls, home pages and missing pages are known, each with what must not be taken for one.

const WALLS: readonly (readonly [
  status: number,
  headers: Record<string, string>,
  text: string,
  wall: string | null,
])[] = [
  [403, { 'cf-mitigated': 'challenge' }, '', 'cloudflare'],
  [503, {}, '<title>Just a moment...</title>', 'cloudflare'],
  [403, { server: 'cloudflare' }, 'Sorry, you have been blocked. Ray ID: 8', 'cloudflare'],
  [404, { server: 'cloudflare' }, 'Not found. Ray ID: 8', null],
  [200, { server: 'cloudflare' }, 'A page. Ray ID: 8', null],
  [405, { 'x-amzn-waf-action': 'captcha' }, '', 'aws-waf'],
  [403, {}, '<H1>Access Denied</H1> You do not have permission. Reference&#32;&#35;18.1', 'akamai'],
  [200, {}, '<iframe src="/_Incapsula_Resource?x"></iframe>', 'imperva'],
  [403, { 'x-datadome': 'protected' }, '', 'datadome'],
  [200, { 'x-datadome': 'protected' }, 'A page', null],
  [403, {}, '<div id="px-captcha">', 'perimeterx'],
  [403, {}, '<title>Sucuri WebSite Firewall - Access Denied</title>', 'sucuri'],
  [200, {}, 'The requested URL was rejected. Please consult with your administrator.', 'f5'],
  [403, { server: 'ddos-guard' }, '', 'ddos-guard'],
  [429, {}, '<div class="h-captcha">', 'captcha'],
  [200, {}, '<div class="h-captcha">', null],
  [404, {}, '<div class="g-recaptcha">', null],
  [403, {}, 'Forbidden', null],
]

for (const [status, headers, text, wall] of WALLS) {
  test(`${status} ${JSON.stringify(headers)} ${text.slice(0, 60)} -> ${wall ?? 'no wall'}`, () => {
    assert.equal(findWall({ status, headers, text }), wall)
  })
}

const HOMES: readonly (readonly [url: string, isHome: boolean])[] = [
  ['https://e.com', true],
  ['https://e.com/', true],
  ['https://e.com/?utm_source=x', true],
  ['https://e.com/es', true],
  ['https://e.com/es/', true],
  ['https://e.com/es-ES/', true],
  ['https://e.com/cas/inicio', true],
  ['https://e.com/index.html', true],
  ['https://e.com/es/default.aspx', true],
  ['https://e.com/?id=12', false],
  ['https://e.com/ayudas', false],
  ['https://e.com/es/ayudas', false],
  ['https://e.com/boe', false],
  ['https://e.com/homes', false],
]
for (const [url, isHome] of HOMES)
  test(`${url} is ${isHome ? 'a' : 'no'} home page`, () => assert.equal(isHomeUrl(url), isHome))

for (const [url, isLogin] of [
  ['https://e.com/login', true],
  ['https://sso.e.com/auth/realms/x', true],
  ['https://e.com/users/sign_in', true],
  ['https://e.com/cas/login?service=x', true],
  ['https://e.com/cas?service=https%3A%2F%2Fe.com%2F', true],
  ['https://e.com/acceso?returnUrl=%2Fa', true],
  ['https://e.com/wp-login.php', true],
  ['https://e.com/login/', true],
  ['https://e.com/blogin-tips', false],
  ['https://e.com/login-unico-para-empresas', false],
  ['https://e.com/authors', false],
  ['https://e.com/cas/becas/plazos.html', false],
  ['https://e.com/cas', false],
  ['https://e.com/tramites/acceso', false],
  ['https://e.com/tramites/acceso-universidad', false],
  ['https://e.com/identificacion-electronica/tramite?next=1', false],
] as const) {
  test(`${url} is ${isLogin ? 'a' : 'no'} login`, () => assert.equal(isLoginUrl(url), isLogin))
}

const PASSWORD = '<form><input name="p" type="password"></form>'
for (const [url, body, isLogin] of [
  ['https://e.com/acceso', PASSWORD, true],
  ['https://e.com/acceso', 'Acceso a la universidad', false],
  ['https://e.com/tramites/becas', PASSWORD, false],
] as const) {
  test(`${url} with ${body} is ${isLogin ? 'a' : 'no'} login`, () => assert.equal(isLoginPage(url, body), isLogin))
}

const SAYS: readonly (readonly [title: string | null, text: string, isMissing: boolean])[] = [
  ['Página no encontrada', '', true],
  ['PÁGINA NO ENCONTRADA - Ministerio', '', true],
  ['Error 404', '', true],
  ['404', '', true],
  ['Sede | 404 Not Found', '', true],
  ['Page not found · Gov', prose(1, 400), true],
  ['We can’t find that page', '', true],
  [null, 'Lo sentimos. El documento solicitado no existe.', true],
  [null, 'The page you are looking for has been removed.', true],
  [null, 'El recurso ya no está disponible.', true],
  ['Ley 404/1999', '', false],
  ['Peugeot 404', '', false],
  ['Room 404 - Hotel', '', false],
  ['How to write a good “page not found” message for people who are lost on your site', prose(2, 400), false],
  ['Help', `If a page cannot be found, tell us. ${prose(3, 400)}`, false],
  ['Objetos perdidos', 'No se encuentra el titular', false],
  [null, '', false],
]
for (const [title, text, isMissing] of SAYS) {
  test(`${title ?? 'no title'}: ${text.slice(0, 50)} -> ${isMissing ? 'missing' : 'there'}`, () => {
    assert.equal(saysItIsMissing({ title, text, words: text.split(/\s+/).length }), isMissing)
  })
}
