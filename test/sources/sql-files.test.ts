import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listSourceFolders, readSources } from '../support/packages.ts'

const sources = readSources()

/** Their statements are all in `sql/`, one file for each table or subject. */
const FOLDERS = listSourceFolders()

/** Files outside `sql/` that may contain statements, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'registry/store/json-rows.ts': 'formats subselects for other statements',
  'registry/store/read-ranges.ts': 'formats the statements of all lists from their ranges',
  'registry/store/upsert.ts': 'wraps a statement that the caller passes',
  'registry/store/sqlite-connection.ts': 'probes whether the file can be read',
  'registry/store/sqlite-transaction.ts': 'creates and fills staged tables on SQLite',
  'registry/store/postgres-transaction.ts': 'creates and fills staged tables on PostgreSQL',
  'registry/store/postgres.ts': 'declares the cursor of a stream',
}

const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g
const STATEMENT =
  /^\s*(?:select|insert into|update|delete from|with\s+\S+\s+as|create|drop|alter|declare|copy|vacuum)\s|\bselect\s[^;]*\sfrom\s|\binsert\s+into\s|\bdelete\s+from\s|\bupdate\s+\S+\s+set\s/

/** Statements are written in lower case, so prose that starts with "Select" or "Update" is not found. */
function findStatements(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm, '')
  return (code.match(TEXT) ?? []).filter((text) => STATEMENT.test(text.slice(1, -1)))
}

const isInSqlFolder = (file: string): boolean => file.includes('/sql/') || file.endsWith('.sql.ts')

for (const folder of FOLDERS) {
  test(`the statements of ${folder} are in ${folder}/sql/`, () => {
    const found = sources
      .filter(({ name }) => name.startsWith(`${folder}/`) && !isInSqlFolder(name) && !Object.hasOwn(EXCEPTIONS, name))
      .flatMap(({ name, text }) => findStatements(text).map((sql) => `${name}: ${sql}`))
    assert.deepEqual(found, [])
  })
}

for (const [file, reason] of Object.entries(EXCEPTIONS)) {
  test(`${file} still needs its exception: it ${reason}`, () => {
    assert.notDeepEqual(findStatements(sources.find(({ name }) => name === file)?.text ?? ''), [])
  })
}

const STATEMENTS = [
  `database.all('select id from pages where id = $1', [id])`,
  'transaction.run(`\n  update pages set verdict = $2 where id = $1`)',
  "run('delete from pages where id = $1')",
  'run(`with made as (insert into pages (id) values ($1)) select 1`)',
  'const PAGES = `coalesce((select max(id)\n  from pages), 0)`',
]
for (const source of STATEMENTS)
  test(`finds the statement in ${JSON.stringify(source)}`, () => assert.equal(findStatements(source).length, 1))

const OTHERS = [
  '/** Runs `select id from pages`. */ const a = 1',
  "// 'select id from pages'\nconst a = 1",
  "const says = 'Select another database, or delete the file.'",
  "const fix = 'Create it: run create schema NAME.'",
  "const when = 'with a location `postgres://…`'",
  "import { updatePages } from './sql/update-pages.ts'",
]
for (const source of OTHERS)
  test(`finds no statement in ${JSON.stringify(source)}`, () => assert.deepEqual(findStatements(source), []))
