import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixedCredentials } from '../../src/adapters/aws/credentials.ts'
import { createDynamoDbStore } from '../../src/adapters/dynamodb/store.ts'
import { createEventBridgeClient } from '../../src/adapters/eventbridge/client.ts'
import { createKmsDataKeys } from '../../src/adapters/kms/kms-data-keys.ts'
import { createSecretReader } from '../../src/adapters/secrets-manager/read-secret.ts'
import { createMessageSender } from '../../src/adapters/sqs/sender.ts'
import { StoreUnavailable } from '../../src/kernel/ports/store.ts'
import { CREDENTIALS, REGION } from '../support/aws-server.ts'

let server: Server
let options: { region: string; endpoint: string; credentials: ReturnType<typeof fixedCredentials> }
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume()
    const headers = { 'x-amzn-requestid': 'A1B2C3', 'content-type': 'application/x-amz-json-1.0' }
    response.writeHead(400, headers)
    response.end(JSON.stringify({ __type: 'AccessDeniedException', message: 'not allowed' }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const credentials = fixedCredentials(CREDENTIALS)
  options = { region: REGION, endpoint: `http://127.0.0.1:${port}`, credentials }
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

/** The error that a call rejects with, after its client is closed. */
async function failureOf(call: Promise<unknown>, client: { close(): Promise<void> }) {
  const failure = await call.then(() => undefined).catch((error: unknown) => error)
  await client.close()
  return failure
}

const DENIED = 'AccessDeniedException: not allowed (request A1B2C3)'

test('an unavailable table is reported with the request id of DynamoDB', async () => {
  const store = createDynamoDbStore({ ...options, tableName: 'holdfast' })
  const failure = await failureOf(store.get({ PK: 'a', SK: 'b' }), store)
  expect(failure).toBeInstanceOf(StoreUnavailable)
  expect(failure).toMatchObject({
    message: expect.stringContaining('not allowed (request A1B2C3)'),
    cause: { code: 'AccessDeniedException', requestId: 'A1B2C3' },
  })
})

test('a rejected message is reported with the request id of SQS', async () => {
  const queueUrl = 'https://sqs.eu-central-1.amazonaws.com/123456789012/deliveries'
  const sender = createMessageSender({ ...options, queueUrl })
  expect(await failureOf(sender.send('{}', 0), sender)).toMatchObject({
    message: `SQS rejected a message: ${DENIED}`,
  })
})

test('a refused data key is reported with the request id of KMS', async () => {
  const keys = createKmsDataKeys({ ...options, keyId: 'alias/holdfast' })
  expect(await failureOf(keys.create({}), keys)).toMatchObject({
    message: `KMS refused GenerateDataKey: ${DENIED}`,
  })
})

test('an unreadable secret is reported with the request id of Secrets Manager', async () => {
  const reader = createSecretReader(options)
  expect(await failureOf(reader.read('server-key'), reader)).toMatchObject({
    message: `Secrets Manager could not read a secret: ${DENIED}`,
  })
})

test('rejected events are reported with the request id of EventBridge', async () => {
  const bus = createEventBridgeClient(options)
  expect(await bus.putEvents([])).toMatchObject({
    kind: 'rejected',
    rejection: { message: 'not allowed (request A1B2C3)' },
  })
  await bus.close()
})
