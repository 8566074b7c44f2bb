import { oldestDueMetric, WATCHED_QUEUES } from '@holdfast/server/due-metrics'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { RaiseAlarm } from './alarms.ts'
import { PERIOD, type Watched } from './metrics.ts'

/** Work that is due is done within a minute or two. This long, in seconds, means that it stands still. */
const LATE_SECONDS = 600

/** What each queue holds, for the descriptions of alarms. */
const WORK: Readonly<Record<string, string>> = {
  due_actions: 'Reminders and completions',
  connections: 'Reads of connected calendars',
  payments: 'Payments',
  waitlists: 'Wait lists',
  holds: 'Lapsed holds',
}

/** Creates an alarm for the age of the oldest due work of each kind. */
export function watchDueWork({ functions }: Watched, alarm: RaiseAlarm): void {
  const timer = functions.get('timer')
  if (timer === undefined) return
  for (const queue of WATCHED_QUEUES) {
    alarm(
      `${queue.replace('due_', '')}Overdue`,
      new Metric({
        namespace: 'Holdfast',
        metricName: oldestDueMetric(queue),
        dimensionsMap: { FunctionName: timer.functionName },
        period: PERIOD,
        statistic: 'Maximum',
      }),
      `${WORK[queue] ?? `Tasks of ${queue} in the table`} have been due for more than ten minutes. See the logs of the functions due and timer.`,
      { above: LATE_SECONDS, periods: 2 },
    )
  }
}
