import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'
import { buildSync } from 'esbuild'
import {
  classify,
  cleanliness,
  compare,
  definePolicy,
  explain,
  policies,
  tryNormalize,
  urlKey,
  type PolicyName,
} from '../src/index.ts'

/** What a bundler makes of a source that imports the core, as its users would write it. */
function bundle(source: string, format: 'iife' | 'esm'): string {
  return bundleByModule(source, format).text
}

/** The same, with the modules of the core that are in it. */
function bundleByModule(source: string, format: 'iife' | 'esm'): { text: string; largest: readonly string[] } {
  const { outputFiles, warnings, metafile } = buildSync({
    stdin: { contents: source, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    minify: true,
    write: false,
    format,
    globalName: 'bundled',
    target: 'es2023',
    platform: 'neutral',
    conditions: ['canonist-source'],
    metafile: true,
  })
  assert.deepEqual(warnings, [])
  const modules = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs))
  const bySize = modules.toSorted(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput)
  const largest = bySize.map(([file, { bytesInOutput }]) => `${bytesInOutput} ${file.replace(/^.*core\/src\//, '')}`)
  return { text: outputFiles[0]?.text ?? '', largest }
}

const ENTRIES = [
  { why: 'without tables for host names', entry: '@canonist/core/lean', most: 30_000 },
  { why: 'with them', entry: '@canonist/core', most: 100_000 },
]

describe('the weight of normalize alone, minified', () => {
  for (const { why, entry, most } of ENTRIES) {
    test(`from ${entry} under ${most} bytes (${why})`, (t) => {
      const { text, largest } = bundleByModule(`export { normalize } from '${entry}'`, 'esm')
      const size = Buffer.byteLength(text)
      t.diagnostic(`${size} bytes`)
      assert.ok(size < most, `${size} bytes, of which most are of\n${largest.slice(0, 20).join('\n')}`)
    })
  }

  test('leaves out the reasons of the tracking list, the importers and the check of policies', () => {
    const text = bundle(`export { normalize } from '@canonist/core/lean'`, 'esm')
    assert.doesNotMatch(text, /Google Analytics/)
    assert.doesNotMatch(text, /removeparam|Clean-param|forceRedirection/i)
    assert.doesNotMatch(text, /is not a field of a policy/)
  })
})

/** A context with nothing but what ECMAScript itself brings: no URL, TextEncoder, process, console, crypto or timers. */
function runBare(code: string): vm.Context {
  const context = vm.createContext(Object.create(null) as object)
  // V8's own extras are not ECMAScript either.
  vm.runInContext('delete globalThis.console; delete globalThis.WebAssembly', context)
  vm.runInContext(code, context)
  return context
}

const URLS = [
  'HTTP://Example.com:80/a/../b?utm_source=x&b=2&a=1#top',
  'https://b\u00fccher.example/\u00e9?q=%e9&ref=1',
  'https://fa\u00df.example/',
  'https://\u{1f4a9}.example/',
  'https://\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.example/',
  'https://\u0915\u094d\u200d\u0937.example/',
  'https://e\u0301.example/',
  'http://0x7f.1/%7Ea/(S(x))/;jsessionid=1',
  'http://[::FFFF:1.2.3.4]/',
  'https://u:p@e.com/\ud800',
  'https://www.google.com/url?q=https%3A%2F%2Fe.com',
  'https://e.com/f?X-Amz-Signature=1&b&a',
  'mailto:a@e.com',
  'https://\u00ad/',
  '',
]

describe('in a bare engine', () => {
  test('there is no URL, TextEncoder, process or crypto', () => {
    const context = runBare('')
    for (const name of [
      'URL',
      'URLSearchParams',
      'TextEncoder',
      'TextDecoder',
      'process',
      'crypto',
      'Buffer',
      'console',
      'require',
      'setTimeout',
    ]) {
      assert.equal(vm.runInContext(`typeof ${name}`, context), 'undefined', name)
    }
  })

  test('everything comes out as it does here: URLs, keys, explanations, policies', () => {
    const context = runBare(bundle(`export * from '@canonist/core'`, 'iife'))
    context['urls'] = URLS
    const script = `JSON.stringify(Object.keys(bundled.policies).map((name) => urls.map((url) => {
      const outcome = bundled.tryNormalize(url, name)
      return [outcome, bundled.explain(url, name), outcome.ok ? bundled.urlKey(url, name) : null]
    })))`
    const names = Object.keys(policies) as PolicyName[]
    const here = names.map((name) =>
      URLS.map((url) => {
        const outcome = tryNormalize(url, name)
        return [outcome, explain(url, name), outcome.ok ? urlKey(url, name) : null]
      }),
    )
    assert.deepEqual(JSON.parse(String(vm.runInContext(script, context))), JSON.parse(JSON.stringify(here)))
  })

  test('so do definePolicy, compare, classify and cleanliness', () => {
    const context = runBare(bundle(`export * from '@canonist/core'`, 'iife'))
    const spec = {
      name: 'mine',
      extends: 'dedupe',
      www: 'strip',
      unwrap: true,
      sites: { 'b\u00fccher.example': { fragment: 'keep' } },
    } as const
    context['spec'] = spec
    const script = `JSON.stringify([
      bundled.definePolicy(spec).fingerprint,
      bundled.compare('https://e.com/a', 'https://e.com/b'),
      bundled.classify('https://e.com/a-b-c'),
      bundled.cleanliness('http://www.e.com/?utm_source=1'),
    ])`
    const here = [
      definePolicy(spec).fingerprint,
      compare('https://e.com/a', 'https://e.com/b'),
      classify('https://e.com/a-b-c'),
      cleanliness('http://www.e.com/?utm_source=1'),
    ]
    assert.deepEqual(JSON.parse(String(vm.runInContext(script, context))), JSON.parse(JSON.stringify(here)))
  })

  test('the lean bundle does all but names in Unicode', () => {
    const context = runBare(bundle(`export * from '@canonist/core/lean'`, 'iife'))
    context['urls'] = URLS
    const script = 'JSON.stringify(urls.map((url) => bundled.tryNormalize(url)))'
    const lean = JSON.parse(String(vm.runInContext(script, context))) as { code?: string }[]
    for (const [index, outcome] of lean.entries()) {
      if (outcome.code !== 'url/idna-not-loaded') assert.deepEqual(outcome, tryNormalize(URLS[index] ?? ''))
    }
    assert.ok(lean.some(({ code }) => code === 'url/idna-not-loaded'))
  })

  test('a global that only looks like Node’s does no harm', () => {
    const code = bundle(`export { urlKey } from '@canonist/core/lean'`, 'iife')
    for (const odd of [
      '{}',
      'null',
      '{ getBuiltinModule: () => undefined }',
      '{ getBuiltinModule: () => ({}) }',
      '{ env: {} }',
    ]) {
      const context = runBare(`globalThis.process = ${odd}; ${code}`)
      assert.equal(vm.runInContext("bundled.urlKey('https://e.com/')", context), urlKey('https://e.com/'), odd)
    }
  })

  test('frozen built-ins are no hindrance', () => {
    const freeze =
      '[Object, Array, String, RegExp, Map, Set, Number].forEach((it) => { Object.freeze(it); Object.freeze(it.prototype) });'
    const context = runBare(freeze + bundle(`export * from '@canonist/core'`, 'iife'))
    assert.equal(vm.runInContext("bundled.normalize('HTTPS://E.com/?b&a')", context), 'https://e.com/?a&b')
  })
})

describe('importing', () => {
  // CPU time, because a busy machine lengthens the wall clock; it is some 10 ms, and the median of nine may be four times that.
  const MAX_MS = 40

  for (const { entry } of ENTRIES) {
    test(`the bundle of ${entry} takes less than ${MAX_MS} ms of CPU`, (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'canonist-bundle-'))
      try {
        const file = join(folder, 'bundle.mjs')
        writeFileSync(file, bundle(`export * from '${entry}'`, 'esm'))
        const times = Array.from({ length: 9 }, () => measureImport(file)).toSorted((a, b) => a - b)
        t.diagnostic(`median ${times[4]?.toFixed(1)} ms, least ${times[0]?.toFixed(1)} ms`)
        assert.ok((times[4] ?? 0) < MAX_MS, `${times.map((time) => time.toFixed(1)).join(' ')} ms`)
      } finally {
        rmSync(folder, { recursive: true })
      }
    })
  }

  function measureImport(file: string): number {
    const script = `
      const start = process.cpuUsage()
      await import(${JSON.stringify(pathToFileURL(file).href)})
      const { user, system } = process.cpuUsage(start)
      console.log((user + system) / 1000)
    `
    return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }))
  }

  test('does nothing: no global is added or changed', () => {
    const before = runBare('')
    const after = runBare(bundle(`export * from '@canonist/core'`, 'iife'))
    const names = (context: vm.Context): string[] =>
      JSON.parse(String(vm.runInContext('JSON.stringify(Object.getOwnPropertyNames(globalThis))', context))) as string[]
    assert.deepEqual(
      names(after).filter((name) => !names(before).includes(name)),
      ['bundled'],
    )
  })
})
