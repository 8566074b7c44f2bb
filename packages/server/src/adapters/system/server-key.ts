import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SERVER_KEY_BYTES } from './secrets.ts'

/** The file of the server key has no valid key. */
export class ServerKeyInvalid extends Error {
  override readonly name = 'ServerKeyInvalid'
  readonly code = 'server_key_invalid'
}

/** The path of the server key in a data folder. */
export const serverKeyFile = (dataDir: string): string => join(dataDir, 'server.key')

/**
 * Reads the server key from the data folder, or creates it: 32 random bytes in hex, readable only by the
 * owner of the file. Processes that start at the same moment get the same key: each writes its own file,
 * and only one of them gets the name.
 */
export async function loadServerKey(dataDir: string): Promise<Uint8Array> {
  const file = serverKeyFile(dataDir)
  const existing = await readKey(file)
  if (existing) return existing
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
  if (key !== undefined) return key
  throw new ServerKeyInvalid(
    `${file} does not contain a valid key. Restore the file, or delete it to create a new key; manage links in sent emails then stop working.`,
  )
}

/** Parses a key in hex. Undefined if it is malformed. */
export const parseServerKey = (text: string): Uint8Array | undefined =>
  new RegExp(`^[0-9a-f]{${SERVER_KEY_BYTES * 2}}$`, 'i').test(text.trim())
    ? new Uint8Array(Buffer.from(text.trim(), 'hex'))
    : undefined
