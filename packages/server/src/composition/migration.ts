import type { Logger } from 'pino'
import type { NodeBindings } from '../kernel/http/client-address.ts'
import { type ProblemDetails, problemResponse } from '../kernel/http/problem.ts'
import type { TransactionDependencies } from '../kernel/transaction.ts'
import { areIndexesCurrent, migrateIndexes } from '../ops/doctor/migrate-indexes.ts'

/** The migration of a store that an earlier version wrote. */
export interface Migration {
  /** Whether the store needs no migration any more. */
  isDone(): boolean
  /** Migrates what an earlier process has not. Resolves with whether it is done: not if the server stops. */
  run(): Promise<boolean>
}

const LOG_MILLISECONDS = 5_000

interface MigrationOptions {
  readonly logger: Logger
  /** Ends the migration; the next start goes on from there. */
  readonly stopping: AbortSignal
  /** Whether the store is empty. */
  readonly isNew: boolean
}

/** Reads whether the store needs a migration. An empty one does not, once that is recorded. */
export async function openMigration(
  deps: TransactionDependencies,
  { logger, stopping, isNew }: MigrationOptions,
): Promise<Migration> {
  let isDone = await areIndexesCurrent(deps.store)
  const migration: Migration = {
    isDone: () => isDone,
    async run() {
      if (isDone) return true
      let last = { read: 0, written: 0 }
      let loggedAt = performance.now()
      isDone = await migrateIndexes(deps, stopping, (progress) => {
        last = progress
        if (performance.now() - loggedAt < LOG_MILLISECONDS) return
        loggedAt = performance.now()
        logger.info(progress, 'migrating the store of an earlier version')
      })
      if (isDone && last.written > 0) logger.info(last, 'migrated the store of an earlier version')
      return isDone
    },
  }
  if (isNew) await migration.run()
  return migration
}

const MIGRATING: ProblemDetails = {
  code: 'store_unavailable',
  detail: 'The server migrates the data of an earlier version. Nothing was changed.',
  headers: { 'retry-after': '5', 'cache-control': 'no-store' },
}

/** They need no store that is migrated. */
const ALWAYS = new Set(['/healthz', '/metrics'])

type Fetch = (request: Request, env?: NodeBindings) => Response | Promise<Response>

/** Answers 503 to all requests but health checks and metrics until the store is migrated: lists are incomplete until then. */
export const afterMigration =
  (migration: Pick<Migration, 'isDone'>, fetch: Fetch): Fetch =>
  (request, env) => {
    if (migration.isDone() || ALWAYS.has(new URL(request.url).pathname)) return fetch(request, env)
    return problemResponse(MIGRATING, request)
  }
