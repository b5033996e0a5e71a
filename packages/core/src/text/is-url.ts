/** At least two letters before the colon: `C:\urls.txt` is a file. */
const SCHEME = /^[a-z][a-z0-9+.-]+:/i

/** Whether an argument is a URL, not the name of a list. */
export const isUrl = (arg: string): boolean => SCHEME.test(arg)
