/** Separates the name of a page from the name of its site. */
export const SEPARATOR = / [|–—·»:•-] | ?[|»·•] ?/u
