import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readTar, TarDamaged, writeTar } from './tar.ts'

let folder = ''
let archive = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-tar-'))
  archive = join(folder, 'files.tar')
})
afterEach(() => rm(folder, { recursive: true }))

const LARGE = Buffer.alloc(3 * 1024 * 1024 + 7, 'abc')

async function write(): Promise<void> {
  const path = join(folder, 'large')
  await writeFile(path, LARGE)
  await writeTar(
    archive,
    [
      { name: 'data/large', from: { path } },
      { name: 'empty', from: { content: new Uint8Array() } },
    ],
    (hashes) => ({ name: 'hashes', from: { content: Buffer.from([...hashes.keys()].join()) } }),
  )
}

async function read(): Promise<Readonly<Record<string, Buffer>>> {
  const found: Record<string, Buffer> = {}
  for await (const { name, content } of readTar(archive)) {
    const chunks: Uint8Array[] = []
    for await (const chunk of content) chunks.push(chunk)
    found[name] = Buffer.concat(chunks)
  }
  return found
}

test('an archive returns its files, and only its owner can read it', async () => {
  await write()
  const found = await read()
  expect(Object.keys(found)).toEqual(['data/large', 'empty', 'hashes'])
  expect(found['data/large']?.equals(LARGE)).toBe(true)
  expect(found.hashes?.toString()).toBe('data/large,empty')
  expect((await stat(archive)).mode & 0o777).toBe(0o600)
})

test('other programs can read an archive', async () => {
  await write()
  await promisify(execFile)('tar', ['-xf', archive, '-C', folder])
  expect((await readFile(join(folder, 'data/large'))).equals(LARGE)).toBe(true)
})

test('an archive that was cut off or is no archive is rejected', async () => {
  await write()
  await truncate(archive, 1024 * 1024)
  await expect(read()).rejects.toThrow(TarDamaged)
  await writeFile(archive, Buffer.alloc(2048, 'x'))
  await expect(read()).rejects.toThrow('not a tar archive')
})

test('an existing file is never overwritten', async () => {
  await writeFile(archive, 'precious')
  await expect(write()).rejects.toThrow('EEXIST')
  expect(await readFile(archive, 'utf8')).toBe('precious')
})
