import { createHash } from 'node:crypto'
import type { ApiContext } from './api-env.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { overflow: auto; padding: 0.5rem; border: 1px solid #8885; border-radius: 4px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.5rem; border-bottom: 1px solid #8885; }
section { margin-top: 2rem; border-top: 1px solid #8885; }
.method { font-weight: bold; }
`

/** The page brings its style along and needs nothing else: no script, no request to anywhere. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** Sends a page of HTML. */
export function sendPage(c: ApiContext, title: string, body: string): Response {
  c.header('content-security-policy', POLICY)
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style>`
  return c.body(`<!doctype html>\n<html lang="en"><head>${head}</head><body>${body}</body></html>\n`, 200, {
    'content-type': 'text/html; charset=utf-8',
  })
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** Text in which `words` between backticks are code. */
export function renderText(text: string): string {
  return escapeHtml(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n', '<br>')
}
