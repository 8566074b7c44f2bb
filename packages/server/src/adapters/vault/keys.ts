import { createHash, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A key of the vault: 256 bits, and the name that says with which one a secret was encrypted. */
export interface VaultKey {
  readonly kid: string
  readonly bytes: Uint8Array
}

/** The keys of a vault, the newest first: that one encrypts, all of them decrypt. */
export interface VaultKeys {
  /** Reads them anew, so that a rotation by another process is seen. */
  read(): Promise<readonly [VaultKey, ...VaultKey[]]>
  /** Replaces them; absent where they are given from outside, by whom they are then rotated. */
  readonly replace?: (keys: readonly VaultKey[]) => Promise<void>
}

const KEY_BYTES = 32
const OTHERS = 0o077

// The name must say nothing of the key; of a hash of 256 random bits it cannot.
const named = (bytes: Uint8Array): VaultKey => ({
  kid: createHash('sha256').update('holdfast vault key').update(bytes).digest('hex').slice(0, 16),
  bytes,
})

/** Draws a new key. */
export const newVaultKey = (): VaultKey => named(new Uint8Array(randomBytes(KEY_BYTES)))

/** Reads keys of 64 hexadecimal digits, separated by commas or white space; nothing where one is not. */
export function parseVaultKeys(text: string): readonly [VaultKey, ...VaultKey[]] | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  if (!words.every((word) => /^[0-9a-f]{64}$/i.test(word))) return undefined
  const [first, ...rest] = words.map((word) => named(new Uint8Array(Buffer.from(word, 'hex'))))
  return first === undefined ? undefined : [first, ...rest]
}

/** Keys that were given from outside, as by the environment. */
export const fixedVaultKeys = (keys: readonly [VaultKey, ...VaultKey[]]): VaultKeys => ({
  read: async () => keys,
})

/** The file of a vault's keys in a data folder. */
export const vaultKeysFile = (dataDir: string): string => join(dataDir, 'vault.keys')

/**
 * Keys in a file that only its owner can read, one a line, the newest first. Where there is none, one
 * is made; processes that start at the same moment end up with the same. A file that others can read
 * is refused, since what it protects may have been read.
 */
export function vaultKeysInFile(dataDir: string): VaultKeys {
  const file = vaultKeysFile(dataDir)
  const readFileKeys = async (): Promise<readonly [VaultKey, ...VaultKey[]] | undefined> => {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (text === undefined) return undefined
    const { mode } = await stat(file)
    if ((mode & OTHERS) !== 0) {
      throw new Error(`${file} can be read by others; make it private with chmod 600, then rotate`)
    }
    const keys = parseVaultKeys(text)
    if (keys === undefined) throw new Error(`${file} does not hold keys of 64 hexadecimal digits`)
    return keys
  }
  const writeOwn = async (keys: readonly VaultKey[]): Promise<string> => {
    await mkdir(dataDir, { recursive: true })
    const own = `${file}.${randomBytes(6).toString('hex')}`
    const text = keys.map(({ bytes }) => `${Buffer.from(bytes).toString('hex')}\n`).join('')
    await writeDurably(own, text)
    return own
  }
  return {
    async read() {
      const known = await readFileKeys()
      if (known !== undefined) return known
      const own = await writeOwn([newVaultKey()])
      try {
        // Only one of several processes gets the name.
        await link(own, file)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      } finally {
        await rm(own)
      }
      await syncFolder(dataDir)
      const made = await readFileKeys()
      if (made === undefined) throw new Error(`${file} was removed while it was made`)
      return made
    },
    async replace(keys) {
      await rename(await writeOwn(keys), file)
      await syncFolder(dataDir)
    },
  }
}

/** Writes a new private file, and returns when the disk has it. */
export async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  // Whatever the process's umask takes away, nothing is to be added.
  await chmod(file, 0o600)
}

/** Returns when the disk has the names of a folder: a new name is lost with the power otherwise. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
