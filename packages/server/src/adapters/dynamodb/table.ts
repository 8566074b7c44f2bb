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

/** The parts of the table that differ between installations. */
export interface TableOptions {
  readonly tableName: string
  /** On AWS the stream carries the outbox. Never locally: the engine's time a write grows with it. */
  readonly stream?: boolean
}

/** The body of `CreateTable`. */
export function createTableInput({ tableName, stream = false }: TableOptions) {
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
