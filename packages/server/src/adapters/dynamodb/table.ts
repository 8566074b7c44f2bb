/**
 * The definition of the table, for the local setup and the AWS stack. The indexes contain keys only: an
 * index entry costs a write unit per KB that it copies, on every change.
 */
export const TABLE = {
  /** The name if none is configured. */
  defaultName: 'holdfast',
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: [
    { name: 'GSI1', partitionKey: 'GSI1PK', sortKey: 'GSI1SK' },
    { name: 'GSI2', partitionKey: 'GSI2PK', sortKey: 'GSI2SK' },
    { name: 'GSI3', partitionKey: 'GSI3PK', sortKey: 'GSI3SK' },
    { name: 'GSI4', partitionKey: 'GSI4PK', sortKey: 'GSI4SK' },
    { name: 'GSI5', partitionKey: 'GSI5PK', sortKey: 'GSI5SK' },
  ],
  indexProjection: 'KEYS_ONLY',
  billingMode: 'PAY_PER_REQUEST',
  /** Epoch second after which an item may be removed. It never decides whether a hold has expired. */
  ttlAttribute: 'ttl',
  streamViewType: 'NEW_AND_OLD_IMAGES',
} as const

/** The settings that differ between installations. */
export interface TableOptions {
  readonly tableName: string
  /** Enables the stream, which publishes the outbox on AWS. Not locally: it slows down the local engine. */
  readonly stream?: boolean
}

const keySchema = (of: { readonly partitionKey: string; readonly sortKey: string }) => [
  { AttributeName: of.partitionKey, KeyType: 'HASH' },
  { AttributeName: of.sortKey, KeyType: 'RANGE' },
]

const indexInput = (index: (typeof TABLE.indexes)[number]) => ({
  IndexName: index.name,
  KeySchema: keySchema(index),
  Projection: { ProjectionType: TABLE.indexProjection },
})

const textAttributes = (names: readonly string[]) =>
  names.map((name) => ({ AttributeName: name, AttributeType: 'S' }))

/** The input of `UpdateTable` that adds one index to a table of an earlier version. */
export const addIndexInput = (tableName: string, index: (typeof TABLE.indexes)[number]) => ({
  TableName: tableName,
  AttributeDefinitions: textAttributes([index.partitionKey, index.sortKey]),
  GlobalSecondaryIndexUpdates: [{ Create: indexInput(index) }],
})

/** The input of `CreateTable`. */
export function createTableInput({ tableName, stream = false }: TableOptions) {
  const keys = [TABLE, ...TABLE.indexes].flatMap((of) => [of.partitionKey, of.sortKey])
  return {
    TableName: tableName,
    BillingMode: TABLE.billingMode,
    AttributeDefinitions: textAttributes(keys),
    KeySchema: keySchema(TABLE),
    GlobalSecondaryIndexes: TABLE.indexes.map(indexInput),
    ...(stream && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: TABLE.streamViewType },
    }),
  }
}
