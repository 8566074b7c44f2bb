import { classifyFailure, unavailable } from './failures.ts'
import { TABLE } from './table.ts'
import { DynamoDbFailure, type Transport } from './transport.ts'
import type { KeySchema, TableDescription } from './wire.ts'

/** The table does not exist, or its keys or indexes are not those of Holdfast. */
export class TableNotUsable extends Error {
  override readonly name = 'TableNotUsable'
  readonly code = 'store_table_not_usable'
}

/** Which table to check, and the region in messages. */
export interface CheckTableOptions {
  readonly tableName: string
  readonly region: string
}

// Least-privilege credentials may lack the permission to describe the table. Then requests fail on their own.
const FORBIDDEN = new Set(['AccessDeniedException', 'UnrecognizedClientException'])

/**
 * Checks that the table exists with the keys and indexes of `TABLE`. Does nothing without the permission
 * to describe it. Throws `TableNotUsable`, and `StoreUnavailable` if DynamoDB does not answer.
 */
export async function checkTable(transport: Transport, options: CheckTableOptions): Promise<void> {
  const table = await describe(transport, options)
  if (table) assertUsable(table, options.tableName)
}

/** Throws `TableNotUsable` if the keys or indexes of a table are not those of `TABLE`. */
export function assertUsable(table: TableDescription, tableName: string): void {
  const index = missingIndex(table)
  if (index) {
    throw new TableNotUsable(
      `Table ${tableName} is of an earlier version of Holdfast: it lacks the index ${index.name}. Run npm run deploy to add it.`,
    )
  }
  const fault = faultOf(table)
  if (fault === undefined) return
  throw new TableNotUsable(
    `Table ${tableName} is not a table of Holdfast: ${fault}. Set HOLDFAST_DYNAMODB_TABLE to another name.`,
  )
}

async function describe(
  transport: Transport,
  { tableName, region }: CheckTableOptions,
): Promise<TableDescription | undefined> {
  try {
    return (await transport.send('DescribeTable', { TableName: tableName })).Table
  } catch (failure) {
    const code = failure instanceof DynamoDbFailure ? failure.code : undefined
    if (code === 'ResourceNotFoundException') {
      throw new TableNotUsable(
        `Table ${tableName} does not exist in ${region}. Run npm run deploy to create it, or set HOLDFAST_DYNAMODB_TABLE and AWS_REGION to those of the table.`,
        { cause: failure },
      )
    }
    if (code !== undefined && FORBIDDEN.has(code)) return undefined
    // An outage: the first request retries it.
    if (classifyFailure(failure) !== 'fatal') return undefined
    throw unavailable(failure, 'not-applied')
  }
}

interface Keys {
  readonly partitionKey: string
  readonly sortKey: string
}

const isKeyedBy = (schema: KeySchema | undefined, keys: Keys): boolean =>
  schema?.length === 2 &&
  schema.some((key) => key.KeyType === 'HASH' && key.AttributeName === keys.partitionKey) &&
  schema.some((key) => key.KeyType === 'RANGE' && key.AttributeName === keys.sortKey)

const indexOf = (table: TableDescription, name: string) =>
  table.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === name)

/**
 * The first index that a table of an earlier version of Holdfast lacks. Undefined if there is none, or if
 * it is another table.
 */
export function missingIndex(table: TableDescription): (typeof TABLE.indexes)[number] | undefined {
  const [first, ...later] = TABLE.indexes
  const isOurs =
    isKeyedBy(table.KeySchema, TABLE) && isKeyedBy(indexOf(table, first.name)?.KeySchema, first)
  return isOurs ? later.find(({ name }) => indexOf(table, name) === undefined) : undefined
}

/** What is wrong with a table. Undefined: nothing. */
function faultOf(table: TableDescription): string | undefined {
  if (!isKeyedBy(table.KeySchema, TABLE)) {
    return `its keys are not ${TABLE.partitionKey} and ${TABLE.sortKey}`
  }
  const keyNames = [TABLE, ...TABLE.indexes].flatMap((of): string[] => [
    of.partitionKey,
    of.sortKey,
  ])
  const notText = (table.AttributeDefinitions ?? []).find(
    (each) => keyNames.includes(each.AttributeName) && each.AttributeType !== 'S',
  )
  if (notText) return `its key ${notText.AttributeName} is not a string`
  for (const index of TABLE.indexes) {
    if (!isKeyedBy(indexOf(table, index.name)?.KeySchema, index)) {
      return `it lacks the index ${index.name} on ${index.partitionKey} and ${index.sortKey}`
    }
  }
  return undefined
}
