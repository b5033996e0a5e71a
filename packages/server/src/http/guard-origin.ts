import { ApiError } from './errors.ts'
import type { Step } from './api-env.ts'

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/**
 * Refuses whatever a page of another origin sends with a method that can change something (CSRF), cookie or not. Programs send no
 * Origin, browsers always do.
 */
export const guardOrigin: Step = async (c, next) => {
  const { method, headers } = c.env.incoming
  const { origin, host } = headers
  if (!SAFE_METHODS.includes(method ?? '') && origin !== undefined && !isOwn(origin, host))
    throw new ApiError('api/foreign-origin', { thing: JSON.stringify(origin) })
  await next()
}

/** The scheme may differ: a proxy that serves https forwards requests over http. */
function isOwn(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}
