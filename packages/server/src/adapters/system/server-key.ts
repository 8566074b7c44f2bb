import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing, writeDurably } from '../files/files.ts'
import { type PreviousKey, SERVER_KEY_BYTES } from './secrets.ts'

/** The file of the server key has no valid key. */
export class ServerKeyInvalid extends Error {
  override readonly name = 'ServerKeyInvalid'
  readonly code = 'server_key_invalid'
}

/** The path of the server key in a data folder. */
export const serverKeyFile = (dataDir: string): string => join(dataDir, 'server.key')

/** The server key, and those it replaced. */
export interface ServerKeys {
  readonly current: Uint8Array
  /** Newest first. */
  readonly previous: readonly PreviousKey[]
}

/**
 * Reads the server keys from the data folder, or creates one: 32 random bytes in hex, readable only by the
 * owner of the file. Processes that start at the same moment get the same key: each writes its own file,
 * and only one of them gets the name.
 */
export async function loadServerKeys(dataDir: string): Promise<ServerKeys> {
  const existing = await readServerKeys(dataDir)
  if (existing) return existing
  const file = serverKeyFile(dataDir)
  const own = await writeOwn(dataDir, { current: randomBytes(SERVER_KEY_BYTES), previous: [] })
  try {
    await link(own, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(own)
  }
  return loadServerKeys(dataDir)
}

/** Replaces the server keys in the data folder. Running servers keep theirs until they restart. */
export async function replaceServerKeys(dataDir: string, keys: ServerKeys): Promise<void> {
  await rename(await writeOwn(dataDir, keys), serverKeyFile(dataDir))
}

/** Writes keys to a file of its own, and resolves with its path. */
async function writeOwn(dataDir: string, keys: ServerKeys): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const own = `${serverKeyFile(dataDir)}.${randomBytes(6).toString('hex')}`
  await writeDurably(own, serverKeyLines(keys).join('\n'))
  return own
}

/** Reads the server keys from the data folder; undefined if it has none. */
export async function readServerKeys(dataDir: string): Promise<ServerKeys | undefined> {
  const file = serverKeyFile(dataDir)
  const text = await readFile(file, 'utf8').catch(ifMissing)
  if (text === undefined) return undefined
  const keys = parseServerKeys(text)
  if (keys !== undefined) return keys
  throw new ServerKeyInvalid(
    `${file} does not contain a valid key. Restore the file, or delete it to create a new key; manage links in sent emails then stop working.`,
  )
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** The entries of server keys, as in the file and in the setting. */
export const serverKeyLines = ({ current, previous }: ServerKeys): readonly string[] => [
  hex(current),
  ...previous.map(
    ({ bytes, validUntilEpochSeconds }) =>
      `${hex(bytes)} until ${new Date(validUntilEpochSeconds * 1000).toISOString()}`,
  ),
]

const CURRENT = new RegExp(`^([0-9a-f]{${SERVER_KEY_BYTES * 2}})$`, 'i')
const PREVIOUS = new RegExp(`^([0-9a-f]{${SERVER_KEY_BYTES * 2}}) until (\\S+)$`, 'i')

const bytesOf = (digits: string): Uint8Array => new Uint8Array(Buffer.from(digits, 'hex'))

/**
 * Parses server keys, separated by commas or line breaks: the current one in hex, then each previous one as
 * `<hex> until <RFC 3339 instant>`. Undefined if one is malformed.
 */
export function parseServerKeys(text: string): ServerKeys | undefined {
  const [first = '', ...rest] = text.trim().split(/\s*[,\n]\s*/)
  const current = CURRENT.exec(first)?.[1]
  if (current === undefined) return undefined
  const previous: PreviousKey[] = []
  for (const entry of rest) {
    const [, digits, until = ''] = PREVIOUS.exec(entry) ?? []
    const validUntil = Date.parse(until)
    if (digits === undefined || Number.isNaN(validUntil)) return undefined
    previous.push({ bytes: bytesOf(digits), validUntilEpochSeconds: Math.floor(validUntil / 1000) })
  }
  return { current: bytesOf(current), previous }
}
