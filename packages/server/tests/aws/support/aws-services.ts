import { type AwsServer, startAwsServer } from '../../support/aws-server.ts'

/** A Secrets Manager that only reads secrets. `previous` are their values before the current ones. */
export const startSecretsManager = (
  secrets: Readonly<Record<string, string>>,
  previous: Readonly<Record<string, string>> = {},
): Promise<AwsServer> =>
  startAwsServer({
    service: 'secretsmanager',
    contentType: 'application/x-amz-json-1.1',
    operations: {
      'secretsmanager.GetSecretValue': ({
        SecretId,
        VersionStage = 'AWSCURRENT',
      }: {
        readonly SecretId: string
        readonly VersionStage?: string
      }) => {
        const SecretString = (VersionStage === 'AWSPREVIOUS' ? previous : secrets)[SecretId]
        return SecretString === undefined
          ? {
              status: 400,
              body: { __type: 'ResourceNotFoundException', message: 'no such secret' },
            }
          : { status: 200, body: { ARN: SecretId, SecretString } }
      },
    },
  })

/** A message sent to a queue. */
export interface SentMessage {
  readonly QueueUrl: string
  readonly MessageBody: string
  readonly DelaySeconds: number
}

/** Messages sent to a queue with one call. */
interface SentBatch {
  readonly QueueUrl: string
  readonly Entries: readonly { readonly Id: string; readonly MessageBody: string }[]
}

/** The operations of SQS that functions use: sending messages, and hiding messages until a retry. */
export async function startSqs(): Promise<
  AwsServer & { readonly sent: SentMessage[]; readonly hidden: { VisibilityTimeout: number }[] }
> {
  const sent: SentMessage[] = []
  const hidden: { VisibilityTimeout: number }[] = []
  const server = await startAwsServer({
    service: 'sqs',
    contentType: 'application/x-amz-json-1.0',
    operations: {
      'AmazonSQS.SendMessage': (message: SentMessage) => {
        sent.push(message)
        return { status: 200, body: { MessageId: 'm-1' } }
      },
      'AmazonSQS.SendMessageBatch': ({ QueueUrl, Entries }: SentBatch) => {
        for (const { MessageBody } of Entries) sent.push({ QueueUrl, MessageBody, DelaySeconds: 0 })
        return { status: 200, body: { Successful: Entries.map(({ Id }) => ({ Id })), Failed: [] } }
      },
      'AmazonSQS.ChangeMessageVisibility': (change: { VisibilityTimeout: number }) => {
        hidden.push(change)
        return { status: 200, body: {} }
      },
    },
  })
  return { ...server, sent, hidden }
}

let received = 0

/** A record of an SQS queue as Lambda writes it, including members that are not read. */
export function sqsRecord(body: string, receiveCount = 1) {
  received += 1
  return {
    messageId: `message-${received}`,
    receiptHandle: `receipt-${received}`,
    body,
    attributes: {
      ApproximateReceiveCount: String(receiveCount),
      SentTimestamp: '1776672000000',
      SenderId: 'AIDAEXAMPLE',
      ApproximateFirstReceiveTimestamp: '1776672000001',
    },
    messageAttributes: {},
    md5OfBody: '7b270e59b47ff90a553787216d55d91d',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:eu-central-1:123456789012:holdfast',
    awsRegion: 'eu-central-1',
  }
}
