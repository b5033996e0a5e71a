/**
 * Goes before a run of slashes in an expression: matches at its first slash, unless a URL begins there that the path
 * carries (`/web/2013/http://example.com/`, `/go;u=http%3A//example.com/`, `/go;u=//example.com/`). Without repetitions,
 * since Java's lookbehind knows none.
 */
export const NOT_AFTER_SCHEME = '(?<![/=]|[A-Za-z0-9+.-](?::|%3[Aa]))'
