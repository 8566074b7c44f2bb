import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { CompactEncrypt, compactDecrypt } from 'jose'
import type {
  Credential,
  CredentialVault,
} from '../../external-calendars/ports/credential-vault.ts'
import { newVaultKey, syncFolder, type VaultKey, type VaultKeys, writeDurably } from './keys.ts'

/** Where the vault's files are, and the keys that they are encrypted with. */
export interface FileVaultOptions {
  /** Made where it is missing, for its owner alone. */
  readonly folder: string
  readonly keys: VaultKeys
}

/** What a rotation did. */
export interface Rotation {
  /** Secrets that are now encrypted with the newest key. */
  readonly reencrypted: number
  /** Keys that no secret needed any more, and that are gone. */
  readonly keysRemoved: number
}

/** A vault of encrypted files that can change its key. */
export interface FileVault extends CredentialVault {
  /**
   * Encrypts every secret with a new key, also while servers run on the folder; where the keys are
   * given from outside, with the first of them. Interrupted, it is led to its end by the next one.
   */
  rotate(): Promise<Rotation>
  /** Nothing is held open. */
  close(): Promise<void>
}

const REFERENCE = /^[0-9a-f]{32}$/
const FILE = /^([0-9a-f]{32})\.([0-9a-f]{16})\.jwe$/
const ALGORITHM = { alg: 'dir', enc: 'A256GCM' } as const

/**
 * Keeps each secret in a file of its own, as a compact JWE (RFC 7516; `dir`, A256GCM) whose header
 * names the key and the reference, so that a file put in another's place does not decrypt. A file is
 * written beside, synced, and gets its name in one step: there is a whole secret or none, whatever
 * crashes, however many processes share the folder. It is never changed afterwards. The name carries
 * the key, so that a rotation adds a file before it removes one, and sees a removal that came between.
 */
export function createFileVault({ folder, keys }: FileVaultOptions): FileVault {
  const fileOf = (reference: string, { kid }: Pick<VaultKey, 'kid'>): string =>
    join(folder, `${reference}.${kid}.jwe`)

  const write = async (reference: string, key: VaultKey, text: Uint8Array): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const sealed = await new CompactEncrypt(text)
      .setProtectedHeader({ ...ALGORITHM, kid: key.kid, ref: reference })
      .encrypt(key.bytes)
    const own = join(folder, `.${reference}.${randomBytes(6).toString('hex')}`)
    await writeDurably(own, sealed)
    await rename(own, fileOf(reference, key))
    await syncFolder(folder)
  }

  const readWith = async (reference: string, key: VaultKey): Promise<Uint8Array | undefined> => {
    const sealed = await readFile(fileOf(reference, key), 'utf8').catch(ifMissing)
    if (sealed === undefined) return undefined
    const { plaintext, protectedHeader } = await compactDecrypt(sealed, key.bytes, {
      keyManagementAlgorithms: [ALGORITHM.alg],
      contentEncryptionAlgorithms: [ALGORITHM.enc],
    })
    if (protectedHeader.ref !== reference) {
      throw new Error(`the secret ${reference} is not in its own file`)
    }
    return plaintext
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

  /** Encrypts one secret anew; false where it was removed meanwhile. */
  const encryptAnew = async (reference: string, from: VaultKey, to: VaultKey) => {
    const text = await readWith(reference, from)
    if (text === undefined) return false
    await write(reference, to, text)
    const wasThere = await unlink(fileOf(reference, from)).then(() => true, ifMissing)
    // Somebody removed the secret after it was read: it must not live on under the new key.
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
      // Twice, since a rotation may have moved it from a place not yet looked at to one that was.
      const text = (await readAny(reference)) ?? (await readAny(reference))
      return text && (JSON.parse(Buffer.from(text).toString()) as Credential)
    },
    async remove(reference) {
      if (!REFERENCE.test(reference)) return
      const own = (await files()).filter((file) => file.reference === reference)
      await Promise.all(own.map((file) => rm(fileOf(reference, file), { force: true })))
      if (own.length > 0) await syncFolder(folder)
    },
    async rotate() {
      const before = await keys.read()
      const newest = keys.replace ? newVaultKey() : before[0]
      await keys.replace?.([newest, ...before.filter((key) => key.kid !== newest.kid)])
      let reencrypted = 0
      for (const { reference, kid } of await files()) {
        const from = before.find((key) => key.kid === kid)
        if (kid === newest.kid) continue
        if (from === undefined) throw new Error(`the key ${kid} of a secret is not known`)
        if (await encryptAnew(reference, from, newest)) reencrypted += 1
      }
      if (keys.replace === undefined) return { reencrypted, keysRemoved: 0 }
      // The key before stays for what another server was just encrypting with it.
      const used = new Set((await files()).map((file) => file.kid))
      const kept = before.filter((key, index) => index === 0 || used.has(key.kid))
      await keys.replace([newest, ...kept])
      return { reencrypted, keysRemoved: before.length - kept.length }
    },
    async close() {},
  }
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
