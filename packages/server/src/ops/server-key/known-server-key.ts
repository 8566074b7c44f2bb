import { z } from 'zod'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { defineEntity } from '../../kernel/entity.ts'
import { serverKeyRecordKey } from '../../kernel/keys.ts'
import { transact } from '../../kernel/transaction.ts'

/** Fingerprints of a server's keys: they identify a key and do not reveal it. */
export interface ServerKeyFingerprints {
  readonly current: string
  /** Of the keys that the current one replaced. */
  readonly previous: readonly string[]
}

/** The key that the servers of a store use, as the store remembers it. */
interface KnownServerKey {
  readonly fingerprint: string
  readonly version: number
}

/** The record of the server key in the store. */
export const knownServerKeyEntity = defineEntity<KnownServerKey>({
  name: 'server key',
  key: () => serverKeyRecordKey,
  inKey: {},
  schema: z.object({ fingerprint: z.string(), version: z.int() }),
})

type KeyDependencies = Pick<Dependencies, 'store' | 'clock' | 'ids'>

const read = (deps: KeyDependencies): Promise<KnownServerKey | undefined> =>
  knownServerKeyEntity.read(deps.store, serverKeyRecordKey)

/** Writes the key over the record that was read. Answers false if another server was faster. */
async function write(
  deps: KeyDependencies,
  known: KnownServerKey | undefined,
  fingerprint: string,
): Promise<boolean> {
  const next = { fingerprint, version: (known?.version ?? 0) + 1 }
  const outcome = await transact(deps, { record: knownServerKeyEntity.put(known, next) })
  return outcome.kind === 'done'
}

/**
 * Compares a server's key with the one that the store knows. The first server of a store records its key, and the first
 * one after a rotation records the new key. Answers `foreign` if the store knows another key: links that the other servers
 * sent would not work on this one.
 */
export async function checkServerKey(
  deps: KeyDependencies,
  own: ServerKeyFingerprints,
): Promise<'known' | 'foreign'> {
  for (;;) {
    const known = await read(deps)
    if (known?.fingerprint === own.current) return 'known'
    if (known !== undefined && !own.previous.includes(known.fingerprint)) return 'foreign'
    if (await write(deps, known, own.current)) return 'known'
  }
}

/** Makes a server's key the key of the store, whatever key the store knew before. */
export async function acceptServerKey(
  deps: KeyDependencies,
  own: ServerKeyFingerprints,
): Promise<void> {
  for (;;) {
    const known = await read(deps)
    if (known?.fingerprint === own.current) return
    if (await write(deps, known, own.current)) return
  }
}
