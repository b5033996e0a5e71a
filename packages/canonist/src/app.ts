export { openCanonist, type Canonist, type CanonistOptions } from './app/open-canonist.ts'
