import { expect, test } from 'vitest'
import type { SqsBatch } from './event.ts'
import { createMixedHandler, createWakeUpHandler, wakeUpText } from './wake-ups.ts'

const batchOf = (...bodies: readonly string[]): SqsBatch => ({
  Records: bodies.map((body, index) => ({
    messageId: `m-${index}`,
    receiptHandle: `r-${index}`,
    body,
    attributes: { ApproximateReceiveCount: '1' },
    eventSourceARN: 'arn:aws:sqs:eu-central-1:123456789012:mails',
  })),
})

test('wake-ups and events of one batch reach their own handlers, and only failed ones stay in the queue', async () => {
  const keys: unknown[] = []
  const events: string[] = []
  const handle = createMixedHandler(
    createWakeUpHandler({
      async run(key) {
        if (key.SK === 'fails') throw new Error('the store is down')
        keys.push(key)
      },
      onFailure: () => {},
    }),
    async ({ Records }) => {
      events.push(...Records.map(({ body }) => body))
      return {
        batchItemFailures: Records.slice(1).map((each) => ({ itemIdentifier: each.messageId })),
      }
    },
  )
  const done = { PK: 'QUEUE#mails#3', SK: '1776672000000#evn_1' }
  const batch = batchOf(
    wakeUpText(done),
    '{"detail":{"type":"booking.confirmed"}}',
    wakeUpText({ PK: 'QUEUE#mails#3', SK: 'fails' }),
    'no JSON',
  )
  expect(await handle(batch)).toEqual({
    batchItemFailures: [{ itemIdentifier: 'm-2' }, { itemIdentifier: 'm-3' }],
  })
  expect(keys).toEqual([done])
  expect(events).toEqual(['{"detail":{"type":"booking.confirmed"}}', 'no JSON'])
})
