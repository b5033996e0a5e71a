import type { Hono } from 'hono'
import type { ApiContext, ApiEnv, Step } from './api-env.ts'
import { ApiError } from './errors.ts'

/** The paths of the server and the methods that each takes: a known path with another method is 405, any other path 404. */
export class KnownPaths {
  /** By path, as the router writes it. */
  readonly #methods = new Map<string, Set<string>>()

  /** Before any route: `GET /reviews/decisions` must not be taken for the review `decisions`. */
  readonly checkMethod: Step = async (c, next) => {
    this.#check(c, c.req.path)
    await next()
  }

  /**
   * After all routes.
   *
   * @param sendUnknown what people see at an unknown path
   */
  rejectUnknownRoutes(api: Hono<ApiEnv>, sendUnknown: ((c: ApiContext) => Response | null) | null): void {
    for (const { method, path } of api.routes)
      if (method !== 'ALL') this.#methods.set(path, (this.#methods.get(path) ?? new Set<string>()).add(method))
    for (const path of this.#methods.keys())
      api.all(path, (c) => {
        this.#check(c, path)
        return c.notFound()
      })
    api.notFound((c) => {
      const page = sendUnknown?.(c)
      if (page) return page
      throw new ApiError('api/no-such-path')
    })
  }

  /** Throws where the path is known and does not take the method. */
  #check(c: ApiContext, path: string): void {
    const known = this.#methods.get(path)
    if (known === undefined) return
    const allowed = known.has('GET') ? [...known, 'HEAD'] : [...known]
    if (allowed.includes(c.req.method)) return
    c.header('allow', allowed.join(', '))
    throw new ApiError('api/wrong-method', { thing: `${c.req.method} ${c.req.path}` })
  }
}
