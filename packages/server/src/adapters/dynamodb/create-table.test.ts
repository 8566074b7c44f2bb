import { describe, expect, test } from 'vitest'
import { createTable } from './create-table.ts'
import { DynamoDbFailure, type Transport } from './transport.ts'

const refused = (code: string): DynamoDbFailure =>
  new DynamoDbFailure({ code, message: 'm', outcome: 'refused' })
const notReached = (): DynamoDbFailure =>
  new DynamoDbFailure({ code: 'ECONNREFUSED', message: 'm', outcome: 'not-sent' })
const AT_ONCE = { sleep: async () => {} }
const table = (TableStatus: string, IndexStatus = 'ACTIVE') => ({
  Table: { TableStatus, GlobalSecondaryIndexes: [{ IndexName: 'GSI1', IndexStatus }] },
})
const ttl = (TimeToLiveStatus: string) => ({ TimeToLiveDescription: { TimeToLiveStatus } })
const missing = () => refused('ResourceNotFoundException')

/** A transport with answers for each operation, the last of which stays. */
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

describe('the table', () => {
  test('is made where it is missing, awaited with its indexes, and given its TTL', async () => {
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
  test('that is there is left as it is', async () => {
    const { transport, sent } = scripted({
      DescribeTable: [table('ACTIVE')],
      DescribeTimeToLive: [ttl('ENABLED')],
    })
    await createTable(transport, { tableName: 'holdfast' })
    expect(sent).toEqual(['DescribeTable', 'DescribeTable', 'DescribeTimeToLive'])
  })
  test('may be made by another process at the same time, and given its TTL by it', async () => {
    const { transport } = scripted({
      DescribeTable: [missing(), table('ACTIVE')],
      CreateTable: [refused('ResourceInUseException')],
      DescribeTimeToLive: [ttl('DISABLED'), ttl('ENABLING')],
      UpdateTimeToLive: [refused('ValidationException')],
    })
    await expect(createTable(transport, { tableName: 'holdfast' })).resolves.toBeUndefined()
  })
  test('that does not become active is given up on', async () => {
    const { transport } = scripted({ DescribeTable: [missing(), table('CREATING')] })
    await expect(
      createTable(transport, { tableName: 'holdfast', timeoutMs: 100 }),
    ).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'not-applied' })
  })
  test('is looked for again where DynamoDB cannot answer for a moment, and that is told once', async () => {
    const told: unknown[] = []
    const { transport, sent } = scripted({
      DescribeTable: [notReached(), refused('ThrottlingException'), missing(), table('ACTIVE')],
      CreateTable: [refused('InternalServerError'), refused('ResourceInUseException')],
      DescribeTimeToLive: [ttl('ENABLED')],
    })
    await createTable(transport, {
      tableName: 'holdfast',
      retry: AT_ONCE,
      onWait: (failure) => told.push(failure),
    })
    expect(sent.filter((operation) => operation === 'CreateTable')).toHaveLength(2)
    expect(told).toEqual([expect.objectContaining({ code: 'ECONNREFUSED' })])
  })
  test('is given up on where DynamoDB cannot be reached for long', async () => {
    const { transport, sent } = scripted({ DescribeTable: [notReached()] })
    await expect(
      createTable(transport, { tableName: 'holdfast', retry: { ...AT_ONCE, retries: 3 } }),
    ).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: 'DynamoDB cannot answer: ECONNREFUSED: m',
    })
    expect(sent).toHaveLength(4)
  })
  test.each([
    ['that may not be described', { DescribeTable: [refused('AccessDeniedException')] }],
    [
      'that may not be made',
      { DescribeTable: [missing()], CreateTable: [refused('AccessDeniedException')] },
    ],
    [
      'whose TTL may not be set',
      {
        DescribeTable: [table('ACTIVE')],
        DescribeTimeToLive: [ttl('DISABLED')],
        UpdateTimeToLive: [refused('AccessDeniedException')],
      },
    ],
  ])('%s says so', async (_, answers) => {
    const { transport } = scripted(answers)
    await expect(createTable(transport, { tableName: 'holdfast' })).rejects.toMatchObject({
      code: 'AccessDeniedException',
    })
  })
})
