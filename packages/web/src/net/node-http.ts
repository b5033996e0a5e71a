// Not imported: an ES import reads all exports of a module, and `WebSocket` of this one loads all of Node's fetch. That takes longer than
// the sockets and TLS together.
export const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http')
