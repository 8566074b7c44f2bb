import { afterAll, beforeAll } from 'vitest'
import { startTestEngine, type TestEngine } from '../support/dynamodb.ts'
import { storeSuite } from './store.suite.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startTestEngine()
})
afterAll(() => engine.stop())

storeSuite('DynamoDB', async () => {
  const { store, tableName } = await engine.openStore()
  const opened = [store]
  return {
    store,
    async reopen() {
      await store.close()
      await engine.killAndRestart()
      const again = engine.storeOn(tableName)
      opened.push(again)
      return again
    },
    async close() {
      await Promise.all(opened.map((each) => each.close()))
    },
  }
})
