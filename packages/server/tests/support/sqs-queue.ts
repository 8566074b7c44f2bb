import { randomUUID } from 'node:crypto'
import type { PutEventsEntry } from '../../src/adapters/eventbridge/entries.ts'
import type { SqsBatch, SqsBatchResponse } from '../../src/adapters/sqs/event.ts'
import { type AwsServer, REGION, startAwsServer } from './aws-server.ts'

const ACCOUNT = '123456789012'

/** The message that an EventBridge rule sends to a queue for an entry. */
export const envelopeOf = (entry: PutEventsEntry): string =>
  JSON.stringify({
    version: '0',
    id: randomUUID(),
    'detail-type': entry.DetailType,
    source: entry.Source,
    account: ACCOUNT,
    time: `${new Date(entry.Time * 1000).toISOString().slice(0, 19)}Z`,
    region: REGION,
    resources: [],
    detail: JSON.parse(entry.Detail) as unknown,
  })

interface Message {
  readonly messageId: string
  readonly body: string
  receiveCount: number
  receiptHandle: string
  visibleAtSeconds: number
}

/** The function behind a queue. */
export type SqsHandler = (batch: SqsBatch) => Promise<SqsBatchResponse>

/** A standard queue with a function behind it, like SQS and Lambda, on its own clock. */
export interface SqsQueue extends Pick<AwsServer, 'endpoint' | 'inject' | 'stop'> {
  put(...bodies: readonly string[]): void
  /** Receives at most ten visible messages and passes them to the function; resolves with their number. */
  poll(handler: SqsHandler): Promise<number>
  /** Advances the clock. */
  pass(seconds: number): void
  /** The bodies of all messages in the queue, visible or not. */
  bodies(): readonly string[]
  /** Seconds until each message in the queue is visible. */
  hiddenSeconds(): readonly number[]
  /** The bodies of messages that the redrive policy removed. */
  readonly deadLetterQueue: readonly string[]
}

/** Settings of a queue. */
export interface SqsQueueOptions {
  readonly name?: string
  readonly visibilityTimeoutSeconds?: number
  readonly maxReceiveCount?: number
}

interface ChangeVisibility {
  readonly QueueUrl: string
  readonly ReceiptHandle: string
  readonly VisibilityTimeout: number
}

const refused = (type: string) => ({
  status: 400,
  body: { __type: `com.amazonaws.sqs#${type}`, message: 'refused' },
})

/** Starts a queue whose API is on a free port of the loopback interface. */
export async function startSqsQueue(options: SqsQueueOptions = {}): Promise<SqsQueue> {
  const { name = 'contacts', visibilityTimeoutSeconds = 180, maxReceiveCount = 20 } = options
  const deadLetterQueue: string[] = []
  let messages: Message[] = []
  let nowSeconds = 0

  const changeVisibility = ({ QueueUrl, ReceiptHandle, VisibilityTimeout }: ChangeVisibility) => {
    if (QueueUrl !== `${server.endpoint}/${ACCOUNT}/${name}`) return refused('QueueDoesNotExist')
    if (!(VisibilityTimeout >= 0 && VisibilityTimeout <= 43_200)) {
      return refused('InvalidParameterValue')
    }
    const message = messages.find(({ receiptHandle }) => receiptHandle === ReceiptHandle)
    if (message === undefined) return refused('ReceiptHandleIsInvalid')
    message.visibleAtSeconds = nowSeconds + VisibilityTimeout
    return { status: 200, body: {} }
  }

  const server = await startAwsServer({
    service: 'sqs',
    contentType: 'application/x-amz-json-1.0',
    operations: { 'AmazonSQS.ChangeMessageVisibility': changeVisibility },
  })

  const receive = (): readonly Message[] => {
    const visible = messages.filter(({ visibleAtSeconds }) => visibleAtSeconds <= nowSeconds)
    const given: Message[] = []
    for (const message of visible) {
      if (message.receiveCount >= maxReceiveCount) {
        deadLetterQueue.push(message.body)
        messages = messages.filter((other) => other !== message)
      } else if (given.length < 10) given.push(message)
    }
    for (const message of given) {
      message.receiveCount += 1
      message.receiptHandle = randomUUID()
      message.visibleAtSeconds = nowSeconds + visibilityTimeoutSeconds
    }
    return given
  }

  /** A record as Lambda writes it, including members that are not read. */
  const recordOf = (message: Message) => ({
    messageId: message.messageId,
    receiptHandle: message.receiptHandle,
    body: message.body,
    attributes: {
      ApproximateReceiveCount: String(message.receiveCount),
      SentTimestamp: '1776672000000',
      SenderId: 'AIDAEXAMPLE',
      ApproximateFirstReceiveTimestamp: '1776672000001',
    },
    messageAttributes: {},
    md5OfBody: '7b270e59b47ff90a553787216d55d91d',
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`,
    awsRegion: REGION,
  })

  return {
    endpoint: server.endpoint,
    inject: server.inject,
    stop: server.stop,
    deadLetterQueue,
    put(...bodies) {
      for (const body of bodies) {
        const messageId = randomUUID()
        messages.push({ messageId, body, receiveCount: 0, receiptHandle: '', visibleAtSeconds: 0 })
      }
    },
    async poll(handler) {
      const given = receive()
      if (given.length === 0) return 0
      const { batchItemFailures } = await handler({ Records: given.map(recordOf) })
      const kept = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
      messages = messages.filter(
        (message) => !given.includes(message) || kept.has(message.messageId),
      )
      return given.length
    },
    pass(seconds) {
      nowSeconds += seconds
    },
    bodies: () => messages.map(({ body }) => body),
    hiddenSeconds: () => messages.map(({ visibleAtSeconds }) => visibleAtSeconds - nowSeconds),
  }
}
