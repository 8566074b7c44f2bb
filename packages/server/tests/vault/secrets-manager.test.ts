import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixedCredentials } from '../../src/adapters/aws/credentials.ts'
import { createSecretsManagerVault } from '../../src/adapters/secrets-manager/secrets-manager-vault.ts'
import type { Credential } from '../../src/external-calendars/ports/credential-vault.ts'
import { CREDENTIALS, errorAnswerOf, REGION } from '../support/aws-server.ts'
import {
  type SecretsManagerServer,
  startSecretsManager,
} from '../support/secrets-manager-server.ts'

const CREDENTIAL: Credential = {
  kind: 'oauth',
  accessToken: 'access',
  refreshToken: 'refresh',
  accessExpiresAtEpochSeconds: 1_776_672_000,
  scope: 'calendar',
}

let server: SecretsManagerServer
let vault: ReturnType<typeof createSecretsManagerVault>
beforeAll(async () => {
  server = await startSecretsManager()
  vault = createSecretsManagerVault({
    region: REGION,
    endpoint: server.endpoint,
    credentials: fixedCredentials(CREDENTIALS),
    prefix: 'holdfast/credentials/',
    retry: { baseMs: 1, capMs: 1 },
  })
})
afterAll(async () => {
  await vault.close()
  await server.stop()
})

test('a secret is stored under the prefix, read by its reference, and deleted for good', async () => {
  const reference = await vault.put(CREDENTIAL)
  expect([...server.secrets.keys()]).toEqual([`holdfast/credentials/${reference}`])
  expect(await vault.get(reference)).toEqual(CREDENTIAL)
  await vault.remove(reference)
  expect(server.secrets.size).toBe(0)
  expect(await vault.get(reference)).toBeUndefined()
  await vault.remove(reference)
})

describe('a call that is throttled or gets no answer is repeated', () => {
  test('and stores one secret', async () => {
    server.inject({ kind: 'drop-answer' }, errorAnswerOf(400, 'ThrottlingException'))
    const reference = await vault.put(CREDENTIAL)
    expect(server.secrets.size).toBe(1)
    server.inject(errorAnswerOf(500, 'InternalServiceError'), { kind: 'drop-before' })
    expect(await vault.get(reference)).toEqual(CREDENTIAL)
    server.inject({ kind: 'drop-answer' })
    await vault.remove(reference)
    expect(server.secrets.size).toBe(0)
  })
})

test('a permanent error is thrown with its code and without the secret', async () => {
  const failure = (work: Promise<unknown>) => work.then(() => undefined).catch((error) => error)
  server.inject(errorAnswerOf(400, 'AccessDeniedException', 'not allowed'))
  const refused = await failure(vault.put(CREDENTIAL))
  expect(refused).toMatchObject({ name: 'SecretsManagerFailed', code: 'AccessDeniedException' })
  expect(String(refused)).not.toContain('refresh')
  server.inject(errorAnswerOf(400, 'DecryptionFailure'))
  expect(await failure(vault.get('some'))).toMatchObject({ code: 'DecryptionFailure' })
})
