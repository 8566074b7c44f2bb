import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  Credential,
  CredentialVault,
} from '../../external-calendars/ports/credential-vault.ts'
import { ifMissing, syncFolder, writeDurably } from '../files/files.ts'
import { decryptFor, encryptFor } from './jwe.ts'
import { newVaultKey, type VaultKey, type VaultKeys } from './keys.ts'

/** The folder and the keys of a file vault. */
export interface FileVaultOptions {
  /** Created if it does not exist, readable by its owner only. */
  readonly folder: string
  readonly keys: VaultKeys
}

/** The result of a rotation. */
export interface Rotation {
  /** The number of secrets that were encrypted with the newest key. */
  readonly reencrypted: number
  /** The number of keys that were removed because no secret needs them. */
  readonly keysRemoved: number
}

/** A vault of encrypted files with key rotation. */
export interface FileVault extends CredentialVault {
  /** Stores a secret; answers its new reference. Files do not name their owner. */
  put(credential: Credential): Promise<string>
  /**
   * Encrypts every secret with a new key, or with the first key if the keys come from the environment.
   * Servers may use the folder meanwhile. The next rotation completes an interrupted one. `reencryptOthers`
   * encrypts secrets outside of the folder with the new key, before old keys are removed; it resolves with
   * their number.
   */
  rotate(reencryptOthers?: () => Promise<number>): Promise<Rotation>
  /** Does nothing; the vault has no open resources. */
  close(): Promise<void>
}

const REFERENCE = /^[0-9a-f]{32}$/
const FILE = /^([0-9a-f]{32})\.([0-9a-f]{16})\.jwe$/

/**
 * Creates a vault that stores each secret in its own file, as a compact JWE (RFC 7516; `dir`, A256GCM).
 * The header has the key id and the reference, so a file in the place of another one is rejected. A file is
 * written under a temporary name, synced and renamed. So after a crash there is a whole secret or none,
 * with any number of processes on the folder. A file never changes. Its name contains the key id: a rotation
 * writes the new file before it deletes the old one, and detects a concurrent deletion.
 */
export function createFileVault({ folder, keys }: FileVaultOptions): FileVault {
  const fileOf = (reference: string, { kid }: Pick<VaultKey, 'kid'>): string =>
    join(folder, `${reference}.${kid}.jwe`)

  const write = async (reference: string, key: VaultKey, text: Uint8Array): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const own = join(folder, `.${reference}.${randomBytes(6).toString('hex')}`)
    await writeDurably(own, await encryptFor(reference, key, text))
    await rename(own, fileOf(reference, key))
    await syncFolder(folder)
  }

  const readWith = async (reference: string, key: VaultKey): Promise<Uint8Array | undefined> => {
    const sealed = await readFile(fileOf(reference, key), 'utf8').catch(ifMissing)
    if (sealed === undefined) return undefined
    const text = await decryptFor(reference, key, sealed)
    if (text === undefined) {
      throw new Error(`the file of the secret ${reference} contains another secret`)
    }
    return text
  }

  const readAny = async (reference: string): Promise<Uint8Array | undefined> => {
    for (const key of await keys.read()) {
      const text = await readWith(reference, key)
      if (text !== undefined) return text
    }
    return undefined
  }

  const files = async () =>
    ((await readdir(folder).catch(ifMissing)) ?? []).flatMap((name) => {
      const [, reference = '', kid = ''] = FILE.exec(name) ?? []
      return reference === '' ? [] : [{ reference, kid }]
    })

  /** Encrypts one secret with another key; answers false if it was deleted meanwhile. */
  const reencrypt = async (reference: string, from: VaultKey, to: VaultKey) => {
    const text = await readWith(reference, from)
    if (text === undefined) return false
    await write(reference, to, text)
    const wasThere = await unlink(fileOf(reference, from)).then(() => true, ifMissing)
    // The secret was deleted after it was read, so the new file must be deleted as well.
    if (wasThere === undefined) await rm(fileOf(reference, to), { force: true })
    return wasThere !== undefined
  }

  return {
    async put(credential) {
      const reference = randomBytes(16).toString('hex')
      const [key] = await keys.read()
      await write(reference, key, Buffer.from(JSON.stringify(credential)))
      return reference
    },
    async get(reference) {
      if (!REFERENCE.test(reference)) return undefined
      // A second attempt, because a rotation may move the file to a key that was already checked.
      const text = (await readAny(reference)) ?? (await readAny(reference))
      // The cast: the file was encrypted with a key of this vault.
      return text && (JSON.parse(Buffer.from(text).toString()) as Credential)
    },
    async remove(reference) {
      if (!REFERENCE.test(reference)) return
      const own = (await files()).filter((file) => file.reference === reference)
      await Promise.all(own.map((file) => rm(fileOf(reference, file), { force: true })))
      if (own.length > 0) await syncFolder(folder)
    },
    async rotate(reencryptOthers = async () => 0) {
      const before = await keys.read()
      const newest = keys.replace ? newVaultKey() : before[0]
      await keys.replace?.([newest, ...before.filter((key) => key.kid !== newest.kid)])
      let reencrypted = 0
      for (const { reference, kid } of await files()) {
        const from = before.find((key) => key.kid === kid)
        if (kid === newest.kid) continue
        if (from === undefined) throw new Error(`a secret is encrypted with the unknown key ${kid}`)
        if (await reencrypt(reference, from, newest)) reencrypted += 1
      }
      reencrypted += await reencryptOthers()
      if (keys.replace === undefined) return { reencrypted, keysRemoved: 0 }
      // The previous key stays, because another server may be encrypting with it.
      const used = new Set((await files()).map((file) => file.kid))
      const remaining = before.filter((key, index) => index === 0 || used.has(key.kid))
      await keys.replace([newest, ...remaining])
      return { reencrypted, keysRemoved: before.length - remaining.length }
    },
    async close() {},
  }
}
