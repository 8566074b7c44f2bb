import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDependencies } from '../../tests/support/dependencies.ts'
import { createSqliteStore } from '../adapters/sqlite/sqlite-store.ts'
import { vaultKeysInFile } from '../adapters/vault/keys.ts'
import { createEndpoint, getEndpoint } from '../delivery/webhooks/endpoints.ts'
import { openSecrets } from '../delivery/webhooks/signing-secrets.ts'
import { readConfig } from './config.ts'
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
