/** At least two letters before the colon: `C:\urls.txt` is a file. */
const SCHEME = /^[a-z][a-z0-9+.-]+:/i

/** Whether an argument is a URL itself, and no list of them. */
export const isUrl = (arg: string): boolean => SCHEME.test(arg)
