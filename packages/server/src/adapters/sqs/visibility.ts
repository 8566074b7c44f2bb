import { createSignedPost, errorAnswer, type SignedPostOptions } from '../aws/signed-post.ts'
import type { SqsRecord } from './event.ts'

/** Sets when messages that are to be tried again become visible again. */
export interface MessageVisibility {
  /**
   * Hides a message for so many seconds from now on, at most 12 hours, as SQS allows. Rejects when
   * that fails; the message then comes again after its queue's own visibility timeout.
   */
  hideFor(record: SqsRecord, seconds: number): Promise<void>
  close(): Promise<void>
}

/** How SQS is reached. */
export type MessageVisibilityOptions = Omit<SignedPostOptions, 'service' | 'contentType'>

/** SQS's endpoint in a region of AWS. */
export const sqsEndpoint = (region: string): string =>
  `https://sqs.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

const PROTOCOL = { service: 'sqs', contentType: 'application/x-amz-json-1.0' } as const
const LONGEST_SECONDS = 12 * 60 * 60

/** Opens a client for the one operation of SQS that is needed. */
export function createMessageVisibility(options: MessageVisibilityOptions): MessageVisibility {
  const { endpoint } = options
  const client = createSignedPost({ ...options, ...PROTOCOL })
  return {
    async hideFor({ eventSourceARN, receiptHandle }, seconds) {
      const [, , , , account, queue] = eventSourceARN.split(':')
      const origin = typeof endpoint === 'function' ? endpoint() : endpoint
      const body = JSON.stringify({
        QueueUrl: `${origin}/${account}/${queue}`,
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: Math.min(Math.max(Math.ceil(seconds), 0), LONGEST_SECONDS),
      })
      const answer = await client.post('AmazonSQS.ChangeMessageVisibility', body)
      if (answer.status === 200) return
      const { code, message } = errorAnswer(answer)
      throw new Error(`SQS refused to hide a message: ${code}: ${message}`)
    },
    close: () => client.close(),
  }
}
