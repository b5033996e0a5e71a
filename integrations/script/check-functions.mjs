import { deepStrictEqual, ok } from 'node:assert/strict'
import process from 'node:process'
import { readFileSync } from 'node:fs'
import { ALL_POLICIES, LONG_URL, POISONED, POLICY_FILE, listCorpus, listVectors } from '../support/cases.mjs'
import { checkRows } from '../support/check-rows.mjs'
import { describeMachine, formatRate, measureRows } from '../support/measure.mjs'
import { openQuickJs, openV8, runRows } from './bare-engines.mjs'
import { LIMITS, TEMPLATES, buildScript, fillTemplate } from './build.mjs'

export const QUICKJS = 'quickjs-emscripten@0.32.0'

/** QuickJS interprets, about fifty times as slowly as V8, so it gets only a part of the corpus. */
const QUICKJS_SHARE = 20

let built

/** The SQL of an engine, as build.mjs writes it with a policy file. */
export async function buildSql(name) {
  const specs = [JSON.parse(readFileSync(POLICY_FILE, 'utf8'))]
  built ??= Promise.all([buildScript('inline'), buildScript('full', specs)])
  const [inline, full] = await built
  return { sql: fillTemplate(TEMPLATES[name], { inline, full }), inline, full }
}

/** Finds the JavaScript functions that the SQL creates: `{ name, parameters, body }`. */
export function findFunctions(sql, quote) {
  const created = new RegExp(
    `create or replace function ([\\w.]+)\\(([^)]*)\\)(?:(?!create or replace)[\\s\\S])*?language (?:js|javascript|plv8)(?:(?!create or replace)[\\s\\S])*?as ${quote[0]}\\n([\\s\\S]*?)\\n${quote[1]}`,
    'g',
  )
  return [...sql.matchAll(created)].map(([, name, list, body]) => ({
    name: name.replace(/^.*\./, ''),
    parameters: list.split(',').map((parameter) => parameter.trim().split(' ')[0]),
    body,
  }))
}

/**
 * Runs SQL functions in two bare engines, on all vectors under all policies, on malformed rows and on a corpus.
 *
 * @param functions from `findFunctions`; those without a second parameter support only policy dedupe
 * @param before what the engine loads before the body
 * @param isLeftOut tells for which inputs the function may return NULL where the library returns a URL
 * @returns how many rows were compared
 */
export async function checkFunctions({
  load,
  count,
  functions,
  before = '',
  rename = (name) => name,
  isLeftOut = () => false,
}) {
  let compared = 0
  for (const { name, parameters, body } of functions) {
    const column = { url_normalize: 'url', url_error: 'error', url_key: 'key' }[name]
    if (column === undefined) continue
    const names = parameters.map(rename).join(', ')
    const policies = parameters.length > 1 ? Object.keys(ALL_POLICIES) : ['dedupe']
    for (const engine of [openV8(names, before + body), await openQuickJs(await load(QUICKJS), names, before + body)]) {
      for (const policy of policies)
        compared += checkInputs(engine, column, [null, ...POISONED, LONG_URL, ...listVectors()], policy, isLeftOut)
      const rows = engine.name === 'V8' ? count : Math.ceil(count / QUICKJS_SHARE)
      compared += checkInputs(engine, column, listCorpus(rows), 'dedupe', isLeftOut)
      await printRate(`${name} in ${engine.name}`, engine, rows)
      engine.close()
    }
  }
  ok(compared > 0, 'no function was compared')
  return compared
}

function checkInputs(engine, column, inputs, policy, isLeftOut) {
  const results = runRows(
    engine,
    inputs.map((input) => [input, policy]),
  )
  const rows = results.map((result, index) => (result === null && isLeftOut(inputs[index]) ? {} : { [column]: result }))
  return checkRows(engine.name, inputs, rows, policy)
}

async function printRate(what, engine, count) {
  const rows = listCorpus(count).map((url) => [url, 'dedupe'])
  const rate = await measureRows(count, () => runRows(engine, rows), 2)
  process.stdout.write(`${what}: ${formatRate(rate)}, JSON included; ${describeMachine()}\n`)
}

/** Checks that the script is within the engine's limit. */
export function checkSize(name, script) {
  const size = Buffer.byteLength(script)
  process.stdout.write(`script ${name}: ${size.toLocaleString('en')} of ${LIMITS[name].toLocaleString('en')} bytes\n`)
  ok(size < LIMITS[name])
}

/** The second function in a process must use the script of the first one, and not run it again. */
export function checkSharedScript([first], rename = (name) => name) {
  const engine = openV8(
    first.parameters.map(rename).join(', '),
    `var g=function(){return this}();g.canonist=g.canonist||{normalize:function(){return 'kept'},error:function(){return 'kept'}};${first.body}`,
  )
  deepStrictEqual(engine.run([['https://e.com/', 'dedupe']]), ['kept'])
}
