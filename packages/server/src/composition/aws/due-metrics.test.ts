import { expect, test } from 'vitest'
import { oldestDueLine } from './due-metrics.ts'

test('the line of the timer has a metric for each queue in the embedded metric format', () => {
  const ages = new Map([
    ['due_actions', 12.5],
    ['outbox', 3],
  ])
  const line = oldestDueLine(
    { AWS_LAMBDA_FUNCTION_NAME: 'holdfast-timer' },
    ages,
    1_776_672_000_000,
  )
  const { _aws, FunctionName, ...values } = line as Record<string, unknown>
  // The stacks have an alarm for each of these names. The stream's own metric tells how old unpublished events are.
  expect(values).toEqual({
    OldestDue_due_actions: 12.5,
    OldestDue_connections: 0,
    OldestDue_payments: 0,
    OldestDue_waitlists: 0,
    OldestDue_holds: 0,
    OldestDue_mails: 0,
    OldestDue_webhooks: 0,
    OldestDue_deliveries: 0,
    OldestDue_contacts: 0,
    OldestDue_schedule: 0,
    OldestDue_mirrors: 0,
  })
  expect(FunctionName).toBe('holdfast-timer')
  expect(_aws).toEqual({
    Timestamp: 1_776_672_000_000,
    CloudWatchMetrics: [
      {
        Namespace: 'Holdfast',
        Dimensions: [['FunctionName']],
        Metrics: Object.keys(values).map((Name) => ({ Name, Unit: 'Seconds' })),
      },
    ],
  })
})
