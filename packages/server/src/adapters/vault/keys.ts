import { createHash, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing, syncFolder, writeDurably } from '../files/files.ts'

/** A 256-bit key of the vault. Its id is stored with every secret that it encrypts. */
export interface VaultKey {
  readonly kid: string
  readonly bytes: Uint8Array
}

/** The keys of a vault, newest first. The newest one encrypts; all of them decrypt. */
export interface VaultKeys {
  /** Reads the keys, including those of a rotation by another process. */
  read(): Promise<readonly [VaultKey, ...VaultKey[]]>
  /** Replaces the keys. Absent if they come from the environment, where the operator rotates them. */
  readonly replace?: (keys: readonly VaultKey[]) => Promise<void>
}

const KEY_BYTES = 32
const OTHERS = 0o077

/** Makes a key of 256 random bits. Its id must not reveal it: a hash of random bits does not. */
export const vaultKeyOf = (bytes: Uint8Array): VaultKey => ({
  kid: createHash('sha256').update('holdfast vault key').update(bytes).digest('hex').slice(0, 16),
  bytes,
})

/** Generates a key. */
export const newVaultKey = (): VaultKey => vaultKeyOf(new Uint8Array(randomBytes(KEY_BYTES)))

/** Parses keys of 64 hexadecimal digits, separated by commas or white space; undefined if one is invalid. */
export function parseVaultKeys(text: string): readonly [VaultKey, ...VaultKey[]] | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  if (!words.every((word) => /^[0-9a-f]{64}$/i.test(word))) return undefined
  const [first, ...rest] = words.map((word) => vaultKeyOf(new Uint8Array(Buffer.from(word, 'hex'))))
  return first === undefined ? undefined : [first, ...rest]
}

/** Keys from the configuration, which cannot be replaced. */
export const fixedVaultKeys = (keys: readonly [VaultKey, ...VaultKey[]]): VaultKeys => ({
  read: async () => keys,
})

/** The path of the key file in a data folder. */
export const vaultKeysFile = (dataDir: string): string => join(dataDir, 'vault.keys')

/**
 * Keys in a file that only its owner can read, one per line, newest first. Without a file, one with a new
 * key is created; processes that start together use the same key. A file that others can read is refused,
 * because its secrets may be known.
 */
export function vaultKeysInFile(dataDir: string): VaultKeys {
  const file = vaultKeysFile(dataDir)
  const readFileKeys = async (): Promise<readonly [VaultKey, ...VaultKey[]] | undefined> => {
    const text = await readFile(file, 'utf8').catch(ifMissing)
    if (text === undefined) return undefined
    const { mode } = await stat(file)
    if ((mode & OTHERS) !== 0) {
      throw new Error(`${file} can be read by others. Run chmod 600 on it, then rotate the keys`)
    }
    const keys = parseVaultKeys(text)
    if (keys === undefined) throw new Error(`${file} must contain keys of 64 hexadecimal digits`)
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
        // One of several processes creates the file.
        await link(own, file)
      } catch (error) {
        // The cast: errors of the file system have a code.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      } finally {
        await rm(own)
      }
      await syncFolder(dataDir)
      const made = await readFileKeys()
      if (made === undefined) throw new Error(`${file} was deleted while it was created`)
      return made
    },
    async replace(keys) {
      await rename(await writeOwn(keys), file)
      await syncFolder(dataDir)
    },
  }
}
