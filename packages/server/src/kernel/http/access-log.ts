import type { Logger } from 'pino'
import { Histogram, type Registry } from 'prom-client'

/** What is recorded of each answered request: no secret, no body, no personal data beyond ids. */
export interface Access {
  readonly requestId: string
  readonly method: string
  /** The pattern of the route, `unmatched` where there is none. */
  readonly route: string
  readonly status: number
  readonly milliseconds: number
  readonly accountId?: string | undefined
  /** What was thrown, with a 5xx. */
  readonly thrown?: unknown
}

/** Records one answered request. */
export type RecordAccess = (access: Access) => void

/** Routes that machines ask for all the time; they are logged at `debug`. */
const QUIET = new Set(['/healthz', '/readyz', '/metrics'])

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Records every request as a log line and in the histogram of durations. */
export function createRecordAccess(logger: Logger, metrics: Registry): RecordAccess {
  const durations = new Histogram({
    name: 'holdfast_http_request_duration_seconds',
    help: 'Time from the start of a request to its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [metrics],
  })
  return ({ thrown, ...access }) => {
    const { method, route, status, milliseconds } = access
    durations.observe({ method, route, status }, milliseconds / 1000)
    if (thrown !== undefined) logger.error({ ...access, err: thrown }, 'request failed')
    else if (QUIET.has(route)) logger.debug(access, 'request')
    else logger.info(access, 'request')
  }
}
