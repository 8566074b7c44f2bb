import { expect, test } from 'vitest'
import { fixedVaultKeys, newVaultKey } from './keys.ts'
import { createSecretBox } from './secret-box.ts'

const first = newVaultKey()
const second = newVaultKey()
const box = createSecretBox(fixedVaultKeys([first]))

test('a sealed text hides its content and opens for its subject', async () => {
  const sealed = await box.seal('whsec_secret', 'whe_1')
  expect(sealed).not.toContain(Buffer.from('whsec_secret').toString('base64url').slice(0, 12))
  expect(await box.open(sealed, 'whe_1')).toBe('whsec_secret')
  expect(await box.seal('whsec_secret', 'whe_1')).not.toBe(sealed)
})

test('a sealed text in the place of another one is rejected', async () => {
  const sealed = await box.seal('whsec_secret', 'whe_1')
  await expect(box.open(sealed, 'whe_2')).rejects.toThrow('belongs to another item')
})

test('after a rotation, texts of the old key open and are not current', async () => {
  const sealed = await box.seal('whsec_secret', 'whe_1')
  const rotated = createSecretBox(fixedVaultKeys([second, first]))
  expect(await rotated.open(sealed, 'whe_1')).toBe('whsec_secret')
  expect([await box.isCurrent(sealed), await rotated.isCurrent(sealed)]).toEqual([true, false])
})

test('a missing key is named, with what to restore', async () => {
  const sealed = await box.seal('whsec_secret', 'whe_1')
  const other = createSecretBox(fixedVaultKeys([second]))
  await expect(other.open(sealed, 'whe_1')).rejects.toThrow(
    `A secret is encrypted with the key ${first.kid}, which is not among the vault keys. Restore vault.keys, or set HOLDFAST_VAULT_KEYS.`,
  )
})
