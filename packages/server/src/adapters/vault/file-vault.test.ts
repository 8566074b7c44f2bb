import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Credential } from '../../external-calendars/ports/credential-vault.ts'
import { createFileVault } from './file-vault.ts'
import { fixedVaultKeys, parseVaultKeys, vaultKeysFile, vaultKeysInFile } from './keys.ts'

const tokens = (accessToken: string): Credential => ({
  kind: 'oauth',
  accessToken,
  refreshToken: 'refresh-me',
  accessExpiresAtEpochSeconds: 1_776_672_000,
  scope: 'calendar',
})

let dataDir: string
let folder: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdfast-vault-'))
  folder = join(dataDir, 'vault')
})
afterEach(() => rm(dataDir, { recursive: true }))

/** Opens the vault as another process would. */
const open = () => createFileVault({ folder, keys: vaultKeysInFile(dataDir) })

const storedKeys = async () => (await readFile(vaultKeysFile(dataDir), 'utf8')).trim().split('\n')

test('a secret can be read by its reference, also by another process, until it is deleted', async () => {
  const vault = open()
  const reference = await vault.put(tokens('one'))
  const feed = await vault.put({ kind: 'feed', url: 'https://calendars.example.com/a.ics' })
  expect(await open().get(reference)).toEqual(tokens('one'))
  expect(await open().get(feed)).toEqual({
    kind: 'feed',
    url: 'https://calendars.example.com/a.ics',
  })
  await open().remove(reference)
  expect(await vault.get(reference)).toBeUndefined()
  await vault.remove(reference)
  expect(await vault.get('../vault.keys')).toBeUndefined()
})

test('secrets are encrypted on disk, and only the owner can read the files', async () => {
  await open().put(tokens('visible-nowhere'))
  const [file = ''] = await readdir(folder)
  const sealed = await readFile(join(folder, file), 'utf8')
  expect(sealed.split('.')).toHaveLength(5)
  expect(sealed).not.toContain('visible-nowhere')
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('refresh-me')
  const modes = await Promise.all(
    [join(folder, file), folder, vaultKeysFile(dataDir)].map(
      async (path) => (await stat(path)).mode,
    ),
  )
  expect(modes.map((mode) => (mode & 0o777).toString(8))).toEqual(['600', '700', '600'])
})

test('a file that was changed, or swapped with another one, is rejected', async () => {
  const vault = open()
  const [one, two] = [await vault.put(tokens('one')), await vault.put(tokens('two'))]
  const names = await readdir(folder)
  const nameOf = (reference: string) =>
    join(folder, names.find((name) => name.startsWith(reference)) ?? '')
  await rename(nameOf(two), nameOf(one))
  await expect(vault.get(one)).rejects.toThrow('contains another secret')
  const three = await vault.put(tokens('three'))
  const file = join(folder, (await readdir(folder)).find((name) => name.startsWith(three)) ?? '')
  const [header, key, iv, text = '', tag] = (await readFile(file, 'utf8')).split('.')
  const altered = `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`
  await writeFile(file, [header, key, iv, altered, tag].join('.'))
  await expect(vault.get(three)).rejects.toThrow('decryption operation failed')
})

test('processes that start together create one key', async () => {
  const vaults = Array.from({ length: 8 }, open)
  const references = await Promise.all(vaults.map((vault, index) => vault.put(tokens(`${index}`))))
  const read = await Promise.all(references.map((reference) => open().get(reference)))
  expect(read).toEqual(Array.from({ length: 8 }, (_, index) => tokens(`${index}`)))
  expect(await storedKeys()).toHaveLength(1)
})

test('a key file that others can read is refused', async () => {
  await open().put(tokens('one'))
  await chmod(vaultKeysFile(dataDir), 0o640)
  await expect(open().put(tokens('two'))).rejects.toThrow('can be read by others')
})

describe('a rotation', () => {
  test('encrypts all secrets with the new key and removes unused keys', async () => {
    const running = open()
    const references = [await running.put(tokens('one')), await running.put(tokens('two'))]
    const [first] = await storedKeys()
    expect(await open().rotate()).toEqual({ reencrypted: 2, keysRemoved: 0 })
    const [second, previous] = await storedKeys()
    expect(previous).toBe(first)
    expect(second).not.toBe(first)
    // A server that is running reads the old secrets and encrypts with the new key.
    expect(await running.get(references[0] ?? '')).toEqual(tokens('one'))
    const third = await running.put(tokens('three'))
    expect(await open().rotate()).toEqual({ reencrypted: 3, keysRemoved: 1 })
    expect(await storedKeys()).toHaveLength(2)
    expect(await storedKeys()).not.toContain(first)
    expect(await running.get(references[1] ?? '')).toEqual(tokens('two'))
    expect(await running.get(third)).toEqual(tokens('three'))
    expect(await readdir(folder)).toHaveLength(3)
  })

  test('neither loses nor restores secrets during concurrent writes, reads and deletions', async () => {
    const [running, rotating] = [open(), open()]
    const stays = await Promise.all(
      Array.from({ length: 20 }, (_, n) => running.put(tokens(`${n}`))),
    )
    const goes = await Promise.all(Array.from({ length: 20 }, () => running.put(tokens('gone'))))
    const work = async () => {
      const added: string[] = []
      for (const [index, reference] of goes.entries()) {
        await running.remove(reference)
        added.push(await running.put(tokens(`added ${index}`)))
        expect(await running.get(stays[index] ?? '')).toEqual(tokens(`${index}`))
      }
      return added
    }
    const [added] = await Promise.all([work(), rotating.rotate()])
    const read = (references: readonly string[]) =>
      Promise.all(references.map((reference) => open().get(reference)))
    expect(await read(goes)).toEqual(goes.map(() => undefined))
    expect(await read(stays)).toEqual(stays.map((_, index) => tokens(`${index}`)))
    expect(await read(added)).toEqual(added.map((_, index) => tokens(`added ${index}`)))
  })

  test('of keys from the environment uses the first key, and the others decrypt until then', async () => {
    const [old, fresh] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
    const withKeys = (text: string) => {
      const keys = parseVaultKeys(text)
      if (keys === undefined) throw new Error('the keys are invalid')
      return createFileVault({ folder, keys: fixedVaultKeys(keys) })
    }
    const reference = await withKeys(old).put(tokens('one'))
    const both = withKeys(`${fresh}, ${old}`)
    expect(await both.get(reference)).toEqual(tokens('one'))
    expect(await withKeys(fresh).get(reference)).toBeUndefined()
    await expect(withKeys(fresh).rotate()).rejects.toThrow('unknown key')
    expect(await both.rotate()).toEqual({ reencrypted: 1, keysRemoved: 0 })
    expect(await withKeys(fresh).get(reference)).toEqual(tokens('one'))
  })
})

test('an empty text, or one with an invalid key, gives no keys', () => {
  expect(parseVaultKeys('')).toBeUndefined()
  expect(parseVaultKeys('abcd')).toBeUndefined()
  expect(parseVaultKeys(`${'0'.repeat(64)},nonsense`)).toBeUndefined()
  expect(parseVaultKeys('0'.repeat(64))).toHaveLength(1)
})
