import { afterEach, beforeEach, expect, test } from 'vitest'
import { fixedCredentials } from '../../src/adapters/aws/credentials.ts'
import { createSecretReader } from '../../src/adapters/secrets-manager/read-secret.ts'
import { type AwsServer, CREDENTIALS, errorAnswerOf, REGION } from '../support/aws-server.ts'
import { startSecretsManager } from './support/aws-services.ts'

let server: AwsServer
let reader: ReturnType<typeof createSecretReader>
beforeEach(async () => {
  server = await startSecretsManager({ 'arn:known': 'a secret text' })
  reader = createSecretReader({
    endpoint: server.endpoint,
    region: REGION,
    credentials: fixedCredentials(CREDENTIALS),
  })
})
afterEach(async () => {
  await reader.close()
  await server.stop()
})

test('a secret is read by its ARN with a signed request', async () => {
  expect(await reader.read('arn:known')).toBe('a secret text')
  expect(server.requests).toEqual([{ SecretId: 'arn:known' }])
})

test('the error for a missing or forbidden secret contains the reason', async () => {
  await expect(reader.read('arn:other')).rejects.toThrow(
    'Secrets Manager could not read a secret: ResourceNotFoundException: no such secret',
  )
  server.inject(errorAnswerOf(400, 'AccessDeniedException', 'not allowed'))
  await expect(reader.read('arn:known')).rejects.toThrow('AccessDeniedException: not allowed')
})

test('the previous value of a secret is read, and is undefined if it was never changed', async () => {
  const rotated = await startSecretsManager({ 'arn:known': 'new' }, { 'arn:known': 'old' })
  const ofRotated = createSecretReader({
    endpoint: rotated.endpoint,
    region: REGION,
    credentials: fixedCredentials(CREDENTIALS),
  })
  expect([await ofRotated.read('arn:known'), await ofRotated.readPrevious('arn:known')]).toEqual([
    'new',
    'old',
  ])
  expect(await reader.readPrevious('arn:known')).toBeUndefined()
  server.inject(errorAnswerOf(400, 'AccessDeniedException', 'not allowed'))
  await expect(reader.readPrevious('arn:known')).rejects.toThrow('AccessDeniedException')
  await ofRotated.close()
  await rotated.stop()
})

test('a request signed with a wrong key is rejected', async () => {
  const stranger = createSecretReader({
    endpoint: server.endpoint,
    region: REGION,
    credentials: fixedCredentials({ ...CREDENTIALS, secretAccessKey: 'wrong' }),
  })
  await expect(stranger.read('arn:known')).rejects.toThrow('InvalidSignatureException')
  await stranger.close()
})

test('a binary secret is rejected', async () => {
  server.inject({ kind: 'answer', status: 200, body: JSON.stringify({ SecretBinary: 'AA==' }) })
  await expect(reader.read('arn:known')).rejects.toThrow('the secret arn:known has no text')
})
