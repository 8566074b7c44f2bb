import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import { createBackoff, DEFAULT_RETRY_POLICY, type RetryPolicy } from '../aws/retry.ts'
import { judge, unavailable } from './failures.ts'
import { createTableInput, TABLE, type TableOptions } from './table.ts'
import { DynamoDbFailure, type Transport } from './transport.ts'
import type { TableDescription } from './wire.ts'

/** How `createTable` makes the table. */
export interface CreateTableOptions extends TableOptions {
  /** Gives up when the table is not active after this long; 60 s unless set. */
  readonly timeoutMs?: number
  /** Pieces of the policy below to replace. */
  readonly retry?: Partial<RetryPolicy>
  /** Told once, when DynamoDB cannot answer and is waited for: why. */
  readonly onWait?: (failure: unknown) => void
}

const POLL_MS = 50

/** A server may be started together with its DynamoDB, and be there first. */
const PATIENCE: RetryPolicy = {
  ...DEFAULT_RETRY_POLICY,
  retries: 100,
  baseMs: 50,
  capMs: 1000,
  deadlineMs: 20_000,
}

/**
 * A way to DynamoDB that repeats what may pass, all requests together within one policy. Only for
 * requests that do no harm twice. Throws `StoreUnavailable` when the policy is used up.
 */
function patient(
  transport: Transport,
  { retry, onWait }: Pick<CreateTableOptions, 'retry' | 'onWait'>,
): Sender {
  const backoff = createBackoff({ ...PATIENCE, ...retry })
  let hasTold = false
  return {
    async send(operation, input) {
      for (;;) {
        try {
          return await transport.send(operation, input)
        } catch (failure) {
          const verdict = judge(failure)
          if (verdict !== 'repeat' && verdict !== 'doubt') throw failure
          if (!hasTold) onWait?.(failure)
          hasTold = true
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
    // DynamoDB refuses to enable what another process has just enabled.
    if (!(await hasTtl(transport, tableName))) throw failure
  }
}

/**
 * Makes the table if it is missing and waits until it and its indexes are active; several processes
 * may do so at once. Throws `StoreUnavailable` when it takes longer than `timeoutMs`, or when DynamoDB
 * cannot answer for 20 s.
 */
export async function createTable(behind: Transport, options: CreateTableOptions): Promise<void> {
  const { tableName, timeoutMs = 60_000 } = options
  const transport = patient(behind, options)
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
