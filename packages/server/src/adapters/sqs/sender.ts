import { createSignedPost, errorResponse, type SignedPostOptions } from '../aws/signed-post.ts'

/** One of several messages that are sent together. */
export interface BatchedMessage {
  readonly body: string
  /** SQS serves groups with short handling first, so that a slow group delays no other (fair queues). */
  readonly groupId: string
}

/** How many messages one call can send. */
export const MESSAGES_PER_CALL = 10

/** Sends messages to one queue. */
export interface MessageSender {
  /** Sends a message that becomes visible after the delay. Rejects if SQS rejects it. */
  send(body: string, delaySeconds: number): Promise<void>
  /** Sends at most ten messages at once. Rejects if SQS rejects any of them; the others are sent then. */
  sendAll(messages: readonly BatchedMessage[]): Promise<void>
  close(): Promise<void>
}

/** How messages are sent. */
export interface MessageSenderOptions extends Omit<SignedPostOptions, 'service' | 'contentType'> {
  readonly queueUrl: string
}

/** The longest delay that SQS allows. */
export const LONGEST_DELAY_SECONDS = 900

const PROTOCOL = { service: 'sqs', contentType: 'application/x-amz-json-1.0' } as const

/** The members of the answer to a batch that are read. */
interface BatchAnswer {
  readonly Failed?: readonly { readonly Code: string; readonly Message?: string }[]
}

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
    async sendAll(messages) {
      const Entries = messages.map(({ body, groupId }, index) => ({
        Id: String(index),
        MessageBody: body,
        MessageGroupId: groupId,
      }))
      const body = JSON.stringify({ QueueUrl: options.queueUrl, Entries })
      const answer = await client.post('AmazonSQS.SendMessageBatch', body)
      if (answer.status !== 200) {
        const { code, message } = errorResponse(answer)
        throw new Error(`SQS rejected messages: ${code}: ${message}`)
      }
      const [failed] = (JSON.parse(answer.text) as BatchAnswer).Failed ?? []
      if (failed) throw new Error(`SQS rejected a message: ${failed.Code}: ${failed.Message}`)
    },
    close: () => client.close(),
  }
}
