import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable } from '../../application/ports/store.ts'
import { DynamoDbFailure, type Transport } from './transport.ts'
import type { TableDescription } from './wire.ts'

/**
 * The table as data: local set-up creates it from here, and so does the stack on AWS. The indexes
 * hold keys only, since an index entry costs a write unit for each KB that it copies, on every change.
 */
export const TABLE = {
  /** The name where none is configured. */
  defaultName: 'holdfast',
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: [
    { name: 'GSI1', partitionKey: 'GSI1PK', sortKey: 'GSI1SK' },
    { name: 'GSI2', partitionKey: 'GSI2PK', sortKey: 'GSI2SK' },
    { name: 'GSI3', partitionKey: 'GSI3PK', sortKey: 'GSI3SK' },
    { name: 'GSI4', partitionKey: 'GSI4PK', sortKey: 'GSI4SK' },
  ],
  indexProjection: 'KEYS_ONLY',
  billingMode: 'PAY_PER_REQUEST',
  /** Epoch seconds after which an item is garbage; what it holds is never read as the end of a hold. */
  ttlAttribute: 'ttl',
  streamViewType: 'NEW_AND_OLD_IMAGES',
} as const

/** How `createTable` makes the table. */
export interface CreateTableOptions {
  readonly tableName: string
  /** On AWS the stream carries the outbox. Never locally: the engine's time a write grows with it. */
  readonly stream?: boolean
  /** Gives up when the table is not active after this long; 60 s unless set. */
  readonly timeoutMs?: number
}

/** The body of `CreateTable`. */
export function createTableInput({ tableName, stream = false }: CreateTableOptions) {
  const keys = [TABLE, ...TABLE.indexes].flatMap((of) => [of.partitionKey, of.sortKey])
  const keySchema = (of: { readonly partitionKey: string; readonly sortKey: string }) => [
    { AttributeName: of.partitionKey, KeyType: 'HASH' },
    { AttributeName: of.sortKey, KeyType: 'RANGE' },
  ]
  return {
    TableName: tableName,
    BillingMode: TABLE.billingMode,
    AttributeDefinitions: keys.map((name) => ({ AttributeName: name, AttributeType: 'S' })),
    KeySchema: keySchema(TABLE),
    GlobalSecondaryIndexes: TABLE.indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: keySchema(index),
      Projection: { ProjectionType: TABLE.indexProjection },
    })),
    ...(stream && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: TABLE.streamViewType },
    }),
  }
}

const POLL_MS = 50

const codeOf = (failure: unknown): string | undefined =>
  failure instanceof DynamoDbFailure ? failure.code : undefined

async function describe(
  transport: Transport,
  tableName: string,
): Promise<TableDescription | undefined> {
  try {
    return (await transport.send('DescribeTable', { TableName: tableName })).Table
  } catch (failure) {
    if (codeOf(failure) === 'ResourceNotFoundException') return undefined
    throw failure
  }
}

const isActive = ({ TableStatus, GlobalSecondaryIndexes = [] }: TableDescription): boolean =>
  TableStatus === 'ACTIVE' &&
  GlobalSecondaryIndexes.every((index) => (index.IndexStatus ?? 'ACTIVE') === 'ACTIVE')

/** Has the TTL attribute set; it is refused while it is being set, and once it is. */
async function enableTtl(transport: Transport, tableName: string): Promise<void> {
  const { TimeToLiveDescription } = await transport.send('DescribeTimeToLive', {
    TableName: tableName,
  })
  const status = TimeToLiveDescription?.TimeToLiveStatus
  if (status === 'ENABLED' || status === 'ENABLING') return
  await transport.send('UpdateTimeToLive', {
    TableName: tableName,
    TimeToLiveSpecification: { AttributeName: TABLE.ttlAttribute, Enabled: true },
  })
}

/**
 * Makes the table if it is missing and waits until it and its indexes are active; several processes
 * may do so at once. Throws `StoreUnavailable` when it takes longer than `timeoutMs`.
 */
export async function createTable(
  transport: Transport,
  options: CreateTableOptions,
): Promise<void> {
  const { tableName, timeoutMs = 60_000 } = options
  const giveUpAt = performance.now() + timeoutMs
  if ((await describe(transport, tableName)) === undefined) {
    try {
      await transport.send('CreateTable', createTableInput(options))
    } catch (failure) {
      // Another process was first.
      if (codeOf(failure) !== 'ResourceInUseException') throw failure
    }
  }
  for (;;) {
    const table = await describe(transport, tableName)
    if (table && isActive(table)) break
    if (performance.now() >= giveUpAt) {
      throw new StoreUnavailable(`the table ${tableName} does not become active`, 'not-applied')
    }
    await sleep(POLL_MS)
  }
  await enableTtl(transport, tableName)
}
