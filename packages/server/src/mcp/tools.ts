import { OPERATIONS } from '../operations/index.ts'
import type { Operation } from '../operations/operation.ts'

/** An operation as assistants are offered it. */
export interface Tool {
  readonly operation: Operation
  /** For people who allow or refuse the use of the tool. */
  readonly title: string
  /** For the assistant, which decides by it when to use the tool. */
  readonly description: string
}

/** Few tools on purpose: an assistant chooses well among seven, and every one of them costs it attention. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  normalize_urls: {
    operation: OPERATIONS.normalize,
    title: 'Normalize URLs',
    description:
      'Write URLs in their normal form, without tracking parameters. Two URLs with the same key are the same page. No request is sent.',
  },
  explain_url: {
    operation: OPERATIONS.explain,
    title: 'Explain a URL',
    description:
      'Show rule by rule what normalizing changes in a URL, and how safe each change is. No request is sent.',
  },
  compare_urls: {
    operation: OPERATIONS.compare,
    title: 'Compare two URLs',
    description: 'Decide by their spelling whether two URLs are the same page, and why or why not. No request is sent.',
  },
  canonicalize_url: {
    operation: OPERATIONS.canonicalize,
    title: 'Find the canonical URL',
    description:
      'Find the cleanest URL that provably serves the same feed or page. Sends requests to the server of that URL.',
  },
  find_page: {
    operation: OPERATIONS.findPage,
    title: 'Find a page',
    description:
      'Find what the registry knows of a URL in any of its spellings: the page it leads to, all its other URLs, and the evidence.',
  },
  cite: {
    operation: OPERATIONS.cite,
    title: 'Choose a link to cite',
    description:
      'Give the links that you know about a topic, and get the one to cite, the sentence to say with it, and the reason. Use it before you show a link: it never answers with a home page as if that were the information itself. Where `url` is null, cite nothing and say what `gap` says.',
  },
  add_urls: {
    operation: OPERATIONS.addUrls,
    title: 'Add URLs to the registry',
    description: 'Keep URLs in the registry; duplicates are linked to the page that they lead to.',
  },
}
