import { join } from 'node:path'
import type { HttpTransportOptions } from '../adapters/dynamodb/http-transport.ts'
import type { LocalEngine } from '../adapters/dynamodb-local/local-engine.ts'
import type { SqliteStore } from '../adapters/sqlite/sqlite-store.ts'
import type { Store } from '../kernel/ports/store.ts'
import type { Config } from './config.ts'

/** The store of a configuration, and what has to be looked after beside it. */
export interface OpenedStore {
  readonly store: Store
  /** The engine as `/healthz` names it. */
  readonly engine: 'sqlite' | 'dynamodb'
  /** Where the data is: a file, or an endpoint and table. */
  readonly location: string
  /** Set where the engine has no TTL of its own and expired garbage has to be removed. */
  readonly removeExpired?: SqliteStore['removeExpired']
  /** Closes the store, and ends the local engine if this process started it. */
  close(): Promise<void>
}

/** Told of what happens to a local engine, and that DynamoDB is waited for. */
export type EngineNotice = (message: string) => void

/** The file of the embedded store in a data folder. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'holdfast.sqlite')

/** Opens the store that the settings ask for; adapters are loaded only when they are used. */
export async function openStore(config: Config, notice: EngineNotice): Promise<OpenedStore> {
  return config.store === 'sqlite' ? openSqlite(config) : openDynamoDb(config, notice)
}

async function openSqlite(config: Config): Promise<OpenedStore> {
  const { createSqliteStore } = await import('../adapters/sqlite/sqlite-store.ts')
  const file = sqliteFile(config.dataDir)
  const store = await createSqliteStore({ file })
  return {
    store,
    engine: 'sqlite',
    location: file,
    removeExpired: (now, limit) => store.removeExpired(now, limit),
    close: () => store.close(),
  }
}

const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' }

/**
 * DynamoDB at a given endpoint; else, where a region is given, on AWS, whose table is made by the
 * deployment and not here; else the local engine on the data folder.
 */
async function openDynamoDb(config: Config, notice: EngineNotice): Promise<OpenedStore> {
  const { createDynamoDbStore } = await import('../adapters/dynamodb/store.ts')
  const tableName = config.dynamoDbTable
  const region = config.awsRegion ?? 'local'
  if (config.dynamoDbEndpoint === undefined && config.awsRegion !== undefined) {
    const store = createDynamoDbStore({
      tableName,
      region,
      endpoint: `https://dynamodb.${region}.amazonaws.com`,
      credentials: await awsCredentials(),
    })
    const location = `table ${tableName} in ${region}`
    return { store, engine: 'dynamodb', location, close: () => store.close() }
  }
  const engine =
    config.dynamoDbEndpoint === undefined ? await joinEngine(config, notice) : undefined
  const endpoint = engine?.endpoint ?? (config.dynamoDbEndpoint as string)
  const credentials = hasAwsCredentials() ? await awsCredentials() : async () => LOCAL_CREDENTIALS
  const options = { tableName, region, endpoint, credentials }
  const at = typeof endpoint === 'string' ? endpoint : endpoint()
  try {
    await createMissingTable(options, (failure) =>
      notice(
        `DynamoDB at ${at} cannot answer yet and is waited for: ${failure instanceof Error ? failure.message : failure}`,
      ),
    )
  } catch (error) {
    await engine?.close()
    throw error
  }
  const store = createDynamoDbStore(options)
  return {
    store,
    engine: 'dynamodb',
    location: `table ${tableName} at ${at}`,
    async close() {
      await store.close()
      await engine?.close()
    },
  }
}

async function joinEngine(config: Config, notice: EngineNotice): Promise<LocalEngine> {
  const { startLocalEngine } = await import('../adapters/dynamodb-local/local-engine.ts')
  return startLocalEngine({
    dataDir: config.dataDir,
    onExit: ({ pid, replacedBy, cause }) =>
      notice(
        replacedBy === undefined
          ? `the local DynamoDB engine ${pid} ended and could not be started again: ${cause}`
          : `the local DynamoDB engine ${pid} ended; ${replacedBy} took its place`,
      ),
  })
}

async function createMissingTable(
  options: HttpTransportOptions & { readonly tableName: string },
  onWait: (failure: unknown) => void,
): Promise<void> {
  const { createHttpTransport } = await import('../adapters/dynamodb/http-transport.ts')
  const { createTable } = await import('../adapters/dynamodb/create-table.ts')
  const { fatal } = await import('../adapters/dynamodb/failures.ts')
  const transport = createHttpTransport(options)
  try {
    await createTable(transport, { tableName: options.tableName, onWait })
  } catch (failure) {
    throw fatal(failure)
  } finally {
    await transport.close()
  }
}

// Endpoints that are not AWS accept any credentials; those of the environment are used where set.
const hasAwsCredentials = (): boolean => process.env.AWS_ACCESS_KEY_ID !== undefined

async function awsCredentials(): Promise<HttpTransportOptions['credentials']> {
  const { defaultProvider } = await import('@aws-sdk/credential-provider-node')
  return defaultProvider()
}
