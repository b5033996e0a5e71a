// npm run test:engines -- bigquery [ROWS]
// BigQuery itself is a service that we can't run: its functions run in bare JavaScript engines instead.
import { tryNormalize as tryLean } from '@canonist/core/lean'
import {
  QUICKJS,
  buildSql,
  checkFunctions,
  checkSharedScript,
  checkSize,
  findFunctions,
} from '../script/check-functions.mjs'

export const PACKAGES = [QUICKJS]

const QUOTE = ['r"""', '"""']

export async function run({ load, args: [rows = '1000000'] }) {
  const count = Number(rows)
  const { sql, inline } = await buildSql('bigquery-inline.sql')
  const small = findFunctions(sql, QUOTE)
  checkSize('inline', inline)
  checkSharedScript(small)
  // An exception: the tables for internationalized host names do not fit into 32 kB.
  const isLeftOut = (input) => input !== null && tryLean(input).code === 'url/idna-not-loaded'
  let compared = await checkFunctions({ load, count, functions: small, isLeftOut })
  const { sql: all, full } = await buildSql('bigquery.sql')
  checkSize('full', full)
  compared += await checkFunctions({ load, count, functions: findFunctions(all, QUOTE), before: full })
  return {
    ok: true,
    version: 'not run; Node vm and QuickJS',
    ran: `${compared.toLocaleString('en')} rows in bare engines`,
  }
}
