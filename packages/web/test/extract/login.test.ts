import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endsAtLogin, hasPasswordField, isLoginUrl } from '../../src/extract/page/login.ts'

for (const [url, isLogin] of [
  ['https://e.com/login', true],
  ['https://sso.e.com/auth/realms/x', true],
  ['https://e.com/users/sign_in', true],
  ['https://e.com/cas/login?service=x', true],
  ['https://e.com/cas?service=https%3A%2F%2Fe.com%2F', true],
  ['https://e.com/acceso?returnUrl=%2Fa', true],
  ['https://e.com/wp-login.php', true],
  ['https://e.com/login/', true],
  ['https://e.com/logon', true],
  ['https://e.com/authorize?redirect_uri=x', true],
  ['https://e.com/acceder?from=x', false],
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
const A = 'https://a.example'

const redirects = [
  { from: `${A}/account`, to: `${A}/login?next=%2Faccount`, isLogin: true },
  { from: `${A}/wp-admin/`, to: `${A}/wp-login.php?redirect_to=https%3A%2F%2Fa.example%2Fwp-admin%2F`, isLogin: true },
  { from: `${A}/x`, to: `https://sso.example/sso?service=${A}/x`, isLogin: true },
  { from: `${A}/x`, to: `${A}/oauth2/start?relaystate=/x`, isLogin: true },
  { from: `${A}/x`, to: `${A}/identificacion?urlretorno=/x`, isLogin: true },
  { from: `${A}/x`, to: `https://accounts.example/ServiceLogin?continue=${A}/x`, isLogin: true },
  { from: `${A}/`, to: `https://login.example/?return_to=${A}/`, isLogin: true },
  { from: `${A}/tides`, to: `${A}/login`, isLogin: true },
  { from: `${A}/`, to: `${A}/login`, isLogin: true },
  { from: `${A}/tides`, to: `${A}/acceso`, body: PASSWORD, isLogin: true },
  { from: `${A}/es`, to: `${A}/es/login`, body: PASSWORD, isLogin: true },
  { from: `${A}/tides`, to: `${A}/acceso`, body: 'Acceso a la universidad', isLogin: false },
  { from: `${A}/tides`, to: `${A}/becas`, body: PASSWORD, isLogin: false },
  { from: `${A}/help`, to: `${A}/help/login`, isLogin: false },
  { from: `${A}/login`, to: `${A}/login?next=/login`, isLogin: false },
  { from: `${A}/login`, to: `${A}/users/login`, body: PASSWORD, isLogin: false },
  { from: 'http://accounts.example/a', to: 'https://accounts.example/a?continue=/a', isLogin: false },
  { from: `${A}/x`, to: `${A}/blog?from=/x`, isLogin: false },
]
for (const { from, to, body = '', isLogin } of redirects)
  test(`${from} redirected to ${to} with "${body}" ${isLogin ? 'is' : 'is not'} at a login`, () =>
    assert.equal(
      endsAtLogin(from, to, () => hasPasswordField(body)),
      isLogin,
    ))
