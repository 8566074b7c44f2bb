import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { Admission } from '../kernel/http/admission.ts'
import { OVERLOADED, problemAnswer } from '../kernel/http/problem.ts'
import { requestIdOf } from '../kernel/http/request-id.ts'

/** Answers a request if it must be refused for overload. Returns whether it did. */
export type RefuseOverload = (request: IncomingMessage, response: ServerResponse) => boolean

const LOG_MILLISECONDS = 1_000

/**
 * Calls of the API, except those that may be urgent. The app decides on these, and serves pages and health
 * checks at any load.
 */
const isRefusable = (url: string): boolean => url.startsWith('/v1/') && !url.endsWith('/confirm')

/**
 * Creates a function that refuses requests beyond the limit before any work: without a route, a caller or a
 * log record. A refusal by the app costs several times as much, which under overload would be most of the
 * time. Logs the number of refusals once a second.
 */
export function createRefuseOverload(
  admission: Admission,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Registry },
): RefuseOverload {
  const refusals = new Counter({
    name: 'holdfast_http_requests_refused_total',
    help: 'Requests refused because the process had reached its limit of requests at once.',
    registers: [metrics],
  })
  let unlogged = 0
  const log = () => {
    logger.warn({ refused: unlogged }, 'overloaded: requests refused')
    unlogged = 0
  }
  return (request, response) => {
    if (!isRefusable(request.url ?? '') || admission.hasRoom(false)) return false
    refusals.inc()
    if (unlogged === 0) setTimeout(log, LOG_MILLISECONDS).unref()
    unlogged += 1
    const requestId = requestIdOf(header(request, 'x-request-id'))
    const { status, headers, body } = problemAnswer(OVERLOADED, requestId)
    response.writeHead(status, {
      ...headers,
      'x-request-id': requestId,
      'cache-control': 'no-store',
      // Pages of other origins read the refusals of their calls.
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Retry-After, X-Request-Id',
    })
    response.end(body)
    return true
  }
}

const header = ({ headers }: IncomingMessage, name: string): string | null => {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}
