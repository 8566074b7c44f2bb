import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SqsRecord } from '../../src/adapters/sqs/event.ts'
import { createFifoSender, type FifoSender } from '../../src/adapters/sqs/fifo-sender.ts'
import { createForwardedHandler, forwardedText } from '../../src/adapters/sqs/forwarded-events.ts'
import type { OutboxPlace } from '../../src/delivery/events/event-log.ts'
import { type AwsServer, CREDENTIALS, REGION, startAwsServer } from '../support/aws-server.ts'

const QUEUE_URL = 'https://sqs.eu-central-1.amazonaws.com/123456789012/log.fifo'
const FORWARDED = {
  accountId: 'acc_1',
  events: [
    { resourceId: 'bkg_1', eventId: 'evn_1' },
    { resourceId: 'bkg_2', eventId: 'evn_2' },
  ],
}

const sent: Readonly<Record<string, unknown>>[] = []
let server: AwsServer
let sender: FifoSender
beforeAll(async () => {
  server = await startAwsServer({
    service: 'sqs',
    contentType: 'application/x-amz-json-1.0',
    operations: {
      'AmazonSQS.SendMessage': (message: Readonly<Record<string, unknown>>) => {
        sent.push(message)
        return { status: 200, body: { MessageId: 'm-1' } }
      },
    },
  })
  sender = createFifoSender({
    region: REGION,
    credentials: async () => CREDENTIALS,
    endpoint: server.endpoint,
    queueUrl: QUEUE_URL,
  })
})
afterAll(async () => {
  await sender.close()
  await server.stop()
})

const recordOf = (messageId: string, body: string, receives = 1): SqsRecord => ({
  messageId,
  receiptHandle: messageId,
  body,
  attributes: { ApproximateReceiveCount: String(receives) },
  eventSourceARN: `arn:aws:sqs:${REGION}:123456789012:log.fifo`,
})

/** A handler whose publications are recorded; events of `failing` fail. */
function openHandler(failing: ReadonlySet<string> = new Set()) {
  const published: (readonly OutboxPlace[])[] = []
  const hidden: (readonly [messageId: string, seconds: number])[] = []
  const handler = createForwardedHandler({
    publish: async (places) => {
      published.push(places)
      if (places.some(({ eventId }) => eventId === 'evn_down')) throw new Error('no store')
      const failed = places.filter(({ eventId }) => failing.has(eventId))
      return { errors: new Map(failed.map(({ eventId }) => [eventId, 'too large'])) }
    },
    visibility: {
      hideFor: async ({ messageId }, seconds) => void hidden.push([messageId, seconds]),
    },
    onFailure: () => {},
  })
  return { handler, published, hidden }
}

const messageOf = (accountId: string, ...eventIds: readonly string[]) =>
  forwardedText({
    accountId,
    events: eventIds.map((eventId) => ({ resourceId: 'bkg_1', eventId })),
  })
const failedIds = (...ids: readonly string[]) => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
})

test('the messages of an account are a group, and one that is sent twice is there once', async () => {
  const body = forwardedText(FORWARDED)
  await sender.send(body, FORWARDED.accountId)
  await sender.send(body, FORWARDED.accountId)
  await sender.send(messageOf('acc_1', 'evn_3'), 'acc_1')
  expect(sent).toMatchObject([
    { QueueUrl: QUEUE_URL, MessageBody: body, MessageGroupId: 'acc_1' },
    { MessageGroupId: 'acc_1' },
    { MessageGroupId: 'acc_1' },
  ])
  const ids = sent.map(({ MessageDeduplicationId }) => MessageDeduplicationId)
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
  // A FIFO queue refuses a delay.
  expect(sent.some((message) => 'DelaySeconds' in message)).toBe(false)
})

test('the messages of an account in a batch are published together, in their order', async () => {
  const { handler, published } = openHandler()
  const Records = [
    recordOf('m1', messageOf('acc_1', 'evn_1', 'evn_2')),
    recordOf('m2', messageOf('acc_2', 'evn_3')),
    recordOf('m3', messageOf('acc_1', 'evn_4')),
  ]
  expect(await handler({ Records })).toEqual(failedIds())
  expect(published.map((places) => places.map(({ eventId }) => eventId))).toEqual([
    ['evn_1', 'evn_2', 'evn_4'],
    ['evn_3'],
  ])
})

test('an event that fails keeps its message, with growing pauses, and no message of another account', async () => {
  const { handler, hidden } = openHandler(new Set(['evn_large']))
  const Records = [
    recordOf('m1', messageOf('acc_1', 'evn_1')),
    recordOf('m2', messageOf('acc_1', 'evn_large'), 3),
    recordOf('m3', messageOf('acc_2', 'evn_2')),
    recordOf('m4', messageOf('acc_3', 'evn_down'), 9),
    recordOf('m5', '{"accountId":"acc_4","events":[["bkg_1"]]}'),
  ]
  expect(await handler({ Records })).toEqual(failedIds('m2', 'm4', 'm5'))
  expect(hidden).toEqual([
    ['m2', 4],
    ['m4', 60],
  ])
})
