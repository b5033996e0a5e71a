import { createClient } from '@canonist/client'

/** The only way to the server. The page and the API have one origin; a login is a cookie that the browser sends along. */
export const client = createClient({ url: location.origin })
