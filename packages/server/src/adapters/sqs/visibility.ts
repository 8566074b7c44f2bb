import { awsEndpoint } from '../aws/endpoints.ts'
import { createSignedPost, errorResponse, type SignedPostOptions } from '../aws/signed-post.ts'
import type { SqsRecord } from './event.ts'

/** Sets when messages become visible again for a retry. */
export interface MessageVisibility {
  /**
   * Hides a message for a number of seconds, at most 12 hours (SQS's limit). Rejects on failure; the
   * message then becomes visible after the visibility timeout of its queue.
   */
  hideFor(record: SqsRecord, seconds: number): Promise<void>
  close(): Promise<void>
}

/** How to connect to SQS. */
export type MessageVisibilityOptions = Omit<SignedPostOptions, 'service' | 'contentType'>

/** SQS's endpoint in a region of AWS. */
export const sqsEndpoint = (region: string): string => awsEndpoint('sqs', region)

const PROTOCOL = { service: 'sqs', contentType: 'application/x-amz-json-1.0' } as const
const LONGEST_SECONDS = 12 * 60 * 60

/** Opens a client for the visibility of messages. */
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
      const { code, message } = errorResponse(answer)
      throw new Error(`SQS did not hide a message: ${code}: ${message}`)
    },
    close: () => client.close(),
  }
}
