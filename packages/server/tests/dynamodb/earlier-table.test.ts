import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTable } from '../../src/adapters/dynamodb/create-table.ts'
import { createTableInput } from '../../src/adapters/dynamodb/table.ts'
import { seed } from '../ports/suite/harness.ts'
import { startTestEngine, type TestEngine } from '../support/dynamodb.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startTestEngine()
})
afterAll(() => engine.stop())

test('a table of an earlier version gets the index that it lacks, and keeps its items', async () => {
  const transport = engine.connect()
  const { AttributeDefinitions, GlobalSecondaryIndexes, ...rest } = createTableInput({
    tableName: 'earlier',
  })
  await transport.send('CreateTable', {
    ...rest,
    AttributeDefinitions: AttributeDefinitions.slice(0, 10),
    GlobalSecondaryIndexes: GlobalSecondaryIndexes.slice(0, 4),
  })
  const store = engine.storeOn('earlier')
  const item = { PK: 'P', SK: 'before', GSI5PK: 'account', GSI5SK: '1' }
  await seed(store, [item])
  await createTable(transport, { tableName: 'earlier' })
  expect((await store.query({ index: 'GSI5', partition: 'account' })).items).toEqual([item])
  await createTable(transport, { tableName: 'earlier' })
  await store.close()
  await transport.close()
})
