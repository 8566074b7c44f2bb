import { createTable } from '../../src/adapters/dynamodb/create-table.ts'
import { createStoreOnTransport } from '../../src/adapters/dynamodb/store.ts'
import type { WireStreamRecord } from '../../src/adapters/dynamodb/stream.ts'
import type { Transport } from '../../src/adapters/dynamodb/transport.ts'
import type { WireItem } from '../../src/adapters/dynamodb/wire.ts'
import type { ItemKey, Store } from '../../src/kernel/ports/store.ts'
import type { TestEngine } from './dynamodb.ts'

/** A separate small table with a change stream: the local engine slows down as a stream grows. */
export interface StreamTable {
  readonly tableName: string
  readonly store: Store
  /** The stream's records since the last call. */
  records(): Promise<readonly WireStreamRecord[]>
  /** Writes any item, bypassing the store. */
  put(item: WireItem): Promise<void>
  /** Deletes an item, bypassing the store, like a person at a console. */
  remove(key: ItemKey): Promise<void>
  close(): Promise<void>
}

/** The operations of the stream API. */
interface Streams {
  DescribeStream: {
    readonly StreamDescription: { readonly Shards: readonly { readonly ShardId: string }[] }
  }
  GetShardIterator: { readonly ShardIterator: string }
  GetRecords: {
    readonly Records: readonly WireStreamRecord[]
    readonly NextShardIterator: string
  }
}

const callStream = async <Name extends keyof Streams>(
  engine: TestEngine,
  name: Name,
  input: object,
): Promise<Streams[Name]> =>
  (await engine.call(`DynamoDBStreams_20120810.${name}`, input)) as Streams[Name]

async function firstIterator(
  engine: TestEngine,
  transport: Transport,
  tableName: string,
): Promise<string> {
  const { Table } = await transport.send('DescribeTable', { TableName: tableName })
  const StreamArn = (Table as unknown as { readonly LatestStreamArn: string }).LatestStreamArn
  const { StreamDescription } = await callStream(engine, 'DescribeStream', { StreamArn })
  const [shard] = StreamDescription.Shards
  const { ShardIterator } = await callStream(engine, 'GetShardIterator', {
    StreamArn,
    ShardId: shard?.ShardId,
    ShardIteratorType: 'TRIM_HORIZON',
  })
  return ShardIterator
}

let tables = 0

/** Opens a store on a new table with a stream. */
export async function openStreamTable(engine: TestEngine): Promise<StreamTable> {
  tables += 1
  const tableName = `streamed-${tables}`
  const transport = engine.connect()
  await createTable(transport, { tableName, stream: true })
  const store = createStoreOnTransport(transport, { tableName })
  let iterator = await firstIterator(engine, transport, tableName)
  return {
    tableName,
    store,
    async records() {
      const all: WireStreamRecord[] = []
      for (;;) {
        const page = await callStream(engine, 'GetRecords', { ShardIterator: iterator })
        iterator = page.NextShardIterator
        if (page.Records.length === 0) return all
        all.push(...page.Records)
      }
    },
    async put(item) {
      await transport.send('PutItem', {
        TableName: tableName,
        Item: item,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      })
    },
    async remove({ PK, SK }) {
      await transport.send('DeleteItem', {
        TableName: tableName,
        Key: { PK: { S: PK }, SK: { S: SK } },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      })
    },
    close: () => store.close(),
  }
}

/**
 * Changes the record of a deletion into one by TTL. The local engine never removes items by TTL, so
 * everything in the record is real except who deleted the item.
 */
export const asByTtl = (record: WireStreamRecord): WireStreamRecord => ({
  ...record,
  userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
})

/** The sequence number of a record. */
export const sequenceOf = (record: WireStreamRecord | undefined): string =>
  record?.dynamodb?.SequenceNumber as string

/** The partition key of a record's item. */
export const partitionOf = (record: WireStreamRecord): string => {
  const { PK } = record.dynamodb?.Keys ?? {}
  return PK && 'S' in PK ? PK.S : ''
}
