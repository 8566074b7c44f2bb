import { systemClock } from '../adapters/system/clock.ts'
import { createSecrets, serverKeyFingerprint } from '../adapters/system/secrets.ts'
import { loadServerKeys, type ServerKeys } from '../adapters/system/server-key.ts'
import type { IdSource, Secrets } from '../kernel/dependencies.ts'
import { checkServerKey, type ServerKeyFingerprints } from '../ops/server-key/known-server-key.ts'
import type { Config } from './config.ts'
import type { OpenedStore } from './opened-store.ts'

/** The store was used with another server key. */
export class ServerKeyForeign extends Error {
  override readonly name = 'ServerKeyForeign'
  readonly code = 'server_key_foreign'
}

/** The fingerprints of server keys. */
export const fingerprintsOf = ({ current, previous }: ServerKeys): ServerKeyFingerprints => ({
  current: serverKeyFingerprint(current),
  previous: previous.map(({ bytes }) => serverKeyFingerprint(bytes)),
})

/**
 * Opens the secrets of a server. Throws `ServerKeyForeign` if the servers of the store use another server key, and closes the
 * store then: links in emails of one server would be rejected by the other.
 */
export async function openServerSecrets(
  config: Config,
  opened: Pick<OpenedStore, 'store' | 'location' | 'close'>,
  ids: IdSource,
): Promise<Secrets> {
  const keys = config.serverKey ?? (await loadServerKeys(config.dataDir))
  const deps = { store: opened.store, clock: systemClock, ids }
  if ((await checkServerKey(deps, fingerprintsOf(keys))) === 'known') {
    return createSecrets(keys.current, keys.previous)
  }
  await opened.close()
  throw new ServerKeyForeign(
    `The servers of ${opened.location} use another server key, so links in their emails would not work here. Set HOLDFAST_SERVER_KEY, or the file server.key in HOLDFAST_DATA_DIR, to the key of the other servers. If that key is lost, run npm run server-key -- accept.`,
  )
}
