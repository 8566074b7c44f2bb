import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('without any setting the server keeps its data beside it, in SQLite, on port 3000', () => {
  const { dataDir, ...config } = readConfig({})
  expect(dataDir.endsWith('/data')).toBe(true)
  expect(config).toEqual({
    port: 3000,
    store: 'sqlite',
    dynamoDbTable: 'holdfast',
    publicUrl: 'http://localhost:3000',
    testMode: false,
    trustedProxies: 0,
    sweeper: true,
    demo: true,
    logLevel: 'info',
  })
})

test('a setting that is empty counts as not set', () => {
  expect(readConfig({ PORT: '', HOLDFAST_BOOTSTRAP_API_KEY: '' }).port).toBe(3000)
})

test.each([
  [{ PORT: 'many' }, 'PORT is "many"; it must be a whole number, 0 to 65535'],
  [{ PORT: '70000' }, 'PORT is "70000"; it must be a whole number, 0 to 65535'],
  [{ HOLDFAST_STORE: 'mysql' }, 'HOLDFAST_STORE is "mysql"; it must be one of sqlite, dynamodb'],
  [{ HOLDFAST_TEST_MODE: 'yes' }, 'HOLDFAST_TEST_MODE is "yes"; it must be one of 0, 1'],
  [
    { HOLDFAST_DYNAMODB_ENDPOINT: 'localhost:8000' },
    'HOLDFAST_DYNAMODB_ENDPOINT is "localhost:8000"; it must be an http or https URL',
  ],
  [
    { HOLDFAST_BOOTSTRAP_API_KEY: 'secret' },
    'HOLDFAST_BOOTSTRAP_API_KEY must begin with "hf_" and hold visible ASCII characters only',
  ],
])('a wrong setting is named with what would be right: %o', (env, message) => {
  expect(() => readConfig(env)).toThrow(new ConfigError(message))
})
