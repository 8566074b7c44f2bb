import { type HttpContender, NAMES, type Surroundings } from './contenders.ts'
import { API_KEY } from './holdfast-server.ts'
import { createDatabase, type PostgresCluster } from './postgres-cluster.ts'
import { startAskable, withChildren } from './processes.ts'
import { SlotPool } from './slot-pool.ts'
import { postgresUnits } from './units.ts'

/** Connections from the service to PostgreSQL. 8 and 32 were no faster on two cores. */
export const POSTGRES_POOL = 16

/** Starts the service on Fastify and PostgreSQL (`postgres-service.ts`) on a cluster. */
export async function fastifyContender(
  { stack }: Pick<Surroundings, 'stack'>,
  cluster: PostgresCluster,
): Promise<HttpContender> {
  const service = stack.use(
    startAskable<object, { readonly address: string; readonly port: number }>(
      './postgres-service.ts',
      [cluster.socketFolder, String(POSTGRES_POOL)],
    ),
  )
  const { address: host, port } = await service.ask({})
  const pool = new SlotPool(Date.now())
  return {
    name: NAMES.postgres,
    origin: { host, port },
    processes: { server: () => [service.pid], engine: () => withChildren(cluster.pid) },
    unitsFor: (count) => postgresUnits(pool.take(count)),
  }
}

/**
 * Starts the service with what a hold promises (`postgres-ledger-service.ts`) on a database of its own. The first
 * contender sends requests without, the second with an Idempotency-Key.
 */
export async function ledgerContenders(
  { stack }: Pick<Surroundings, 'stack'>,
  cluster: PostgresCluster,
): Promise<readonly HttpContender[]> {
  await createDatabase(cluster, 'ledger')
  const service = stack.use(
    startAskable<object, { readonly address: string; readonly port: number }>(
      './postgres-ledger-service.ts',
      [cluster.socketFolder, String(POSTGRES_POOL), API_KEY],
    ),
  )
  const { address: host, port } = await service.ask({})
  const pool = new SlotPool(Date.now())
  return [false, true].map((idempotencyKeys) => ({
    name: idempotencyKeys ? NAMES.ledgerKeyed : NAMES.ledger,
    origin: { host, port },
    processes: { server: () => [service.pid], engine: () => withChildren(cluster.pid) },
    unitsFor: (count) => postgresUnits(pool.take(count), { idempotencyKeys }),
  }))
}
