import { createSignedPost, errorAnswer, type SignedPostOptions } from '../aws/signed-post.ts'

/** Puts messages into one queue. */
export interface MessageSender {
  /** Puts a message into the queue, to be seen after so many seconds; rejects when SQS refuses it. */
  send(body: string, delaySeconds: number): Promise<void>
  close(): Promise<void>
}

/** How the queue is reached. */
export interface MessageSenderOptions extends Omit<SignedPostOptions, 'service' | 'contentType'> {
  readonly queueUrl: string
}

/** Seconds that SQS delays a message at most. */
export const LONGEST_DELAY_SECONDS = 900

const PROTOCOL = { service: 'sqs', contentType: 'application/x-amz-json-1.0' } as const

/** Opens a client that puts messages into a queue. One call, no retries. */
export function createMessageSender(options: MessageSenderOptions): MessageSender {
  const client = createSignedPost({ ...options, ...PROTOCOL })
  return {
    async send(MessageBody, delaySeconds) {
      const DelaySeconds = Math.min(Math.max(Math.ceil(delaySeconds), 0), LONGEST_DELAY_SECONDS)
      const body = JSON.stringify({ QueueUrl: options.queueUrl, MessageBody, DelaySeconds })
      const answer = await client.post('AmazonSQS.SendMessage', body)
      if (answer.status === 200) return
      const { code, message } = errorAnswer(answer)
      throw new Error(`SQS refused a message: ${code}: ${message}`)
    },
    close: () => client.close(),
  }
}
