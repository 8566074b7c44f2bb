import { describe, expect, test } from 'vitest'
import { createTable } from './create-table.ts'
import { createTableInput } from './table.ts'
import { DynamoDbFailure, type Transport } from './transport.ts'

const refused = (code: string): DynamoDbFailure =>
  new DynamoDbFailure({ code, message: 'm', outcome: 'refused' })
const notReached = (): DynamoDbFailure =>
  new DynamoDbFailure({ code: 'ECONNREFUSED', message: 'm', outcome: 'not-sent' })
const AT_ONCE = { sleep: async () => {} }
const { TableName: _, ...DEFINITION } = createTableInput({ tableName: 'holdfast' })
const table = (TableStatus: string, IndexStatus = 'ACTIVE') => ({
  Table: {
    ...DEFINITION,
    TableStatus,
    GlobalSecondaryIndexes: DEFINITION.GlobalSecondaryIndexes.map((index) => ({
      ...index,
      IndexStatus,
    })),
  },
})
const ttl = (TimeToLiveStatus: string) => ({ TimeToLiveDescription: { TimeToLiveStatus } })
const missing = () => refused('ResourceNotFoundException')

/** A transport with scripted answers per operation. The last answer repeats. */
function scripted(answers: Readonly<Record<string, readonly (object | DynamoDbFailure)[]>>) {
  const sent: string[] = []
  const transport = {
    async send(operation: string) {
      const left = answers[operation] ?? []
      const answer =
        left[Math.min(sent.filter((name) => name === operation).length, left.length - 1)]
      sent.push(operation)
      if (answer instanceof DynamoDbFailure) throw answer
      return answer ?? {}
    },
    close: async () => undefined,
  } as Transport
  return { transport, sent }
}

describe('createTable', () => {
  test('creates a missing table, waits for it and its indexes, and enables TTL', async () => {
    const { transport, sent } = scripted({
      DescribeTable: [missing(), table('CREATING'), table('ACTIVE', 'CREATING'), table('ACTIVE')],
      DescribeTimeToLive: [ttl('DISABLED')],
    })
    await createTable(transport, { tableName: 'holdfast' })
    expect(sent).toEqual([
      'DescribeTable',
      'CreateTable',
      'DescribeTable',
      'DescribeTable',
      'DescribeTable',
      'DescribeTimeToLive',
      'UpdateTimeToLive',
    ])
  })
  test('creates nothing if the table must exist, and names the setting', async () => {
    const { transport, sent } = scripted({ DescribeTable: [missing()] })
    await expect(
      createTable(transport, { tableName: 'holdfats', mustExist: true }),
    ).rejects.toMatchObject({
      code: 'store_table_not_usable',
      message: expect.stringMatching(/^No store in table holdfats\. Set HOLDFAST_DYNAMODB_TABLE /),
    })
    expect(sent).toEqual(['DescribeTable'])
  })
  test('leaves an existing table unchanged', async () => {
    const { transport, sent } = scripted({
      DescribeTable: [table('ACTIVE')],
      DescribeTimeToLive: [ttl('ENABLED')],
    })
    await createTable(transport, { tableName: 'holdfast' })
    expect(sent).toEqual(['DescribeTable', 'DescribeTable', 'DescribeTimeToLive'])
  })
  test('adds an index that a table of an earlier version lacks, and waits for it', async () => {
    const { Table } = table('ACTIVE')
    const GlobalSecondaryIndexes = Table.GlobalSecondaryIndexes.slice(0, 4)
    const { transport, sent } = scripted({
      DescribeTable: [
        { Table: { ...Table, GlobalSecondaryIndexes } },
        { Table: { ...Table, GlobalSecondaryIndexes } },
        table('UPDATING', 'CREATING'),
        table('ACTIVE'),
      ],
      DescribeTimeToLive: [ttl('ENABLED')],
    })
    await createTable(transport, { tableName: 'holdfast' })
    expect(sent).toEqual([
      'DescribeTable',
      'DescribeTable',
      'UpdateTable',
      'DescribeTable',
      'DescribeTable',
      'DescribeTimeToLive',
    ])
  })
  test('changes nothing at a table of something else', async () => {
    const { transport, sent } = scripted({
      DescribeTable: [{ Table: { ...table('ACTIVE').Table, GlobalSecondaryIndexes: [] } }],
    })
    await expect(createTable(transport, { tableName: 'holdfast' })).rejects.toMatchObject({
      name: 'TableNotUsable',
    })
    expect(sent).toEqual(['DescribeTable', 'DescribeTable'])
  })
  test('succeeds if another process creates the table and enables TTL at the same time', async () => {
    const { transport } = scripted({
      DescribeTable: [missing(), table('ACTIVE')],
      CreateTable: [refused('ResourceInUseException')],
      DescribeTimeToLive: [ttl('DISABLED'), ttl('ENABLING')],
      UpdateTimeToLive: [refused('ValidationException')],
    })
    await expect(createTable(transport, { tableName: 'holdfast' })).resolves.toBeUndefined()
  })
  test('fails if the table does not become active', async () => {
    const { transport } = scripted({ DescribeTable: [missing(), table('CREATING')] })
    await expect(
      createTable(transport, { tableName: 'holdfast', timeoutMs: 100 }),
    ).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'not-applied' })
  })
  test('retries while DynamoDB does not answer, and reports the wait once', async () => {
    const reported: unknown[] = []
    const { transport, sent } = scripted({
      DescribeTable: [notReached(), refused('ThrottlingException'), missing(), table('ACTIVE')],
      CreateTable: [refused('InternalServerError'), refused('ResourceInUseException')],
      DescribeTimeToLive: [ttl('ENABLED')],
    })
    await createTable(transport, {
      tableName: 'holdfast',
      retry: AT_ONCE,
      onWait: (failure) => reported.push(failure),
    })
    expect(sent.filter((operation) => operation === 'CreateTable')).toHaveLength(2)
    expect(reported).toEqual([expect.objectContaining({ code: 'ECONNREFUSED' })])
  })
  test('fails if DynamoDB stays unreachable', async () => {
    const { transport, sent } = scripted({ DescribeTable: [notReached()] })
    await expect(
      createTable(transport, { tableName: 'holdfast', retry: { ...AT_ONCE, retries: 3 } }),
    ).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: 'DynamoDB is unavailable: ECONNREFUSED: m',
    })
    expect(sent).toHaveLength(4)
  })
  test.each([
    ['describing the table', { DescribeTable: [refused('AccessDeniedException')] }],
    [
      'creating the table',
      { DescribeTable: [missing()], CreateTable: [refused('AccessDeniedException')] },
    ],
    [
      'enabling TTL',
      {
        DescribeTable: [table('ACTIVE')],
        DescribeTimeToLive: [ttl('DISABLED')],
        UpdateTimeToLive: [refused('AccessDeniedException')],
      },
    ],
  ])('fails without retries if %s is not permitted', async (_, answers) => {
    const { transport } = scripted(answers)
    await expect(createTable(transport, { tableName: 'holdfast' })).rejects.toMatchObject({
      code: 'AccessDeniedException',
    })
  })
})
