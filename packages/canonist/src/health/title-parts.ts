/** Between the name of a page and the name of its site. */
export const SEPARATOR = / [|–—·»:•-] | ?[|»·•] ?/u
