import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable } from '../../application/ports/store.ts'
import { createTableInput, TABLE, type TableOptions } from './table.ts'
import { DynamoDbFailure, type Transport } from './transport.ts'
import type { TableDescription } from './wire.ts'

/** How `createTable` makes the table. */
export interface CreateTableOptions extends TableOptions {
  /** Gives up when the table is not active after this long; 60 s unless set. */
  readonly timeoutMs?: number
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

async function hasTtl(transport: Transport, tableName: string): Promise<boolean> {
  const input = { TableName: tableName }
  const { TimeToLiveDescription } = await transport.send('DescribeTimeToLive', input)
  const status = TimeToLiveDescription?.TimeToLiveStatus
  return status === 'ENABLED' || status === 'ENABLING'
}

async function enableTtl(transport: Transport, tableName: string): Promise<void> {
  if (await hasTtl(transport, tableName)) return
  try {
    await transport.send('UpdateTimeToLive', {
      TableName: tableName,
      TimeToLiveSpecification: { AttributeName: TABLE.ttlAttribute, Enabled: true },
    })
  } catch (failure) {
    // DynamoDB refuses to enable what another process has just enabled.
    if (!(await hasTtl(transport, tableName))) throw failure
  }
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
