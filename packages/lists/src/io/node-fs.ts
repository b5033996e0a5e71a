// Not imported, nor is node:process: an ES import reads all exports of a module, so that these load streams and sockets, too. That takes as
// long as a whole short command.
export const {
  existsSync,
  fstatSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeSync,
} = process.getBuiltinModule('node:fs')
