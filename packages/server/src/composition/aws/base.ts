import { TZ_VERSION } from '@holdfast/engine'
import { type Logger, pino } from 'pino'
import type { CredentialSource } from '../../adapters/aws/credentials.ts'
import { lambdaCredentials } from '../../adapters/aws/lambda-credentials.ts'
import { createDynamoDbStore } from '../../adapters/dynamodb/store.ts'
import {
  createSecretReader,
  secretsManagerEndpoint,
} from '../../adapters/secrets-manager/read-secret.ts'
import { createMessageSender, type MessageSender } from '../../adapters/sqs/sender.ts'
import { sqsEndpoint } from '../../adapters/sqs/visibility.ts'
import { systemClock } from '../../adapters/system/clock.ts'
import { createIdSource } from '../../adapters/system/ids.ts'
import { createSecrets } from '../../adapters/system/secrets.ts'
import { parseServerKeys } from '../../adapters/system/server-key.ts'
import type { PaymentsOfBookings } from '../../booking/ports/payments.ts'
import type { UnitDependencies } from '../../booking/providers/units.ts'
import type { Secrets } from '../../kernel/dependencies.ts'
import type { Store } from '../../kernel/ports/store.ts'
import type { QueueDependencies } from '../../kernel/queue/queue.ts'
import { createBookingPayments } from '../../payments/payment/booking-payments.ts'
import { createUnitCalendars } from '../../stays/calendars/unit-calendars.ts'
import { type Config, ConfigError, vendorClients } from '../config.ts'
import { paceProcessRetries } from '../retries.ts'
import { withWakeUps } from '../wake-ups.ts'
import { withFormatCheck } from './checked-store.ts'
import { type AwsSettings, readAwsSettings } from './settings.ts'
import { taskWakeUps } from './task-wake-ups.ts'

/** What every function needs. */
export interface AwsBase {
  readonly settings: AwsSettings
  readonly logger: Logger
  readonly deps: QueueDependencies & PaymentsOfBookings & Pick<UnitDependencies, 'unitCalendars'>
  /** Region and credentials for clients of AWS services. */
  readonly at: { readonly region: string; readonly credentials: CredentialSource }
  readonly secretValues: SecretValues
  /** The OAuth clients of this installation at calendar vendors. */
  readonly clients: Pick<Config, 'google' | 'outlook'>
}

/** Values of secrets by their names in the settings. Absent if the function does not have the secret. */
export type SecretValues = Readonly<Partial<Record<keyof AwsSettings['secrets'], string>>>

type Environment = Readonly<Record<string, string | undefined>>

/** Opens what every function needs: settings, secrets, store, clock, logger. */
export async function openBase(env: Environment): Promise<AwsBase> {
  const settings = readAwsSettings(env)
  const { region, tableName, endpoints } = settings
  const at = { region, credentials: lambdaCredentials(env) }
  const secretValues = await readSecrets(settings, at)
  const logger = createLogger(settings.logLevel)
  const store = createDynamoDbStore({
    ...at,
    tableName,
    retry: paceProcessRetries(),
    ...(endpoints.DYNAMODB && { endpoint: endpoints.DYNAMODB }),
  })
  const deps: AwsBase['deps'] = {
    store: wakingConsumers({ settings, at, logger }, withFormatCheck(store)),
    clock: systemClock,
    ids: createIdSource(),
    secrets: secretsOf(secretValues.serverKey),
    tzdbVersion: TZ_VERSION,
    // Functions without the URL begin no payment.
    unitCalendars: createUnitCalendars(),
    payments: createBookingPayments(settings.publicUrl ?? ''),
    random: Math.random,
  }
  const clients = vendorClients({
    ...env,
    HOLDFAST_GOOGLE_CLIENT_SECRET: secretValues.googleClientSecret,
    HOLDFAST_OUTLOOK_CLIENT_SECRET: secretValues.outlookClientSecret,
  })
  return { settings, logger, deps, at, secretValues, clients }
}

/** Opens a client that sends messages to a queue. */
export const openSender = (
  { settings, at }: Pick<AwsBase, 'settings' | 'at'>,
  queueUrl: string,
): MessageSender =>
  createMessageSender({
    ...at,
    endpoint: settings.endpoints.SQS ?? sqsEndpoint(at.region),
    queueUrl,
  })

/** The store. It wakes the functions of those consumers whose queues this function knows. */
function wakingConsumers(
  { settings, at, logger }: Pick<AwsBase, 'settings' | 'at' | 'logger'>,
  store: Store,
): Store {
  const urls = Object.entries(settings.taskQueueUrls)
  if (urls.length === 0) return store
  const senders = Object.fromEntries(
    urls.map(([name, queueUrl]) => [name, openSender({ settings, at }, queueUrl)]),
  )
  const onError = (err: unknown) => logger.warn({ err }, 'a task waits for the timer')
  return withWakeUps(store, taskWakeUps({ clock: systemClock, senders, onError }))
}

// Every line is written synchronously: Lambda may freeze or end the instance right after its response.
const createLogger = (level: string): Logger =>
  pino({ level, base: { service: 'holdfast' } }, pino.destination({ dest: 1, sync: true }))

async function readSecrets(settings: AwsSettings, at: AwsBase['at']): Promise<SecretValues> {
  const named = Object.entries(settings.secrets).filter(
    (entry): entry is [keyof AwsSettings['secrets'], string] => entry[1] !== undefined,
  )
  if (named.length === 0) return {}
  const endpoint = settings.endpoints.SECRETS_MANAGER ?? secretsManagerEndpoint(at.region)
  const reader = createSecretReader({ ...at, endpoint })
  try {
    const read = named.map(async ([name, id]) => [name, (await reader.read(id)).trim()] as const)
    return Object.fromEntries(await Promise.all(read))
  } finally {
    await reader.close()
  }
}

/**
 * Functions that create no manage links do not receive the server key. Creating a manage token there
 * throws, since it is a bug.
 */
function secretsOf(serverKey: string | undefined): Secrets {
  if (serverKey === undefined) {
    const missing = (): never => {
      throw new Error('This function has no server key, so it cannot derive tokens and marks.')
    }
    return {
      ...createSecrets(new Uint8Array(32)),
      manageToken: missing,
      personMarks: missing,
      redirectSecret: missing,
      redirectSignature: missing,
      quoteSignature: missing,
      drawOf: missing,
    }
  }
  const keys = parseServerKeys(serverKey)
  if (keys === undefined) {
    throw new ConfigError(
      'HOLDFAST_SERVER_KEY_SECRET is not a valid key. Store 64 hexadecimal digits in the secret.',
    )
  }
  return createSecrets(keys.current, keys.previous)
}
