import { PAYMENT_ENDPOINT_SETTINGS } from './payment-endpoints.ts'

/** The names of all settings that begin with `HOLDFAST_`. A test compares them with `docs/settings.md`. */
export const SETTING_NAMES: readonly string[] = [
  'HOLDFAST_ACCOUNT_LIMIT',
  'HOLDFAST_ALLOW_PRIVATE_NETWORK',
  'HOLDFAST_BOOTSTRAP_API_KEY',
  'HOLDFAST_CRASH_AT',
  'HOLDFAST_DATA_DIR',
  'HOLDFAST_DEMO',
  'HOLDFAST_DEVELOPMENT',
  'HOLDFAST_DYNAMODB_ENDPOINT',
  'HOLDFAST_DYNAMODB_TABLE',
  'HOLDFAST_GOOGLE_CLIENT_ID',
  'HOLDFAST_GOOGLE_CLIENT_SECRET',
  'HOLDFAST_GOOGLE_ENDPOINT',
  'HOLDFAST_HOST',
  'HOLDFAST_KEY_SIGN_IN',
  'HOLDFAST_LEASE_MILLISECONDS',
  'HOLDFAST_LOG_ADDRESSES',
  'HOLDFAST_LOG_LEVEL',
  'HOLDFAST_MAIL_FROM',
  'HOLDFAST_MAX_REQUESTS',
  'HOLDFAST_MAX_WAIT_MILLISECONDS',
  'HOLDFAST_METRICS_TOKEN',
  'HOLDFAST_OPERATOR_KEY',
  'HOLDFAST_OUTLOOK_CLIENT_ID',
  'HOLDFAST_OUTLOOK_CLIENT_SECRET',
  'HOLDFAST_OUTLOOK_ENDPOINT',
  'HOLDFAST_OUTLOOK_TENANT',
  'HOLDFAST_PORT',
  'HOLDFAST_POSTGRES_CONNECTIONS',
  'HOLDFAST_POSTGRES_POOLER',
  'HOLDFAST_POSTGRES_URL',
  'HOLDFAST_PUBLIC_CAPS',
  'HOLDFAST_PUBLIC_GUARD',
  'HOLDFAST_PUBLIC_URL',
  'HOLDFAST_RAPIDAPI_PLANS',
  'HOLDFAST_RAPIDAPI_PROXY_SECRET',
  'HOLDFAST_RELAY',
  'HOLDFAST_SERVER_KEY',
  'HOLDFAST_SES_TOPIC_ARN',
  'HOLDFAST_SMS',
  'HOLDFAST_SMS_ACCOUNT_SID',
  'HOLDFAST_SMS_AUTH_TOKEN',
  'HOLDFAST_SMS_DAILY_MAX',
  'HOLDFAST_SMS_FROM',
  'HOLDFAST_SMS_URL',
  'HOLDFAST_SMTP_TIMEOUT_SECONDS',
  'HOLDFAST_SMTP_URL',
  'HOLDFAST_STORE',
  ...PAYMENT_ENDPOINT_SETTINGS,
  'HOLDFAST_SWEEPER',
  'HOLDFAST_TEST_MODE',
  'HOLDFAST_TRUSTED_PROXIES',
  'HOLDFAST_VAULT',
  'HOLDFAST_VAULT_KMS_KEY',
  'HOLDFAST_VAULT_ENDPOINT',
  'HOLDFAST_VAULT_KEYS',
  'HOLDFAST_VAULT_PREFIX',
  'HOLDFAST_WEBHOOK_TIMEOUT_SECONDS',
]

const PREFIX = 'HOLDFAST_'

/** Settings of other programs: `npm run first-booking` and the tests. */
const OTHER_NAMES = new Set([
  'HOLDFAST_API_KEY',
  'HOLDFAST_DYNAMODB_LOCAL',
  'HOLDFAST_KILLS',
  'HOLDFAST_SOAK',
  'HOLDFAST_TEST_DEPTH',
  'HOLDFAST_TEST_DRAW',
  'HOLDFAST_TEST_ENGINE',
  'HOLDFAST_TEST_FILES',
  'HOLDFAST_TEST_HOST',
  'HOLDFAST_URL',
])

/** A name this different is another word, not a typing error. */
const MAX_EDITS = 6

/**
 * A sentence for each variable that begins with `HOLDFAST_` but is no setting, with the nearest setting if
 * one is similar. The sentences do not contain values, which may be secrets.
 */
export const unknownSettings = (
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !OTHER_NAMES.has(name))
    .filter((name) => !SETTING_NAMES.includes(name))
    .sort()
    .map((name) => {
      const nearest = nearestSetting(name)
      const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
      return `${name} is not a setting of Holdfast and has no effect.${hint}`
    })

function nearestSetting(name: string): string | undefined {
  // A name that lacks its last word: HOLDFAST_DATA is meant to be HOLDFAST_DATA_DIR, not HOLDFAST_DEMO.
  const [longer, ...others] = SETTING_NAMES.filter((setting) => setting.startsWith(`${name}_`))
  if (longer !== undefined && others.length === 0) return longer
  const [best] = SETTING_NAMES.map((setting) => ({ setting, count: edits(name, setting) })).sort(
    (a, b) => a.count - b.count,
  )
  return best && best.count <= MAX_EDITS ? best.setting : undefined
}

/** Levenshtein's distance: insertions, deletions and replacements of single characters. */
function edits(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i += 1) {
    const current = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (previous[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[to.length] ?? 0
}
