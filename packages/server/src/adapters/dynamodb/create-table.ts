import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import { createBackoff, DEFAULT_RETRY_POLICY, type RetryPolicy } from '../aws/retry.ts'
import { assertUsable, missingIndex, TableNotUsable } from './check-table.ts'
import { classifyFailure, unavailable } from './failures.ts'
import { addIndexInput, createTableInput, TABLE, type TableOptions } from './table.ts'
import { DynamoDbFailure, type Transport } from './transport.ts'
import type { TableDescription } from './wire.ts'

/** How a table is created. */
export interface CreateTableOptions extends TableOptions {
  /** A missing table is an error, instead of created. */
  readonly mustExist?: boolean
  /** How long to wait for the table to become active. Default: 60 s. */
  readonly timeoutMs?: number
  /** Overrides of the retry policy. */
  readonly retry?: Partial<RetryPolicy>
  /** Called once, with the first failure, if DynamoDB does not answer and is retried. */
  readonly onWait?: (failure: unknown) => void
}

const POLL_MS = 50

/** The server may start before its DynamoDB does, so it retries for longer than later requests do. */
const STARTUP_RETRY_POLICY: RetryPolicy = {
  ...DEFAULT_RETRY_POLICY,
  retries: 100,
  baseMs: 50,
  capMs: 1000,
  deadlineMs: 20_000,
}

/**
 * Wraps a transport to retry transient failures, all requests together within one policy. Only for
 * idempotent requests. Throws `StoreUnavailable` when the policy is exhausted.
 */
function withRetries(
  transport: Transport,
  { retry, onWait }: Pick<CreateTableOptions, 'retry' | 'onWait'>,
): Sender {
  const backoff = createBackoff({ ...STARTUP_RETRY_POLICY, ...retry })
  let isReported = false
  return {
    async send(operation, input) {
      for (;;) {
        try {
          return await transport.send(operation, input)
        } catch (failure) {
          const kind = classifyFailure(failure)
          if (kind !== 'retry' && kind !== 'unknown') throw failure
          if (!isReported) onWait?.(failure)
          isReported = true
          if (!(await backoff.next())) throw unavailable(failure, 'not-applied')
        }
      }
    },
  }
}

type Sender = Pick<Transport, 'send'>

const codeOf = (failure: unknown): string | undefined =>
  failure instanceof DynamoDbFailure ? failure.code : undefined

async function describe(
  transport: Sender,
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

async function hasTtl(transport: Sender, tableName: string): Promise<boolean> {
  const input = { TableName: tableName }
  const { TimeToLiveDescription } = await transport.send('DescribeTimeToLive', input)
  const status = TimeToLiveDescription?.TimeToLiveStatus
  return status === 'ENABLED' || status === 'ENABLING'
}

async function enableTtl(transport: Sender, tableName: string): Promise<void> {
  if (await hasTtl(transport, tableName)) return
  try {
    await transport.send('UpdateTimeToLive', {
      TableName: tableName,
      TimeToLiveSpecification: { AttributeName: TABLE.ttlAttribute, Enabled: true },
    })
  } catch (failure) {
    // DynamoDB rejects this if another process has just enabled TTL.
    if (!(await hasTtl(transport, tableName))) throw failure
  }
}

async function addIndex(
  transport: Sender,
  tableName: string,
  index: Parameters<typeof addIndexInput>[1],
): Promise<void> {
  try {
    await transport.send('UpdateTable', addIndexInput(tableName, index))
  } catch (failure) {
    // Another process adds it.
    if (codeOf(failure) !== 'ResourceInUseException') throw failure
  }
}

/**
 * Creates the table if it is missing, adds indexes that a table of an earlier version lacks, and waits
 * until it and its indexes are active. Several processes may do so at once. Throws `TableNotUsable` if the
 * table has other keys or indexes, or is missing but must exist, and changes nothing then. Throws `StoreUnavailable` if that takes longer
 * than `timeoutMs`, or if DynamoDB does not answer for 20 s.
 */
export async function createTable(inner: Transport, options: CreateTableOptions): Promise<void> {
  const { tableName, mustExist = false, timeoutMs = 60_000 } = options
  const transport = withRetries(inner, options)
  const deadline = performance.now() + timeoutMs
  if ((await describe(transport, tableName)) === undefined) {
    if (mustExist) {
      throw new TableNotUsable(
        `No store in table ${tableName}. Set HOLDFAST_DYNAMODB_TABLE to the table of the server, or start the server to create one.`,
      )
    }
    try {
      await transport.send('CreateTable', createTableInput(options))
    } catch (failure) {
      // Another process was first.
      if (codeOf(failure) !== 'ResourceInUseException') throw failure
    }
  }
  for (;;) {
    const table = await describe(transport, tableName)
    if (table && isActive(table)) {
      const index = missingIndex(table)
      if (index === undefined) {
        assertUsable(table, tableName)
        break
      }
      await addIndex(transport, tableName, index)
    }
    if (performance.now() >= deadline) {
      throw new StoreUnavailable(`Table ${tableName} does not become active.`, 'not-applied')
    }
    await sleep(POLL_MS)
  }
  await enableTtl(transport, tableName)
}
