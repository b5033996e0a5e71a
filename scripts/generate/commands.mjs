// What the reference and the man page say about commands, made from what --help says.
import { replaceTable } from '../../packages/core/scripts/generate/markdown.mjs'
import { SECTIONS } from 'canonist/internal/cli/catalogue'
import { describeCommands } from 'canonist/internal/cli/help/describe-commands'
import { showLabel } from 'canonist/internal/cli/help/flag-text'
import { GENERAL_FLAGS } from 'canonist/internal/cli/help/show-help'
import { readVersion } from '@canonist/server/internal/canonist/version'

const COMMANDS = await describeCommands(SECTIONS)

const cell = (text) =>
  text
    .replaceAll('|', String.raw`\|`)
    .replaceAll('<', '&lt;')
    .replaceAll('*', String.raw`\*`)
const code = (text) => `\`${text.replaceAll('|', String.raw`\|`)}\``

/** @param page docs/reference/command-line.md as it is */
export function makeCommandsPage(page) {
  const list = COMMANDS.map(({ name, help }) => [
    `[${code(name)}](#canonist-${name.replace(' ', '-')})`,
    cell(help.summary),
  ])
  return COMMANDS.reduce(
    (text, { name, flags }) =>
      replaceTable(
        text,
        `flags of ${name}`,
        ['flag', 'does'],
        flags.map((flag) => [
          [showLabel(flag), flag.short]
            .filter((each) => each !== null)
            .map(code)
            .join(', '),
          cell(`${flag.text}.`),
        ]),
      ),
    replaceTable(page, 'commands', ['command', 'does'], list),
  )
}

// https://man7.org/linux/man-pages/man7/groff_man.7.html: a backslash, and a point or a quote at the beginning of a line, mean something.
const roff = (text) =>
  text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll(/^(['.])/gm, String.raw`\&$1`)
    .replaceAll(
      /[^\n -~]/g,
      (letter) => String.raw`\[u${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )

const flagLines = (flag) => [
  '.TP',
  [flag.short, showLabel(flag)]
    .filter((each) => each !== null)
    .map((each) => String.raw`\fB${roff(each)}\fR`)
    .join(', '),
  roff(`${flag.text}.`),
]

/** The text of man/canonist.1 in the package of the command. */
export function makeManPage() {
  const lines = [
    `.TH CANONIST 1 "" "canonist ${readVersion()}" "User Commands"`,
    '.SH NAME',
    String.raw`canonist \- find out whether two URLs are the same page, and why`,
    '.SH SYNOPSIS',
    String.raw`\fBcanonist\fR \fIcommand\fR [\fIoptions\fR] [\fIarguments\fR]`,
    '.SH DESCRIPTION',
    roff(
      'Results go to stdout; progress, summaries and warnings go to stderr. - is stdin. An argument that begins with a scheme is a URL, any other is a file.',
    ),
    '.SH GENERAL OPTIONS',
    ...GENERAL_FLAGS.flatMap(flagLines),
    '.TP',
    String.raw`\fB\-\-version\fR`,
    'Print the version.',
    ...[...new Set(COMMANDS.map(({ section }) => section))].flatMap((section) =>
      [`.SH ${section.toUpperCase()}`].concat(
        COMMANDS.filter((each) => each.section === section).flatMap(commandLines),
      ),
    ),
    '.SH EXIT STATUS',
    ...[
      ['0', 'Done.'],
      ['1', 'Done, with findings or rejected inputs.'],
      ['2', 'Wrong usage or configuration.'],
      ['3', 'Could not run: network, database or disk.'],
    ].flatMap(([status, text]) => ['.TP', status, text]),
    '.SH ENVIRONMENT',
    ...[
      ['CANONIST_DB', 'Registry, if --db names none.'],
      ['CANONIST_CONFIG', 'Configuration file, if --config names none.'],
      ['CANONIST_FOLLOW_REDIRECTS', 'Whether work follows redirects.'],
      ['CANONIST_MAX_REDIRECTS', 'How many redirects work follows.'],
      ['COLUMNS', 'Width of help.'],
      ['NO_COLOR, FORCE_COLOR', 'Turn colours off, or on.'],
    ].flatMap(([name, text]) => ['.TP', String.raw`\fB${name}\fR`, roff(text)]),
    '.SH FILES',
    '.TP',
    roff('canonist.yaml'),
    roff('Defaults: db, policy, userAgent, network, links and serve.'),
  ]
  return `${lines.join('\n')}\n`
}

function commandLines({ name, help, flags }) {
  return [
    `.SS "canonist ${name}"`,
    ...help.usage.flatMap((usage) => ['.PP', roff(`canonist ${name} [options] ${usage}`.trimEnd())]),
    ...[`${help.summary}.`, ...help.details].flatMap((text) => ['.PP', roff(text)]),
    ...flags.flatMap(flagLines),
    '.PP',
    'Examples:',
    '.PP',
    '.nf',
    ...help.examples.map((example) => `    ${roff(example)}`),
    '.fi',
  ]
}
