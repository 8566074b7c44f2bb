import { Readable } from 'node:stream'
import * as sdk from '@aws-sdk/client-dynamodb'
import { Pool } from 'undici'
import type { Transport } from '../../packages/server/src/adapters/dynamodb/transport.ts'

/** The configurations of the AWS SDK that are compared with the server's own client. */
export type SdkVariant = 'default' | 'undici' | 'undici, less middleware'

/** Middleware that the server does not need: logging, the user agent and Lambda's loop detection. */
const UNUSED = ['loggerMiddleware', 'getUserAgentMiddleware', 'recursionDetectionMiddleware']

interface SdkRequest {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

function undiciHandler(endpoint: string, connections: number) {
  const pool = new Pool(endpoint, { connections })
  return {
    async handle({ method, path, headers, body }: SdkRequest) {
      const answer = await pool.request({ method: method as 'POST', path, headers, body })
      const bytes = new Uint8Array(await answer.body.arrayBuffer())
      return {
        response: {
          statusCode: answer.statusCode,
          headers: answer.headers as Record<string, string>,
          body: Readable.from([bytes]),
        },
      }
    },
    destroy: () => void pool.destroy(),
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
  }
}

/** A transport on the AWS SDK. It supports only the bench's requests, without bytes and failures. */
export function createSdkTransport(
  endpoint: string,
  variant: SdkVariant,
  connections: number,
): Transport {
  const client = new sdk.DynamoDBClient({
    endpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
    ...(variant !== 'default' && {
      requestHandler: undiciHandler(endpoint, connections) as unknown as NonNullable<
        sdk.DynamoDBClientConfig['requestHandler']
      >,
    }),
  })
  if (variant === 'undici, less middleware') {
    for (const name of UNUSED) {
      if (!client.middlewareStack.remove(name)) throw new Error(`the SDK has no ${name}`)
    }
  }
  const commands: Readonly<Record<string, new (input: never) => unknown>> = {
    GetItem: sdk.GetItemCommand,
    Query: sdk.QueryCommand,
    TransactWriteItems: sdk.TransactWriteItemsCommand,
  }
  return {
    async send(operation, input) {
      const Command = commands[operation]
      if (Command === undefined) throw new Error(`the bench does not send ${operation}`)
      return (await client.send(new Command(input as never) as sdk.GetItemCommand)) as never
    },
    async close() {
      client.destroy()
    },
  }
}
