import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { NAMESPACE, PERIOD, type RaiseAlarm, type Watched } from './metrics.ts'

/** Work that is due is done within a minute or two. This long, in seconds, means that it stands still. */
const LATE_SECONDS = 600

/** The queues by due time, as the timer names them in its metrics, with what they hold. */
const QUEUES: Readonly<Record<string, string>> = {
  due_actions: 'Reminders and completions',
  connections: 'Reads of connected calendars',
  payments: 'Payments',
  waitlists: 'Wait lists',
  holds: 'Lapsed holds',
  mails: 'Emails in the table',
  webhooks: 'Events for webhooks in the table',
  deliveries: 'Webhook deliveries',
  contacts: 'Events for contacts in the table',
  schedule: 'Checks of bookings',
  mirrors: 'Bookings for vendor calendars in the table',
}

/** Creates an alarm for the age of the oldest due work of each kind. */
export function watchDueWork({ functions }: Watched, alarm: RaiseAlarm): void {
  const timer = functions.get('timer')
  if (timer === undefined) return
  for (const [queue, work] of Object.entries(QUEUES)) {
    alarm(
      `${queue.replace('due_', '')}Overdue`,
      new Metric({
        namespace: NAMESPACE,
        metricName: `OldestDue_${queue}`,
        dimensionsMap: { FunctionName: timer.functionName },
        period: PERIOD,
        statistic: 'Maximum',
      }),
      `${work} have been due for more than ten minutes. See the logs of the functions due and timer.`,
      { above: LATE_SECONDS, periods: 2 },
    )
  }
}
