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
    vault: { kind: 'file' },
    testMode: false,
    trustedProxies: 0,
    sweeper: true,
    demo: true,
    mailFrom: 'no-reply@holdfast.invalid',
    allowPrivateNetwork: false,
    relay: true,
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
  [{ HOLDFAST_SERVER_KEY: 'abc' }, 'HOLDFAST_SERVER_KEY must be 64 hexadecimal digits'],
  [
    { HOLDFAST_CRASH_AT: 'relay.write.after' },
    'HOLDFAST_CRASH_AT works in test mode only (HOLDFAST_TEST_MODE=1)',
  ],
  [
    { HOLDFAST_TEST_MODE: '1', HOLDFAST_CRASH_AT: 'relay.write' },
    'HOLDFAST_CRASH_AT is "relay.write"; it must be a crash point such as relay.write.after, or relay.write.after:2',
  ],
  [
    { HOLDFAST_LEASE_MILLISECONDS: '1' },
    'HOLDFAST_LEASE_MILLISECONDS is "1"; it must be a whole number, 100 to 60000',
  ],
  [
    { HOLDFAST_ACCOUNT_LIMIT: 'many' },
    'HOLDFAST_ACCOUNT_LIMIT is "many"; it must be requests and seconds, such as 6000/60',
  ],
  [
    { HOLDFAST_VAULT_KEYS: 'abc' },
    'HOLDFAST_VAULT_KEYS must be keys of 64 hexadecimal digits, the newest first, separated by commas',
  ],
  [
    { HOLDFAST_GOOGLE_CLIENT_ID: 'one.apps.googleusercontent.com' },
    'HOLDFAST_GOOGLE_CLIENT_ID and HOLDFAST_GOOGLE_CLIENT_SECRET go together; one is missing',
  ],
  [
    { HOLDFAST_OUTLOOK_TENANT: '../common' },
    'HOLDFAST_OUTLOOK_TENANT is "../common"; it must be organizations, or a tenant\'s id or domain',
  ],
  [{ HOLDFAST_SMTP_URL: 'mail' }, 'HOLDFAST_SMTP_URL must be an smtp:// or smtps:// URL'],
  [
    { HOLDFAST_MAIL_FROM: 'Bookings <bookings@example.com>' },
    'HOLDFAST_MAIL_FROM is "Bookings <bookings@example.com>"; it must be an address alone, such as bookings@example.com: the name that mails come from is the provider\'s',
  ],
  [
    { HOLDFAST_BOOTSTRAP_API_KEY: 'secret' },
    'HOLDFAST_BOOTSTRAP_API_KEY must begin with "hf_" and hold visible ASCII characters only',
  ],
])('a wrong setting is named with what would be right: %o', (env, message) => {
  expect(() => readConfig(env)).toThrow(new ConfigError(message))
})

test('a store that is set up with a key of one’s own gets no demo data, unless asked', () => {
  expect(readConfig({ HOLDFAST_BOOTSTRAP_API_KEY: 'hf_mine' }).demo).toBe(false)
  expect(readConfig({ HOLDFAST_BOOTSTRAP_API_KEY: 'hf_mine', HOLDFAST_DEMO: 'on' }).demo).toBe(true)
})

test('the plans of callers can be set one by one, and an account’s limit', () => {
  const config = readConfig({
    HOLDFAST_RAPIDAPI_PLANS: 'basic=5/10, PRO=600/60,CUSTOM=unlimited,GOLD=9/1',
    HOLDFAST_ACCOUNT_LIMIT: '6000/60',
  })
  expect(config.accountLimit).toEqual({ requests: 6000, windowSeconds: 60 })
  expect(config.rapidApiPlans).toEqual({
    BASIC: { requests: 5, windowSeconds: 10 },
    PRO: { requests: 600, windowSeconds: 60 },
    ULTRA: { requests: 1200, windowSeconds: 60 },
    MEGA: { requests: 6000, windowSeconds: 60 },
    CUSTOM: null,
    GOLD: { requests: 9, windowSeconds: 1 },
  })
})

test.each(['BASIC', 'BASIC=0/60', 'BASIC=60', 'BASIC=60/60,', '=60/60', 'BASIC=-1/60'])(
  'the plans "%s" are refused as a whole',
  (plans) => {
    expect(() => readConfig({ HOLDFAST_RAPIDAPI_PLANS: plans })).toThrow(
      new ConfigError(
        `HOLDFAST_RAPIDAPI_PLANS is "${plans}"; it must name requests and seconds of plans, such as BASIC=60/60,PRO=600/60,CUSTOM=unlimited`,
      ),
    )
  },
)

test('the limits of what is outside can be set', () => {
  expect(
    readConfig({
      HOLDFAST_WEBHOOK_TIMEOUT_SECONDS: '2',
      HOLDFAST_SMTP_TIMEOUT_SECONDS: '3',
      HOLDFAST_LEASE_MILLISECONDS: '400',
      HOLDFAST_TEST_MODE: '1',
      HOLDFAST_CRASH_AT: 'mails.send.after:3',
    }),
  ).toMatchObject({
    webhookTimeoutSeconds: 2,
    smtpTimeoutSeconds: 3,
    leaseMilliseconds: 400,
    crash: { point: 'mails.send.after', occurrence: 3 },
  })
})
