import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadServerKey, serverKeyFile } from './server-key.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-key-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('processes that start at once in an empty folder share one key, readable only by its owner', async () => {
  const dataDir = join(folder, 'data')
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadServerKey(dataDir)))
  expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1)
  expect(keys[0]).toHaveLength(32)
  expect(await readdir(dataDir)).toEqual(['server.key'])
  expect((await stat(serverKeyFile(dataDir))).mode & 0o777).toBe(0o600)
  expect(await loadServerKey(dataDir)).toEqual(keys[0])
})

test('a file without a valid key is rejected, not replaced', async () => {
  await writeFile(serverKeyFile(folder), 'not a key')
  await expect(loadServerKey(folder)).rejects.toThrow(
    'does not contain a valid key. Restore the file, or delete it to create a new key',
  )
})
