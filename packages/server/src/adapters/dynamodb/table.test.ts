import { expect, test } from 'vitest'
import { createTableInput } from './table.ts'

test('the table has its key, five keys-only indexes and on-demand billing', () => {
  const input = createTableInput({ tableName: 'holdfast' })
  expect(input).toMatchObject({
    TableName: 'holdfast',
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [
      { AttributeName: 'PK', KeyType: 'HASH' },
      { AttributeName: 'SK', KeyType: 'RANGE' },
    ],
  })
  expect(input.GlobalSecondaryIndexes).toHaveLength(5)
  expect(input.GlobalSecondaryIndexes[4]).toEqual({
    IndexName: 'GSI5',
    KeySchema: [
      { AttributeName: 'GSI5PK', KeyType: 'HASH' },
      { AttributeName: 'GSI5SK', KeyType: 'RANGE' },
    ],
    Projection: { ProjectionType: 'KEYS_ONLY' },
  })
  expect(input.AttributeDefinitions).toHaveLength(12)
})

test('the table has a stream only on request', () => {
  expect(createTableInput({ tableName: 'holdfast' })).not.toHaveProperty('StreamSpecification')
  expect(createTableInput({ tableName: 'holdfast', stream: true })).toMatchObject({
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  })
})
