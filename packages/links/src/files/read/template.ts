import type { FileFormat } from './file-format.ts'

/** Tags of Helm, Hugo, Jekyll, Jinja and their like. */
const TAG = /\{\{|\{%/

/** Jekyll runs every file that begins with front matter through its templates. */
const JSON_FRONT_MATTER = /^---[ \t]*\r?\n/

export const hasTemplateTag = (text: string): boolean => TAG.test(text)

/** Whether a file that cannot be read is one from which a program makes the real file. */
export function isTemplateFile(text: string, format: FileFormat): boolean {
  return hasTemplateTag(text) || (format === 'json' && JSON_FRONT_MATTER.test(text))
}
