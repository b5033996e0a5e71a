// The tables of docs/reference/policy-file.md.
import { LABEL_FIELDS, POLICY_FIELDS, QUERY_FIELDS, SPEC_FIELDS } from '../../src/policy/fields.ts'
import { listDefaults } from './default-settings.mjs'
import { replaceTable } from './markdown.mjs'

/** Where the page says more about a field. */
const MORE = {
  extends: 'Extending',
  examples: 'Examples',
  sites: 'Sites',
  hosts: 'For admission',
  rewrites: 'Rewrites',
  languages: 'For admission',
  pagination: 'For admission',
  classify: 'For admission',
  citation: 'For admission',
  health: 'For link health',
  query: 'Fields of `query`',
  except: 'Exceptions',
  strip: 'Patterns',
}

const HEAD = ['field', 'values', 'default', 'meaning']

/** @param page the reference page as it is */
export function makePolicyPage(page) {
  const { header, common, query, site, rewrite, example, admission, health } = tables()
  return [
    ['header', header],
    ['fields', common],
    ['query', query],
    ['sites', site],
    ['rewrites', rewrite],
    ['examples', example],
    ['admission', admission],
    ['health', health],
  ].reduce((text, [name, rows]) => replaceTable(text, name, HEAD, rows), page)
}

function tables() {
  const others = Object.entries(SPEC_FIELDS).filter(([name]) => !(name in POLICY_FIELDS))
  const siteFields = SPEC_FIELDS.sites.of.fields
  return {
    header: others.map(([name, field]) => row(name, field, name === 'name' ? 'required' : 'none')),
    common: listRows(POLICY_FIELDS),
    query: listRows(QUERY_FIELDS),
    site: Object.entries(siteFields)
      .filter(([name]) => !(name in POLICY_FIELDS || name in LABEL_FIELDS))
      .map(([name, field]) => row(name, field, 'none')),
    rewrite: rowsOfObject(POLICY_FIELDS.rewrites.of),
    example: rowsOfObject(SPEC_FIELDS.examples.of),
    admission: ['hosts', 'languages', 'pagination', 'classify', 'citation'].flatMap((name) => rowsWithin(name)),
    health: rowsWithin('health'),
  }
}

const listRows = (fields) => {
  const defaults = listDefaults(fields)
  return Object.entries(fields).map(([name, field]) => row(name, field, defaultText(defaults[name])))
}

const rowsOfObject = ({ fields, required }) =>
  Object.entries(fields).map(([name, field]) => row(name, field, required.includes(name) ? 'required' : 'none'))

function rowsWithin(group) {
  const { fields, required } = SPEC_FIELDS[group]
  const defaults = listDefaults(fields)
  return Object.entries(fields).map(([name, field]) =>
    row(`${group}.${name}`, field, required.includes(name) ? 'required' : defaultText(defaults[name])),
  )
}

function row(name, field, byDefault) {
  const more = MORE[name] === undefined ? '' : ` See [${MORE[name].replaceAll('`', '')}](#${anchor(MORE[name])}).`
  return [`\`${name}\``, valuesText(field), byDefault, `${field.about}${more}`]
}

const anchor = (heading) => heading.toLowerCase().replaceAll('`', '').replaceAll(' ', '-')

function valuesText(field) {
  if (field.kind === 'choice') return field.values.map((value) => `\`${value}\``).join(', ')
  if (field.kind === 'flag') return '`true`, `false`'
  if (field.kind === 'only') return `\`${field.value}\``
  return field.kind === 'free' ? 'object' : field.kind
}

function defaultText(value) {
  if (value === undefined) return 'none'
  return typeof value === 'object' ? 'empty' : `\`${value}\``
}
