import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RetryPolicy } from '../adapters/aws/retry.ts'
import type { HttpTransportOptions } from '../adapters/dynamodb/http-transport.ts'
import type { LocalEngine } from '../adapters/dynamodb-local/local-engine.ts'
import { checkFormat } from '../kernel/format.ts'
import type { Config } from './config.ts'
import { openPostgres } from './open-postgres.ts'
import type { EngineNotice, OpenedStore } from './opened-store.ts'
import { paceProcessRetries } from './retries.ts'

interface OpenOptions {
  /** Called before each repetition of a request to DynamoDB, and of a decision that lost to another writer. */
  readonly onRetry?: () => void
  /** A missing table of DynamoDB is an error, instead of created. */
  readonly mustExist?: boolean
}

/** The file of the SQLite store in a data folder. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'holdfast.sqlite')

/**
 * Opens the configured store, and paces the retries of this process. Adapters are imported only when they are used.
 * Creates a missing table of DynamoDB, except on AWS. Throws `StoreTooNew` if this version must not write to the store.
 */
export async function openStore(
  config: Config,
  notice: EngineNotice,
  options: OpenOptions = {},
): Promise<OpenedStore> {
  const opened = await openEngine(config, notice, options)
  try {
    await checkFormat(opened.store)
  } catch (error) {
    await opened.close()
    throw error
  }
  return opened
}

async function openEngine(
  config: Config,
  notice: EngineNotice,
  { onRetry = () => {}, mustExist = false }: OpenOptions,
): Promise<OpenedStore> {
  const shared = paceProcessRetries(onRetry)
  switch (config.store) {
    case 'sqlite':
      return await openSqlite(config, notice)
    case 'dynamodb':
      return await openDynamoDb(config, notice, {
        mustExist,
        retry: {
          ...shared,
          // The store waits before each repetition.
          async sleep(milliseconds: number) {
            onRetry()
            await sleep(milliseconds)
          },
        },
      })
    case 'postgres':
      return await openPostgres(config, notice)
  }
}

async function openSqlite(config: Config, notice: EngineNotice): Promise<OpenedStore> {
  const { createSqliteStore } = await import('../adapters/sqlite/sqlite-store.ts')
  const file = sqliteFile(config.dataDir)
  const store = await createSqliteStore({
    file,
    onWritable: (problem) =>
      notice(
        problem === undefined
          ? `${file} can be written again.`
          : `${file} cannot be written: ${problem}. Requests that write are answered with 503.`,
      ),
  })
  return {
    store,
    engine: 'sqlite',
    location: file,
    removeExpired: (now, limit) => store.removeExpired(now, limit),
    purgeDeleted: () => store.purgeDeleted(),
    close: () => store.close(),
  }
}

const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' }

/**
 * Opens DynamoDB at the configured endpoint; otherwise, with a region, on AWS, where the deployment
 * creates the table; otherwise on the local engine in the data folder.
 */
async function openDynamoDb(
  config: Config,
  notice: EngineNotice,
  { retry, mustExist }: { readonly retry: Partial<RetryPolicy>; readonly mustExist: boolean },
): Promise<OpenedStore> {
  const { createDynamoDbStore } = await import('../adapters/dynamodb/store.ts')
  const tableName = config.dynamoDbTable
  const region = config.awsRegion ?? 'local'
  if (config.dynamoDbEndpoint === undefined && config.awsRegion !== undefined) {
    await checkExistingTable({ tableName, region })
    const store = createDynamoDbStore({ tableName, region, retry })
    const location = `table ${tableName} in ${region}`
    return { store, engine: 'dynamodb', location, close: () => store.close() }
  }
  const { endpoint, engine } =
    config.dynamoDbEndpoint === undefined
      ? await startEngine(config, notice)
      : { endpoint: config.dynamoDbEndpoint, engine: undefined }
  const credentials = hasAwsCredentials() ? await awsCredentials() : async () => LOCAL_CREDENTIALS
  const options = { tableName, region, endpoint, credentials }
  const at = typeof endpoint === 'string' ? endpoint : endpoint()
  try {
    await prepareTable({ ...options, mustExist }, (failure) =>
      notice(
        `Waiting for DynamoDB at ${at}: ${failure instanceof Error ? failure.message : failure}`,
      ),
    )
  } catch (error) {
    await engine?.close()
    throw error
  }
  const store = createDynamoDbStore({ ...options, retry })
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

async function startEngine(
  config: Config,
  notice: EngineNotice,
): Promise<{ readonly endpoint: LocalEngine['endpoint']; readonly engine: LocalEngine }> {
  const { startLocalEngine } = await import('../adapters/dynamodb-local/local-engine.ts')
  const engine = await startLocalEngine({
    dataDir: config.dataDir,
    onExit: ({ pid, replacedBy, cause }) =>
      notice(
        replacedBy === undefined
          ? `The local DynamoDB engine (pid ${pid}) exited and cannot be restarted: ${cause}`
          : `The local DynamoDB engine (pid ${pid}) exited and was restarted (pid ${replacedBy}).`,
      ),
  })
  return { endpoint: engine.endpoint, engine }
}

async function checkExistingTable(options: {
  readonly tableName: string
  readonly region: string
}): Promise<void> {
  const { connect } = await import('../adapters/dynamodb/store.ts')
  const { checkTable } = await import('../adapters/dynamodb/check-table.ts')
  const transport = connect(options)
  try {
    await checkTable(transport, options)
  } finally {
    await transport.close()
  }
}

/** Creates the table if it is missing and need not exist. A table of another program is rejected. */
async function prepareTable(
  options: HttpTransportOptions & { readonly tableName: string; readonly mustExist: boolean },
  onWait: (failure: unknown) => void,
): Promise<void> {
  const { createHttpTransport } = await import('../adapters/dynamodb/http-transport.ts')
  const { createTable } = await import('../adapters/dynamodb/create-table.ts')
  const { fatal } = await import('../adapters/dynamodb/failures.ts')
  const transport = createHttpTransport(options)
  try {
    const { tableName, mustExist } = options
    await createTable(transport, { tableName, mustExist, onWait })
  } catch (failure) {
    throw fatal(failure)
  } finally {
    await transport.close()
  }
}

// Endpoints other than AWS accept any credentials. Credentials in the environment are used if set.
const hasAwsCredentials = (): boolean => process.env.AWS_ACCESS_KEY_ID !== undefined

async function awsCredentials(): Promise<HttpTransportOptions['credentials']> {
  const { defaultProvider } = await import('@aws-sdk/credential-provider-node')
  return defaultProvider()
}
