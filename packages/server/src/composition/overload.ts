import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { Admission } from '../kernel/http/admission.ts'
import { OVERLOADED, problemAnswer } from '../kernel/http/problem.ts'
import { requestIdOf } from '../kernel/http/request-id.ts'

/** Which requests go first under overload, and how the others are refused. */
export interface OverloadPolicy {
  /** Whether a request is answered before all others: health checks, and confirmations of bookings. */
  isFirst(request: IncomingMessage): boolean
  /** Whether the process has reached its limit of requests at once. */
  isFull(request: IncomingMessage): boolean
  refuse(request: IncomingMessage, response: ServerResponse): void
}

const LOG_MILLISECONDS = 1_000

const HEALTH = new Set(['/healthz', '/readyz', '/metrics'])

const isConfirmation = (url: string): boolean => url.startsWith('/v1/') && url.endsWith('/confirm')

/**
 * Creates the policy. It refuses a request without a route, a caller or a log record, because a refusal by
 * the app would cost several times as much. It logs the number of refusals once a second.
 */
export function createOverloadPolicy(
  admission: Admission,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Registry },
): OverloadPolicy {
  const refusals = new Counter({
    name: 'holdfast_http_requests_refused_total',
    help: 'Requests refused because the process was overloaded.',
    registers: [metrics],
  })
  let unlogged = 0
  const log = () => {
    logger.warn({ refused: unlogged }, 'overloaded: requests refused')
    unlogged = 0
  }
  return {
    isFirst: ({ url = '' }) => HEALTH.has(url) || isConfirmation(url),
    // The app knows the limit of confirmations. Pages and health checks have none.
    isFull: ({ url = '' }) =>
      url.startsWith('/v1/') && !isConfirmation(url) && !admission.hasRoom(false),
    refuse(request, response) {
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
    },
  }
}

const header = ({ headers }: IncomingMessage, name: string): string | null => {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}
