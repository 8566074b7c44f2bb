import { createBackoff, DEFAULT_RETRY_POLICY, type RetryPolicy } from '../adapters/aws/retry.ts'
import { StoreUnavailable } from '../kernel/ports/store.ts'
import type { Config } from './config.ts'
import type { EngineNotice, OpenedStore } from './opened-store.ts'

/**
 * How long a start waits for a database that does not answer: about a minute, with a try a second. A database that
 * starts together with the server needs seconds, one that recovers from a crash may need a minute.
 */
const STARTUP_RETRIES: RetryPolicy = {
  ...DEFAULT_RETRY_POLICY,
  retries: Number.POSITIVE_INFINITY,
  baseMs: 200,
  capMs: 2_000,
  deadlineMs: 60_000,
}

const postgresOptions = ({
  postgresUrl: url = '',
  postgresConnections: connections,
  isPostgresPooled,
}: Config) => ({
  url,
  ...(connections && { connections }),
  ...(isPostgresPooled && { isPooled: true }),
})

/** The database of a PostgreSQL store, for messages: without user and password. */
export function postgresLocation({ postgresUrl = '' }: Config): string {
  const { host, pathname } = new URL(postgresUrl)
  return `database ${pathname.slice(1)} at ${host}`
}

/** Whether the configured PostgreSQL database has a store. Waits for the database as `openPostgres` does. */
export async function hasPostgres(config: Config, notice: EngineNotice): Promise<boolean> {
  const { hasPostgresStore } = await import('../adapters/postgres/store.ts')
  return await whenItAnswers(config, notice, () => hasPostgresStore(postgresOptions(config)))
}

/**
 * Opens the store on the configured PostgreSQL database. Waits up to a minute for a database that cannot be reached or is
 * starting, and reports that once. Rejects at once with `DatabaseNotUsable` if only other settings can help.
 */
export async function openPostgres(
  config: Config,
  notice: EngineNotice,
  retries: Partial<RetryPolicy> = {},
): Promise<OpenedStore> {
  const { createPostgresStore } = await import('../adapters/postgres/store.ts')
  const open = () => createPostgresStore(postgresOptions(config))
  const store = await whenItAnswers(config, notice, open, retries)
  return {
    store,
    engine: 'postgres',
    location: postgresLocation(config),
    removeExpired: (now, limit) => store.removeExpired(now, limit),
    openNotifications: (onMessage) => store.openNotifications(onMessage),
    close: () => store.close(),
  }
}

async function whenItAnswers<Opened>(
  config: Config,
  notice: EngineNotice,
  open: () => Promise<Opened>,
  retries: Partial<RetryPolicy> = {},
): Promise<Opened> {
  const backoff = createBackoff({ ...STARTUP_RETRIES, ...retries })
  let isReported = false
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      if (!isReported) notice(`Waiting for ${postgresLocation(config)}: ${error.message}`)
      isReported = true
      if (!(await backoff.next())) throw error
    }
  }
}
