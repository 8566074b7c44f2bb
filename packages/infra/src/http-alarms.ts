import type { Stack } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import {
  FilterPattern,
  type IFilterPattern,
  type ILogGroup,
  MetricFilter,
} from 'aws-cdk-lib/aws-logs'
import { NAMESPACE, PERIOD, type RaiseAlarm, type Watched } from './metrics.ts'
import type { Settings } from './settings.ts'

/** Refused requests within five minutes: more than a scanner that happens on the API's own address. */
const REFUSALS = 50
/** The share of the account's concurrency that is left for a crowd when the alarm is raised. */
const CONCURRENCY_LEFT = 0.2

/** The metrics that only the log of the http function has. */
export interface HttpMetrics {
  /** The time of a request in milliseconds, without streams of events, which wait. */
  readonly requestTime: (statistic: string) => Metric
  /** Requests that did not come through the distribution. */
  readonly refusals: Metric
}

/** All concurrent executions of the account in this region, of which the rest is left for crowds. */
export const claimedConcurrency = (): Metric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'ClaimedAccountConcurrency',
    period: PERIOD,
    statistic: 'Maximum',
  })

/** Creates the metrics of the http function's log. */
export function createHttpMetrics(stack: Stack, { functions }: Watched): HttpMetrics {
  const logGroup = functions.get('http')?.logGroup as ILogGroup
  const metric = (name: string, filterPattern: IFilterPattern, metricValue: string) => {
    const metricName = `${name}-${stack.stackName}`
    const of = { metricNamespace: NAMESPACE, metricName, logGroup, filterPattern, metricValue }
    new MetricFilter(stack, `${name}Lines`, of)
    return (statistic: string) =>
      new Metric({ namespace: NAMESPACE, metricName, period: PERIOD, statistic })
  }
  const requestTime = metric(
    'RequestMilliseconds',
    FilterPattern.all(
      FilterPattern.stringValue('$.msg', '=', 'request'),
      FilterPattern.stringValue('$.route', '!=', '/v1/events/stream'),
    ),
    '$.milliseconds',
  )
  const refusals = metric(
    'RefusedOutside',
    FilterPattern.stringValue('$.problem', '=', 'edge_required'),
    '1',
  )
  return { requestTime, refusals: refusals('Sum') }
}

/** Watches what callers of the API notice, and what keeps them from being answered. */
export function watchHttp(settings: Settings, metrics: HttpMetrics, alarm: RaiseAlarm): void {
  const { latencyMilliseconds, concurrencyLimit, requireEdge } = settings
  alarm(
    'SlowRequests',
    metrics.requestTime('p99'),
    `One request of a hundred takes longer than ${latencyMilliseconds} ms. See the log of the http function.`,
    { above: latencyMilliseconds, periods: 3 },
  )
  alarm(
    'Concurrency',
    claimedConcurrency(),
    `The account uses most of its ${concurrencyLimit} concurrent executions. Raise the quota before functions are throttled.`,
    { above: Math.floor(concurrencyLimit * (1 - CONCURRENCY_LEFT)) },
  )
  if (!requireEdge) return
  alarm(
    'RefusedOutside',
    metrics.refusals,
    'Requests do not come through the distribution: somebody calls the API directly, or the distribution sends a secret that the http function does not know.',
    { above: REFUSALS },
  )
}
