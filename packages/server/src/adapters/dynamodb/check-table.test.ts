import { expect, test } from 'vitest'
import { checkTable } from './check-table.ts'
import { createTable } from './create-table.ts'
import { createTableInput } from './table.ts'
import { DynamoDbFailure, type Transport } from './transport.ts'

const USABLE = { ...createTableInput({ tableName: 'holdfast' }), TableStatus: 'ACTIVE' }
const REGION = { tableName: 'holdfast', region: 'eu-central-1' }

/** A transport whose `DescribeTable` has one answer. It records the operations. */
function describing(answer: object | DynamoDbFailure) {
  const sent: string[] = []
  const transport = {
    async send(operation: string) {
      sent.push(operation)
      if (answer instanceof DynamoDbFailure) throw answer
      return { Table: answer }
    },
    close: async () => undefined,
  } as Transport
  return { transport, sent }
}
const refused = (code: string) =>
  describing(new DynamoDbFailure({ code, message: 'm', outcome: 'refused' })).transport

test('a table with the keys and indexes of Holdfast is accepted', async () => {
  await expect(checkTable(describing(USABLE).transport, REGION)).resolves.toBeUndefined()
})

test('a missing table is reported with its name, region and settings', async () => {
  await expect(checkTable(refused('ResourceNotFoundException'), REGION)).rejects.toMatchObject({
    name: 'TableNotUsable',
    message:
      'Table holdfast does not exist in eu-central-1. Run npm run deploy to create it, or set HOLDFAST_DYNAMODB_TABLE and AWS_REGION to those of the table.',
  })
})

test.each([
  [
    'other keys',
    { KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] },
    'its keys are not PK and SK',
  ],
  [
    'a numeric key',
    { AttributeDefinitions: [{ AttributeName: 'SK', AttributeType: 'N' }] },
    'its key SK is not a string',
  ],
  [
    'an index on other keys',
    {
      GlobalSecondaryIndexes: USABLE.GlobalSecondaryIndexes.map((index) => ({
        ...index,
        KeySchema: USABLE.KeySchema,
      })),
    },
    'it lacks the index GSI1 on GSI1PK and GSI1SK',
  ],
])('a table with %s is rejected before anything is changed', async (_, fault, reason) => {
  const error = {
    name: 'TableNotUsable',
    message: `Table holdfast is not a table of Holdfast: ${reason}. Set HOLDFAST_DYNAMODB_TABLE to another name.`,
  }
  await expect(
    checkTable(describing({ ...USABLE, ...fault }).transport, REGION),
  ).rejects.toMatchObject(error)
  const { transport, sent } = describing({ ...USABLE, ...fault })
  await expect(createTable(transport, { tableName: 'holdfast' })).rejects.toMatchObject(error)
  expect(sent).toEqual(['DescribeTable', 'DescribeTable'])
})

test('a table of an earlier version is reported with the command that adds its index', async () => {
  const GlobalSecondaryIndexes = USABLE.GlobalSecondaryIndexes.slice(0, 4)
  const { transport } = describing({ ...USABLE, GlobalSecondaryIndexes })
  await expect(checkTable(transport, REGION)).rejects.toMatchObject({
    name: 'TableNotUsable',
    message:
      'Table holdfast is of an earlier version of Holdfast: it lacks the index GSI5. Run npm run deploy to add it.',
  })
})

test('a server without the permission to describe the table, or during an outage, starts', async () => {
  await expect(checkTable(refused('AccessDeniedException'), REGION)).resolves.toBeUndefined()
  await expect(checkTable(refused('InternalServerError'), REGION)).resolves.toBeUndefined()
})
