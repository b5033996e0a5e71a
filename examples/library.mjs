// The five functions that most programs need. Run it with `npx node examples/library.mjs`.
import { compare, definePolicy, explain, normalize, tryNormalize } from '@canonist/core'

const link = 'HTTPS://Shop.Example.com:443/tea?utm_source=mail&size=2&colour=green#reviews'
console.log('normalize   ', normalize(link))

const outcome = tryNormalize('https://exa mple.com/')
console.log('tryNormalize', outcome.ok ? outcome.url : outcome.code)

const { same, differsIn } = compare('https://example.com/a?x=1', 'https://example.com/b?x=1')
console.log('compare     ', same ? 'same page' : `differ in ${differsIn.join(', ')}`)

const explanation = explain(link)
if (explanation.ok) {
  for (const { rule, tier } of explanation.changes) console.log('explain     ', rule, `(${tier})`)
}

const withoutWww = definePolicy({ name: 'without-www', extends: 'dedupe', www: 'strip' })
console.log('definePolicy', normalize('https://www.example.com/tea', withoutWww))
