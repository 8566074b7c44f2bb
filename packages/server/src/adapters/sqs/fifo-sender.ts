import { createHash } from 'node:crypto'
import { createSignedPost, errorResponse } from '../aws/signed-post.ts'
import type { MessageSenderOptions } from './sender.ts'

/** Sends messages to one FIFO queue. */
export interface FifoSender {
  /**
   * Sends a message behind the others of its group. A message with the same body within five minutes is not sent
   * again. Rejects if SQS rejects it.
   */
  send(body: string, groupId: string): Promise<void>
  close(): Promise<void>
}

const PROTOCOL = { service: 'sqs', contentType: 'application/x-amz-json-1.0' } as const

/** Opens a client that sends messages to a FIFO queue, without retries. */
export function createFifoSender(options: MessageSenderOptions): FifoSender {
  const client = createSignedPost({ ...options, ...PROTOCOL })
  return {
    async send(MessageBody, MessageGroupId) {
      const MessageDeduplicationId = createHash('sha256').update(MessageBody).digest('hex')
      const message = { MessageBody, MessageGroupId, MessageDeduplicationId }
      const body = JSON.stringify({ QueueUrl: options.queueUrl, ...message })
      const answer = await client.post('AmazonSQS.SendMessage', body)
      if (answer.status === 200) return
      const { code, message: text } = errorResponse(answer)
      throw new Error(`SQS rejected a message: ${code}: ${text}`)
    },
    close: () => client.close(),
  }
}
