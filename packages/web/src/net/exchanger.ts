import { assembleExchanger } from './assemble-exchanger.ts'
import { parseConnectMap } from './address/connect-map.ts'
import type { Exchanger } from './exchange.ts'
import { resolveTimeouts, type ExchangerOptions } from './exchanger-options.ts'
import { createExchangeFnTransport } from './transport/function-transport.ts'
import { createSocketTransport } from './transport/socket-transport.ts'

/**
 * Creates an exchanger: every URL passes the gate, every address is checked before it is connected to, every stage has its
 * deadline and every size its limit.
 *
 * @example await createExchanger().fetch('http://127.0.0.1/') // { ok: false, code: 'private_address', … }
 */
export function createExchanger(options: ExchangerOptions = {}): Exchanger {
  const { exchangeFn, connectTo = {}, ca } = options
  const connectMs = resolveTimeouts(options.timeouts).connect
  const transport =
    exchangeFn === undefined ? createSocketTransport({ ca, connectMs }) : createExchangeFnTransport(exchangeFn)
  return assembleExchanger(options, transport, parseConnectMap(connectTo))
}
