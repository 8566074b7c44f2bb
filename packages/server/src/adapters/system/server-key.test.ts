import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadServerKeys, parseServerKeys, serverKeyFile, serverKeyLines } from './server-key.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-key-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('processes that start at once in an empty folder share one key, readable only by its owner', async () => {
  const dataDir = join(folder, 'data')
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadServerKeys(dataDir)))
  expect(new Set(keys.map(({ current }) => Buffer.from(current).toString('hex'))).size).toBe(1)
  expect(keys[0]?.current).toHaveLength(32)
  expect(await readdir(dataDir)).toEqual(['server.key'])
  expect((await stat(serverKeyFile(dataDir))).mode & 0o777).toBe(0o600)
  expect(await loadServerKeys(dataDir)).toEqual(keys[0])
})

test('a file without a valid key is rejected, not replaced', async () => {
  await writeFile(serverKeyFile(folder), 'not a key')
  await expect(loadServerKeys(folder)).rejects.toThrow(
    'does not contain a valid key. Restore the file, or delete it to create a new key',
  )
})

const A = 'a'.repeat(64)
const B = 'b'.repeat(64)

test('previous keys are written and read with the second until which they are valid', () => {
  const lines = [A, `${B} until 2026-12-22T08:00:00.000Z`]
  const keys = parseServerKeys(lines.join('\n'))
  expect(keys?.previous.map(({ validUntilEpochSeconds }) => validUntilEpochSeconds)).toEqual([
    Date.parse('2026-12-22T08:00:00Z') / 1000,
  ])
  expect(keys && serverKeyLines(keys)).toEqual(lines)
  expect(parseServerKeys(lines.join(', '))).toEqual(keys)
})

test.each([
  ['nothing', ''],
  ['a previous key without its end', `${A}\n${B}`],
  ['an end that is no instant', `${A}\n${B} until tomorrow`],
  ['a previous key first', `${B} until 2026-12-22T08:00:00Z`],
])('%s is not a valid list of server keys', (_, text) => {
  expect(parseServerKeys(text)).toBeUndefined()
})
