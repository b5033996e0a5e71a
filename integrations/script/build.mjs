// Writes the SQL that creates the functions for BigQuery, Snowflake and PL/v8, with the core in it:
//   npx node integrations/script/build.mjs FOLDER [POLICY.json...]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const HERE = fileURLToPath(new URL('.', import.meta.url))

/** In bytes. https://cloud.google.com/bigquery/quotas#udf_limits and https://docs.snowflake.com/en/developer-guide/udf/javascript/udf-javascript-limitations */
export const LIMITS = { inline: 32 * 1024, full: 100 * 1024 }

/**
 * Builds one statement that defines `canonist` once per process, because the body of a function runs again for each row.
 *
 * @param name `inline` or `full`
 * @param specs policies of the user
 */
export async function buildScript(name, specs = []) {
  const { outputFiles } = await build({
    entryPoints: [join(HERE, `${name}.js`)],
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'canonist',
    target: 'es2019',
    charset: 'ascii',
    // `$${index}` would end the body of a function in Snowflake; the inline script is not for Snowflake, and has no byte to spare.
    supported: { 'template-literal': name === 'inline' },
    platform: 'neutral',
    conditions: ['canonist-source'],
    write: false,
    logLevel: 'warning',
    plugins: [{ name: 'policies', setup: (plugin) => addPolicies(plugin, specs) }],
  })
  const script = outputFiles[0].text.trim().replace(/^(?:"use strict";)?var canonist=/, '')
  // The same applies to a literal $ before the end of an expression.
  const quotable = script.replaceAll(String.raw`\$$`, '[$]$')
  // Outside strict mode, `this` of a plain function is the global object in every engine, whatever its name.
  const code = `var g=function(){return this}();var canonist=g.canonist||(g.canonist=${quotable.replace(/;$/, '')});`
  const size = Buffer.byteLength(code)
  if (size >= LIMITS[name]) throw new Error(`The script ${name} has ${size} bytes; the limit is ${LIMITS[name]}.`)
  // BigQuery quotes with three double quotes, Snowflake and PostgreSQL with two dollar signs.
  if (code.includes('"""') || code.includes('$$'))
    throw new Error('The script contains """ or $$, which would end it in SQL.')
  return code
}

function addPolicies({ onResolve, onLoad }, specs) {
  onResolve({ filter: /^policies-of-the-user$/ }, () => ({ path: 'specs', namespace: 'policies' }))
  onLoad({ filter: /./, namespace: 'policies' }, () => ({ contents: JSON.stringify(specs), loader: 'json' }))
}

/** The SQL of an engine, with the script inserted at its mark: `// script: full`. */
export function fillTemplate(path, scripts) {
  const sql = readFileSync(new URL(path, import.meta.url), 'utf8')
  return sql.replaceAll(/^\/\/ script: (\w+)$/gm, (_, name) => scripts[name])
}

export const TEMPLATES = {
  'bigquery-inline.sql': '../bigquery/create-inline.sql',
  'bigquery.sql': '../bigquery/create-functions.sql',
  'snowflake.sql': '../snowflake/create-functions.sql',
  'plv8.sql': '../postgres/plv8-functions.sql',
}

if (import.meta.main) {
  const [folder, ...files] = process.argv.slice(2)
  if (folder === undefined) {
    process.stderr.write('usage: node integrations/script/build.mjs FOLDER [POLICY.json...]\n')
    process.exit(2)
  }
  const specs = files.map((file) => JSON.parse(readFileSync(file, 'utf8')))
  const scripts = { inline: await buildScript('inline'), full: await buildScript('full', specs) }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'canonist.js'), scripts.full)
  for (const [name, path] of Object.entries(TEMPLATES)) writeFileSync(join(folder, name), fillTemplate(path, scripts))
  for (const name of ['canonist.js', ...Object.keys(TEMPLATES)]) process.stdout.write(`${join(folder, name)}\n`)
}
