import type { ProblemCode } from '@holdfast/contracts'
import type { Logger } from 'pino'
import { Counter, Histogram, type Registry } from 'prom-client'

/**
 * The log record of a request. It has no secrets, no body and no personal data except ids, and the client's
 * address if the operator turned that on.
 */
export interface Access {
  readonly requestId: string
  readonly method: string
  /** The route pattern, or `unmatched`. */
  readonly route: string
  readonly status: number
  /** The code of the problem in the response. */
  readonly problem?: ProblemCode | undefined
  readonly milliseconds: number
  readonly accountId?: string | undefined
  readonly address?: string
  /** The thrown error of a 5xx response. */
  readonly thrown?: unknown
}

/** Records one request after its response. */
export type RecordAccess = (access: Access) => void

/** Routes that monitoring requests constantly. They are logged at `debug`. */
const QUIET = new Set(['/healthz', '/readyz', '/metrics'])

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Creates a function that records a request in the log and in the duration histogram. */
export function createRecordAccess(logger: Logger, metrics: Registry): RecordAccess {
  const durations = new Histogram({
    name: 'holdfast_http_request_duration_seconds',
    help: 'Duration of HTTP requests in seconds.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [metrics],
  })
  const problems = new Counter({
    name: 'holdfast_problems_total',
    help: 'Responses with a problem, by its code.',
    labelNames: ['code'] as const,
    registers: [metrics],
  })
  // Prometheus sees no increase in the first value of a series.
  for (const code of ['internal_error', 'store_unavailable']) problems.inc({ code }, 0)
  return (access) => {
    const { method, route, status, milliseconds, thrown } = access
    if (access.problem !== undefined) problems.inc({ code: access.problem })
    durations.observe({ method, route, status }, milliseconds / 1000)
    if (thrown !== undefined) {
      const { thrown: err, ...failed } = access
      logger.error({ ...failed, err }, 'request failed')
    } else if (QUIET.has(route)) logger.debug(access, 'request')
    else logger.info(access, 'request')
  }
}
