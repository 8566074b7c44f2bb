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
  expect(line).toMatchObject({
    _aws: {
      Timestamp: 1_776_672_000_000,
      CloudWatchMetrics: [
        {
          Namespace: 'Holdfast',
          Dimensions: [['FunctionName']],
          Metrics: expect.arrayContaining([{ Name: 'OldestDue_due_actions', Unit: 'Seconds' }]),
        },
      ],
    },
    FunctionName: 'holdfast-timer',
    OldestDue_due_actions: 12.5,
    OldestDue_connections: 0,
    OldestDue_payments: 0,
    OldestDue_waitlists: 0,
    OldestDue_holds: 0,
    OldestDue_mails: 0,
  })
  // The stream's own metric tells how old unpublished events are.
  expect(line).not.toHaveProperty('OldestDue_outbox')
})
