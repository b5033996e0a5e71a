import type { Hono } from 'hono'
import { checkDatabase } from '../app/check-database.ts'
import type { CanonistSource } from '../app/canonist-source.ts'
import type { ApiEnv } from './api-env.ts'

const TEXT = { 'content-type': 'text/plain; charset=utf-8' }

/** `/healthz`: the process answers. `/readyz`: so does its database, and its schema is the one of this version. */
export function addHealth(api: Hono<ApiEnv>, source: CanonistSource): void {
  api.get('/healthz', (c) => c.body('ok', 200, TEXT))
  api.get('/readyz', async (c) => {
    await source.use(checkDatabase)
    return c.body('ok', 200, TEXT)
  })
}
