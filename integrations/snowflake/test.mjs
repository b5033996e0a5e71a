// npm run test:engines -- snowflake [ROWS]
// Snowflake itself is a service that we can't run: its functions run in bare JavaScript engines instead.
import {
  QUICKJS,
  buildSql,
  checkFunctions,
  checkSharedScript,
  checkSize,
  findFunctions,
} from '../script/check-functions.mjs'

export const PACKAGES = [QUICKJS]

export async function run({ load, args: [rows = '1000000'] }) {
  const { sql, full } = await buildSql('snowflake.sql')
  const functions = findFunctions(sql, ['\\$\\$', '\\$\\$'])
  checkSize('full', full)
  // Snowflake passes arguments under their names in upper case.
  const rename = (name) => name.toUpperCase()
  checkSharedScript(functions, rename)
  const compared = await checkFunctions({ load, count: Number(rows), functions, rename })
  return {
    ok: true,
    version: 'not run; Node vm and QuickJS',
    ran: `${compared.toLocaleString('en')} rows in bare engines`,
  }
}
