import { createSignedPost, errorResponse, type SignedPostOptions } from '../aws/signed-post.ts'

/** Sends messages to one queue. */
export interface MessageSender {
  /** Sends a message that becomes visible after the delay. Rejects if SQS rejects it. */
  send(body: string, delaySeconds: number): Promise<void>
  close(): Promise<void>
}

/** How messages are sent. */
export interface MessageSenderOptions extends Omit<SignedPostOptions, 'service' | 'contentType'> {
  readonly queueUrl: string
}

/** The longest delay that SQS allows. */
export const LONGEST_DELAY_SECONDS = 900

const PROTOCOL = { service: 'sqs', contentType: 'application/x-amz-json-1.0' } as const

/** Opens a client that sends messages to a queue, without retries. */
export function createMessageSender(options: MessageSenderOptions): MessageSender {
  const client = createSignedPost({ ...options, ...PROTOCOL })
  return {
    async send(MessageBody, delaySeconds) {
      const DelaySeconds = Math.min(Math.max(Math.ceil(delaySeconds), 0), LONGEST_DELAY_SECONDS)
      const body = JSON.stringify({ QueueUrl: options.queueUrl, MessageBody, DelaySeconds })
      const answer = await client.post('AmazonSQS.SendMessage', body)
      if (answer.status === 200) return
      const { code, message } = errorResponse(answer)
      throw new Error(`SQS rejected a message: ${code}: ${message}`)
    },
    close: () => client.close(),
  }
}
