import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SERVER_KEY_BYTES } from './secrets.ts'

/** The file of the server's key in a data folder. */
export const serverKeyFile = (dataDir: string): string => join(dataDir, 'server.key')

/**
 * Reads the server's key from its data folder, and makes it where there is none: 32 random bytes
 * in hex that only the owner of the file can read. Processes that start at the same moment end up
 * with the same key: each writes one of its own, and only one of them gets the name.
 */
export async function loadServerKey(dataDir: string): Promise<Uint8Array> {
  const file = serverKeyFile(dataDir)
  const known = await readKey(file)
  if (known) return known
  await mkdir(dataDir, { recursive: true })
  const own = `${file}.${randomBytes(6).toString('hex')}`
  const handle = await open(own, 'wx', 0o600)
  try {
    await handle.writeFile(randomBytes(SERVER_KEY_BYTES).toString('hex'))
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    await link(own, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(own)
  }
  return loadServerKey(dataDir)
}

async function readKey(file: string): Promise<Uint8Array | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const key = parseServerKey(text)
  if (key === undefined) throw new Error(`${file} does not hold ${SERVER_KEY_BYTES} bytes in hex`)
  return key
}

/** Reads a key in hex; nothing where it is not one. */
export const parseServerKey = (text: string): Uint8Array | undefined =>
  new RegExp(`^[0-9a-f]{${SERVER_KEY_BYTES * 2}}$`, 'i').test(text.trim())
    ? new Uint8Array(Buffer.from(text.trim(), 'hex'))
    : undefined
