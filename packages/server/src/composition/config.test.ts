import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('by default the server uses port 3000 and a SQLite store in ./data', () => {
  const { dataDir, ...config } = readConfig({})
  expect(dataDir.endsWith('/data')).toBe(true)
  expect(config).toEqual({
    port: 3000,
    host: '127.0.0.1',
    paymentEndpoints: {},
    keySignIn: true,
    development: false,
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

test('an empty setting counts as not set', () => {
  expect(readConfig({ PORT: '', HOLDFAST_PORT: '', HOLDFAST_BOOTSTRAP_API_KEY: '' }).port).toBe(
    3000,
  )
})

test.each([
  [{ PORT: 'many' }, 'PORT is "many". Use a whole number from 0 to 65535.'],
  [{ HOLDFAST_PORT: 'many' }, 'HOLDFAST_PORT is "many". Use a whole number from 0 to 65535.'],
  [{ PORT: '70000' }, 'PORT is "70000". Use a whole number from 0 to 65535.'],
  [
    { HOLDFAST_HOST: 'http://example.com' },
    'HOLDFAST_HOST is "http://example.com". Use an address of this machine, such as 127.0.0.1, 0.0.0.0 or ::.',
  ],
  [
    { HOLDFAST_METRICS_TOKEN: 'secret' },
    'HOLDFAST_METRICS_TOKEN is not a valid token. Use at least 16 visible ASCII characters.',
  ],
  [
    { HOLDFAST_OPERATOR_KEY: 'secret-of-the-operator' },
    'HOLDFAST_OPERATOR_KEY is not a valid key. Use at least 32 visible ASCII characters.',
  ],
  [
    { HOLDFAST_PUBLIC_URL: 'https://example.com/a%20b' },
    'HOLDFAST_PUBLIC_URL is "https://example.com/a%20b". Use an origin, such as https://example.com, or a path of one, such as https://example.com/booking.',
  ],
  [
    { HOLDFAST_PUBLIC_URL: 'https://example.com?a=b' },
    'HOLDFAST_PUBLIC_URL is "https://example.com?a=b". Use an origin, such as https://example.com, or a path of one, such as https://example.com/booking.',
  ],
  [{ HOLDFAST_STORE: 'mysql' }, 'HOLDFAST_STORE is "mysql". Use sqlite, dynamodb, or postgres.'],
  [
    { HOLDFAST_STORE: 'postgres' },
    'HOLDFAST_POSTGRES_URL is not a PostgreSQL URL. Use postgres://user:password@host:5432/database.',
  ],
  [
    { HOLDFAST_STORE: 'postgres', HOLDFAST_POSTGRES_URL: 'mysql://root:secret@db/holdfast' },
    'HOLDFAST_POSTGRES_URL is not a PostgreSQL URL. Use postgres://user:password@host:5432/database.',
  ],
  [
    { HOLDFAST_STORE: 'postgres', HOLDFAST_POSTGRES_URL: 'postgres://root:se#cret@db/holdfast' },
    'HOLDFAST_POSTGRES_URL is not a PostgreSQL URL. Use postgres://user:password@host:5432/database.',
  ],
  [{ HOLDFAST_TEST_MODE: 'yes' }, 'HOLDFAST_TEST_MODE is "yes". Use 0 or 1.'],
  [
    { HOLDFAST_LOG_LEVEL: 'loud' },
    'HOLDFAST_LOG_LEVEL is "loud". Use trace, debug, info, warn, error, fatal, or silent.',
  ],
  [
    { HOLDFAST_DYNAMODB_ENDPOINT: 'localhost:8000' },
    'HOLDFAST_DYNAMODB_ENDPOINT is "localhost:8000". Use an http:// or https:// URL.',
  ],
  [
    { HOLDFAST_SERVER_KEY: 'abc' },
    'HOLDFAST_SERVER_KEY is not a valid key. Use 64 hexadecimal digits.',
  ],
  [
    { HOLDFAST_CRASH_AT: 'relay.write.after' },
    'HOLDFAST_CRASH_AT works only in test mode. Set HOLDFAST_TEST_MODE=1, or remove HOLDFAST_CRASH_AT.',
  ],
  [
    { HOLDFAST_TEST_MODE: '1', HOLDFAST_CRASH_AT: 'relay.write' },
    'HOLDFAST_CRASH_AT is "relay.write". Use a crash point such as relay.write.after or relay.write.after:2.',
  ],
  [
    { HOLDFAST_LEASE_MILLISECONDS: '1' },
    'HOLDFAST_LEASE_MILLISECONDS is "1". Use a whole number from 100 to 60000.',
  ],
  [
    { HOLDFAST_PUBLIC_CAPS: 'bookings=10/50,rooms=1/1' },
    'HOLDFAST_PUBLIC_CAPS is "bookings=10/50,rooms=1/1". Use name=tenMinutes/day, such as bookings=10/50,nights=62/62,dayShare=50.',
  ],
  [
    { HOLDFAST_PUBLIC_GUARD: 'captcha' },
    'HOLDFAST_PUBLIC_GUARD is "captcha". Use off, email, or pow.',
  ],
  [
    { HOLDFAST_PUBLIC_CAPS: 'dayShare=half' },
    'HOLDFAST_PUBLIC_CAPS is "dayShare=half". Use name=tenMinutes/day, such as bookings=10/50,nights=62/62,dayShare=50.',
  ],
  [
    { HOLDFAST_ACCOUNT_LIMIT: 'many' },
    'HOLDFAST_ACCOUNT_LIMIT is "many". Use requests/seconds, such as 6000/60.',
  ],
  [
    { HOLDFAST_VAULT: 'kms' },
    'HOLDFAST_VAULT_KMS_KEY is not set. HOLDFAST_VAULT=kms needs the ARN, the id or the alias of a key in AWS KMS.',
  ],
  [{ HOLDFAST_VAULT: 'vault' }, 'HOLDFAST_VAULT is "vault". Use file, kms, or secrets-manager.'],
  [
    { HOLDFAST_VAULT_KEYS: 'abc' },
    'HOLDFAST_VAULT_KEYS is not a valid list of keys. Use keys of 64 hexadecimal digits, newest first, separated by commas.',
  ],
  [
    { HOLDFAST_GOOGLE_CLIENT_ID: 'one.apps.googleusercontent.com' },
    'HOLDFAST_GOOGLE_CLIENT_SECRET is not set. Set both HOLDFAST_GOOGLE_CLIENT_ID and HOLDFAST_GOOGLE_CLIENT_SECRET, or neither.',
  ],
  [
    { HOLDFAST_OUTLOOK_CLIENT_SECRET: 'secret' },
    'HOLDFAST_OUTLOOK_CLIENT_ID is not set. Set both HOLDFAST_OUTLOOK_CLIENT_ID and HOLDFAST_OUTLOOK_CLIENT_SECRET, or neither.',
  ],
  [
    { HOLDFAST_OUTLOOK_TENANT: '../common' },
    'HOLDFAST_OUTLOOK_TENANT is "../common". Use organizations, a tenant ID, or a tenant domain.',
  ],
  [
    { HOLDFAST_SMTP_URL: 'mail' },
    'HOLDFAST_SMTP_URL is not an SMTP URL. Use an smtp:// or smtps:// URL.',
  ],
  [{ HOLDFAST_SMS: 'on' }, 'HOLDFAST_SMS is "on". Use off, log, or twilio.'],
  [
    { HOLDFAST_SMS: 'log' },
    'HOLDFAST_SMS is "log", which writes phone numbers and links into the log. Set HOLDFAST_DEVELOPMENT=1, or use twilio.',
  ],
  [
    { HOLDFAST_SMS: 'twilio', HOLDFAST_SMS_ACCOUNT_SID: 'AC1', HOLDFAST_SMS_FROM: 'Practice' },
    'HOLDFAST_SMS_AUTH_TOKEN is not set. HOLDFAST_SMS=twilio needs it.',
  ],
  [
    {
      HOLDFAST_SMS: 'twilio',
      HOLDFAST_SMS_ACCOUNT_SID: 'AC1',
      HOLDFAST_SMS_AUTH_TOKEN: 'secret',
      HOLDFAST_SMS_FROM: '0151 12345678',
    },
    'HOLDFAST_SMS_FROM is "0151 12345678". Use a number such as +4915112345678, a name of up to 11 letters and digits, or the SID of a messaging service.',
  ],
  [
    { HOLDFAST_MAIL_FROM: 'Bookings <bookings@example.com>' },
    'HOLDFAST_MAIL_FROM is "Bookings <bookings@example.com>". Use only an address, such as bookings@example.com; emails show the provider\'s name.',
  ],
  [
    { HOLDFAST_BOOTSTRAP_API_KEY: 'secret' },
    'HOLDFAST_BOOTSTRAP_API_KEY is not a valid key. Use "hf_" followed by at least 29 visible ASCII characters, such as hf_ and the output of: openssl rand -hex 32',
  ],
  [
    { HOLDFAST_BOOTSTRAP_API_KEY: `hf_${'x'.repeat(28)}` },
    'HOLDFAST_BOOTSTRAP_API_KEY is not a valid key. Use "hf_" followed by at least 29 visible ASCII characters, such as hf_ and the output of: openssl rand -hex 32',
  ],
])('an invalid setting stops startup with an error that says what to use: %o', (env, message) => {
  expect(() => readConfig(env)).toThrow(new ConfigError(message))
})

test('SMS are off until a gateway is set, and then have a limit a day', () => {
  expect(readConfig({}).sms).toBeUndefined()
  const gateway = {
    HOLDFAST_SMS: 'twilio',
    HOLDFAST_SMS_ACCOUNT_SID: 'AC1',
    HOLDFAST_SMS_AUTH_TOKEN: 'secret',
    HOLDFAST_SMS_FROM: 'Practice 1',
  }
  expect(readConfig(gateway).sms).toEqual({
    kind: 'twilio',
    dailyMax: 500,
    url: 'https://api.twilio.com',
    accountSid: 'AC1',
    authToken: 'secret',
    from: 'Practice 1',
  })
  expect(readConfig({ HOLDFAST_SMS: 'log', HOLDFAST_DEVELOPMENT: '1' }).sms).toEqual({
    kind: 'log',
    dailyMax: 500,
  })
})

test('a store with a bootstrap key gets demo data only if HOLDFAST_DEMO is on', () => {
  expect(readConfig({ HOLDFAST_BOOTSTRAP_API_KEY: `hf_${'x'.repeat(29)}` }).demo).toBe(false)
  expect(
    readConfig({ HOLDFAST_BOOTSTRAP_API_KEY: `hf_${'x'.repeat(29)}`, HOLDFAST_DEMO: 'on' }).demo,
  ).toBe(true)
})

test('each plan and the account limit can be set; other plans keep their defaults', () => {
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

test('each cap of callers without a key can be set; the others keep their defaults', () => {
  const { publicCaps } = readConfig({ HOLDFAST_PUBLIC_CAPS: 'bookings=20/80, dayShare=25' })
  expect(publicCaps).toEqual({
    bookings: { tenMinutes: 20, day: 80 },
    bookingsPerEmail: { tenMinutes: 6, day: 20 },
    stays: { tenMinutes: 5, day: 10 },
    staysPerEmail: { tenMinutes: 3, day: 5 },
    nights: { tenMinutes: 62, day: 62 },
    withoutProof: { tenMinutes: 400, day: 3200 },
    dayShare: 25,
    mails: 20,
    movedMails: 6,
  })
})

test.each(['BASIC', 'BASIC=0/60', 'BASIC=60', 'BASIC=60/60,', '=60/60', 'BASIC=-1/60'])(
  'the malformed plans "%s" are rejected as a whole',
  (plans) => {
    expect(() => readConfig({ HOLDFAST_RAPIDAPI_PLANS: plans })).toThrow(
      new ConfigError(
        `HOLDFAST_RAPIDAPI_PLANS is "${plans}". Use plan=requests/seconds, such as BASIC=60/60,PRO=600/60,CUSTOM=unlimited.`,
      ),
    )
  },
)

test('timeouts, the lease and a crash point can be set', () => {
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

test('Stripe can be replaced by a server on this machine only, so that keys and money go nowhere else', () => {
  const endpoint = 'http://127.0.0.1:12111'
  expect(readConfig({ HOLDFAST_STRIPE_ENDPOINT: endpoint }).paymentEndpoints).toEqual({
    stripe: endpoint,
  })
  expect(() => readConfig({ HOLDFAST_STRIPE_ENDPOINT: 'https://stripe.example.com' })).toThrow(
    new ConfigError(
      'HOLDFAST_STRIPE_ENDPOINT is "https://stripe.example.com". It is for tests: use an address of this machine, such as http://127.0.0.1:12111.',
    ),
  )
})

test('HOLDFAST_PORT takes precedence over the PORT of a platform', () => {
  expect(readConfig({ PORT: '8080', HOLDFAST_PORT: '3001' }).port).toBe(3001)
  expect(readConfig({ PORT: '8080' }).port).toBe(8080)
})
