import type { Stack } from 'aws-cdk-lib'
import { Dashboard, GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { iteratorAge, ofTable, type Watched } from './metrics.ts'
import type { Settings } from './settings.ts'

/** Makes the one page that shows everything that is watched. */
export function createDashboard(stack: Stack, { stage }: Settings, watched: Watched): void {
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
          'Requests, and their errors',
          [api.metricCount()],
          [api.metricClientError(), api.metricServerError()],
        ),
        graph('Time of an answer', [
          api.metricLatency({ statistic: 'p50' }),
          api.metricLatency({ statistic: 'p99' }),
        ]),
      ],
      [
        graph(
          'Errors of functions',
          each((fn) => fn.metricErrors()),
        ),
        graph(
          'Throttled calls of functions',
          each((fn) => fn.metricThrottles()),
        ),
      ],
      [
        graph(
          'Units of the table',
          [ofTable(watched, 'ConsumedWriteCapacityUnits')],
          [ofTable(watched, 'ConsumedReadCapacityUnits')],
        ),
        graph(
          'Conflicts and throttling of the table',
          [ofTable(watched, 'TransactionConflict')],
          [ofTable(watched, 'WriteThrottleEvents'), ofTable(watched, 'ReadThrottleEvents')],
        ),
      ],
      [
        graph('Age of the stream', stream ? [iteratorAge(stream)] : []),
        graph(
          'Messages waiting, and dead',
          queues.map(({ queue }) => queue.metricApproximateNumberOfMessagesVisible()),
          queues.map(({ deadLetters }) => deadLetters.metricApproximateNumberOfMessagesVisible()),
        ),
      ],
    ],
  })
}
