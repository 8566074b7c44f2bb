import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { secondsOf, unwrap, WORKING_HOURS } from '../../tests/support/booking-world.ts'
import { testDependencies } from '../../tests/support/dependencies.ts'
import { createSqliteStore } from '../adapters/sqlite/sqlite-store.ts'
import { vaultKeysFile, vaultKeysInFile } from '../adapters/vault/keys.ts'
import { openPrivateAnswers } from '../booking/answers/private-answers.ts'
import { getBooking } from '../booking/bookings/change-booking.ts'
import { createBooking } from '../booking/bookings/create-booking.ts'
import { createEventType } from '../booking/event-types/event-types.ts'
import { createProvider } from '../booking/provider-changes/save-provider.ts'
import { createEndpoint, getEndpoint } from '../delivery/webhooks/endpoints.ts'
import { openSecrets } from '../delivery/webhooks/signing-secrets.ts'
import { transact } from '../kernel/transaction.ts'
import {
  paymentConnectionEntity,
  paymentConnectionId,
  readPaymentConnection,
} from '../payments/connection/payment-connection.ts'
import { readConfig } from './config.ts'
import { runDoctor } from './doctor.ts'
import { sqliteFile } from './open-store.ts'
import { openSecretBox } from './open-vault.ts'
import { runVault } from './vault.ts'

const caller = {
  accountId: 'acc_1',
  requestId: 'test',
  role: 'account',
  actor: { kind: 'system' },
} as const

let folder = ''
const reports: string[] = []
const output = {
  report: (text: string) => void reports.push(text),
  notice: (text: string) => void reports.push(text),
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-vault-'))
  reports.length = 0
})
afterEach(() => rm(folder, { recursive: true }))

test('a rotation encrypts the secrets of webhooks anew, and removes only keys that none of them needs', async () => {
  const settings = { HOLDFAST_DATA_DIR: folder }
  const secretBox = openSecretBox(readConfig(settings))
  if (secretBox === undefined) throw new Error('no secret box')
  const store = await createSqliteStore({ file: sqliteFile(folder) })
  const { deps: base } = testDependencies(store, '2026-04-20T08:00:00Z')
  const deps = { ...base, secretBox }
  const made = await createEndpoint(deps, caller, { url: 'https://example.com/hook' })
  if (!made.ok) throw new Error(made.refusal.code)
  const { id } = made.value.endpoint
  const [firstKey] = await vaultKeysInFile(folder).read()

  await runVault(['rotate'], settings, output)
  await runVault(['rotate'], settings, output)
  expect(reports).toEqual([
    'Secrets encrypted anew: 1. Old keys removed: 0.\n',
    'Secrets encrypted anew: 1. Old keys removed: 1.\n',
  ])
  expect((await vaultKeysInFile(folder).read()).map(({ kid }) => kid)).not.toContain(firstKey.kid)
  const endpoint = await getEndpoint(deps, caller, id)
  if (!endpoint.ok) throw new Error(endpoint.refusal.code)
  expect(await openSecrets(deps, endpoint.value)).toEqual([made.value.secret])
  await store.close()
})

const NOW = '2026-04-20T08:00:00Z'
const accountId = 'acc_01k5w3q8v0m9c2r4t6x8z0b1d3'

/** Books an event type with a private question on a store in the folder. */
async function bookPrivately() {
  const settings = { HOLDFAST_DATA_DIR: folder }
  const secretBox = openSecretBox(readConfig(settings))
  if (secretBox === undefined) throw new Error('no secret box')
  const store = await createSqliteStore({ file: sqliteFile(folder) })
  const deps = { ...testDependencies(store, NOW).deps, secretBox }
  const provider = unwrap(
    await createProvider(deps, caller, { name: 'Ada', timeZone: 'Europe/Berlin' }),
  )
  const { id: eventTypeId } = unwrap(
    await createEventType(deps, caller, {
      providerId: provider.id,
      slug: 'visit',
      title: 'Visit',
      durationMinutes: 60,
      availabilityRules: WORKING_HOURS,
      questions: [{ id: 'diagnosis', label: 'Diagnosis', kind: 'text', private: true }],
    }),
  )
  const { booking } = unwrap(
    await createBooking(deps, caller, {
      target: { eventTypeId },
      startEpochSeconds: secondsOf('2026-04-27T10:00:00Z'),
      booker: { name: 'Grace', email: 'grace@example.com' },
      fields: { answers: { diagnosis: 'Migraine' } },
    }),
  )
  const read = async () => unwrap(await getBooking(deps, caller, booking.id))
  return { settings, deps, store, read, secretBox }
}

test('a rotation encrypts private answers anew, which the new key alone opens', async () => {
  const { settings, deps, store, read, secretBox } = await bookPrivately()
  const before = await read()
  await runVault(['rotate'], settings, output)
  const after = await read()
  expect(await secretBox.isCurrent(before.sealedPrivateAnswers ?? '')).toBe(false)
  expect(await secretBox.isCurrent(after.sealedPrivateAnswers ?? '')).toBe(true)
  expect(after.version).toBe(before.version + 1)
  await runVault(['rotate'], settings, output)
  expect(reports).toEqual([
    'Secrets encrypted anew: 1. Old keys removed: 0.\n',
    'Secrets encrypted anew: 1. Old keys removed: 1.\n',
  ])
  expect(await openPrivateAnswers(deps, await read())).toEqual({ diagnosis: 'Migraine' })
  await store.close()
})

/** The codes of the doctor's findings. */
async function findingsOf(settings: Readonly<Record<string, string>>): Promise<readonly string[]> {
  reports.length = 0
  await runDoctor(['--json', '--at', NOW], settings, output)
  const report = reports.find((text) => text.startsWith('{')) ?? '{}'
  const { findings } = JSON.parse(report) as { readonly findings: readonly { code: string }[] }
  return findings.map(({ code }) => code)
}

test('the doctor reports private answers that no vault key opens', async () => {
  const { settings, store } = await bookPrivately()
  await store.close()
  const findings = () => findingsOf(settings)
  expect(await findings()).not.toContain('private_answers_unreadable')
  const keys = vaultKeysFile(folder)
  await rename(keys, `${keys}.away`)
  expect(await findings()).toContain('private_answers_unreadable')
})

test('a rotation encrypts the key of a payment vendor anew, and the doctor reports one that no key opens', async () => {
  const settings = { HOLDFAST_DATA_DIR: folder }
  const secretBox = openSecretBox(readConfig(settings))
  if (secretBox === undefined) throw new Error('no secret box')
  const store = await createSqliteStore({ file: sqliteFile(folder) })
  const { deps } = testDependencies(store, NOW)
  const id = paymentConnectionId(accountId)
  const connection = paymentConnectionEntity.create({
    accountId,
    version: 1,
    kind: 'stripe',
    isLive: false,
    sealedKey: await secretBox.seal('rk_test_1', id),
    createdAtEpochSeconds: 1,
    updatedAtEpochSeconds: 1,
  })
  await transact(deps, { connection })
  await runVault(['rotate'], settings, output)
  expect(reports).toEqual(['Secrets encrypted anew: 1. Old keys removed: 0.\n'])
  const after = await readPaymentConnection(deps, accountId)
  expect(await secretBox.isCurrent(after?.sealedKey ?? '')).toBe(true)
  expect(await secretBox.open(after?.sealedKey ?? '', id)).toBe('rk_test_1')
  await store.close()
  expect(await findingsOf(settings)).not.toContain('payment_key_unreadable')
  const keys = vaultKeysFile(folder)
  await rename(keys, `${keys}.away`)
  expect(await findingsOf(settings)).toContain('payment_key_unreadable')
})
