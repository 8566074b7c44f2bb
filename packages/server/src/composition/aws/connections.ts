import manifest from '../../../package.json' with { type: 'json' }
import { createFeedReader } from '../../adapters/ical/free-busy-reader.ts'
import { createIcalPool, type WorkerPool } from '../../adapters/ical/worker-pool.ts'
import { createOutboundHttp } from '../../adapters/outbound/outbound-http.ts'
import { secretsManagerEndpoint } from '../../adapters/secrets-manager/read-secret.ts'
import { createSecretsManagerVault } from '../../adapters/secrets-manager/secrets-manager-vault.ts'
import type { Dependencies } from '../../application/dependencies.ts'
import type { AwsBase } from './base.ts'

/** What reads calendars elsewhere, and the threads that read their files. */
export interface OpenedConnections {
  readonly deps: Required<Pick<Dependencies, 'freeBusy' | 'vault'>>
  readonly icalPool: WorkerPool
}

// The thread's program lies beside the bundle. One thread of this size leaves the rest to the function.
const THREAD = new URL('./ical-worker.mjs', import.meta.url)
const THREAD_MEBIBYTES = 256

/** Opens what a function needs that reads calendars elsewhere; nothing is begun before the first. */
export function openConnections({ settings, at }: AwsBase): OpenedConnections {
  const icalPool = createIcalPool({
    threads: 1,
    memoryMebibytes: THREAD_MEBIBYTES,
    program: THREAD,
  })
  const vault = createSecretsManagerVault({
    ...at,
    endpoint: settings.endpoints.SECRETS_MANAGER ?? secretsManagerEndpoint(at.region),
    prefix: settings.vaultPrefix,
  })
  const ical = createFeedReader({
    outbound: createOutboundHttp({ allowPrivateNetwork: false }),
    vault,
    pool: icalPool,
    userAgent: `Holdfast/${manifest.version}`,
  })
  return { deps: { vault, freeBusy: { ical } }, icalPool }
}
