import type { Stack } from 'aws-cdk-lib'
import { Dashboard, GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { claimedConcurrency, type HttpMetrics } from './http-alarms.ts'
import { iteratorAge, ofTable, type Watched } from './metrics.ts'
import type { Settings } from './settings.ts'

/** Creates the dashboard with all watched metrics. */
export function createDashboard(
  stack: Stack,
  { stage }: Settings,
  watched: Watched,
  http: HttpMetrics,
): void {
  const { api, functions, queues } = watched
  const graph = (title: string, left: IMetric[], right: IMetric[] = []) =>
    new GraphWidget({ title, left, right, width: 12 })
  const each = (metric: (fn: LambdaFunction) => IMetric) => [...functions.values()].map(metric)
  const stream = functions.get('stream')
  new Dashboard(stack, 'Dashboard', {
    dashboardName: `holdfast-${stage}`,
    widgets: [
      [
        graph(
          'Requests and errors',
          [api.metricCount()],
          [api.metricClientError(), api.metricServerError()],
        ),
        graph('Response time', [
          api.metricLatency({ statistic: 'p50' }),
          api.metricLatency({ statistic: 'p99' }),
        ]),
      ],
      [
        graph('Response time without event streams and cold starts', [
          http.requestTime('p50'),
          http.requestTime('p99'),
        ]),
        graph(
          'Concurrent executions, and requests around the distribution',
          [claimedConcurrency()],
          [http.refusals],
        ),
      ],
      [
        graph(
          'Function errors',
          each((fn) => fn.metricErrors()),
        ),
        graph(
          'Function throttles',
          each((fn) => fn.metricThrottles()),
        ),
      ],
      [
        graph(
          'Table capacity units',
          [ofTable(watched, 'ConsumedWriteCapacityUnits')],
          [ofTable(watched, 'ConsumedReadCapacityUnits')],
        ),
        graph(
          'Table conflicts and throttles',
          [ofTable(watched, 'TransactionConflict')],
          [ofTable(watched, 'WriteThrottleEvents'), ofTable(watched, 'ReadThrottleEvents')],
        ),
      ],
      [
        graph('Stream iterator age', stream ? [iteratorAge(stream)] : []),
        graph(
          'Queued messages and dead letters',
          queues.map(({ queue }) => queue.metricApproximateNumberOfMessagesVisible()),
          queues.map(({ deadLetters }) => deadLetters.metricApproximateNumberOfMessagesVisible()),
        ),
      ],
    ],
  })
}
