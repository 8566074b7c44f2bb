import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { SecretBox } from '../../kernel/ports/secret-box.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import { webhookEndpointKey } from '../keys.ts'
import { endpointEntity, type SigningSecret, type WebhookEndpoint } from './endpoint.ts'

/** The dependencies of code that stores or reads signing secrets. */
export interface SigningDependencies extends Dependencies {
  /** Encrypts signing secrets. Absent: they are stored as they are. */
  readonly secretBox?: SecretBox
}

const PLAIN_PREFIX = 'whsec_'

/** Whether a secret is stored as it is: by a server without a secret box, or by an earlier version. */
const isPlain = ({ secret }: SigningSecret): boolean => secret.startsWith(PLAIN_PREFIX)

/** The stored form of a secret. */
export const sealedSecret = async (
  { secretBox }: Pick<SigningDependencies, 'secretBox'>,
  endpointId: string,
  secret: string,
): Promise<string> => (secretBox ? await secretBox.seal(secret, endpointId) : secret)

/**
 * The secrets that sign a message now, `whsec_…`. Rejects if one of them cannot be decrypted: a message
 * without its signature must not be sent.
 */
export async function openSecrets(
  { secretBox, clock }: Pick<SigningDependencies, 'secretBox' | 'clock'>,
  { id, secrets }: WebhookEndpoint,
): Promise<readonly string[]> {
  const now = epochSeconds(clock)
  const live = secrets.filter(
    ({ expiresAtEpochSeconds = Number.POSITIVE_INFINITY }) => expiresAtEpochSeconds > now,
  )
  return await Promise.all(
    live.map(async (each) => {
      if (isPlain(each)) return each.secret
      if (secretBox === undefined) {
        throw new Error('the signing secret is encrypted, but this server has no vault keys')
      }
      return await secretBox.open(each.secret, id)
    }),
  )
}

/**
 * Encrypts the secrets of an endpoint that are stored as they are, or with an old key. Resolves with the
 * endpoint as it is stored then; undefined if it was deleted.
 */
export function resealSecrets(
  deps: Pick<SigningDependencies, 'store' | 'clock' | 'ids' | 'secretBox'>,
  { accountId, id }: Pick<WebhookEndpoint, 'accountId' | 'id'>,
): Promise<WebhookEndpoint | undefined> {
  return retryOnConflict(`webhook endpoint ${id}`, async () => {
    const before = await endpointEntity.read(deps.store, webhookEndpointKey(accountId, id))
    const { secretBox } = deps
    if (before === undefined || secretBox === undefined) return before
    if (!(await needsSeal(secretBox, before))) return before
    const secrets = await Promise.all(
      before.secrets.map(async (each) => ({ ...each, secret: await reseal(secretBox, id, each) })),
    )
    const after = { ...before, secrets, version: before.version + 1 }
    const outcome = await transact(deps, { endpoint: endpointEntity.replace(before, after) })
    return outcome.kind === 'done' ? after : CONFLICT
  })
}

/** Whether a secret of the endpoint is stored as it is, although the server has a secret box. */
export const hasUnsealedSecret = (
  { secretBox }: Pick<SigningDependencies, 'secretBox'>,
  { secrets }: WebhookEndpoint,
): boolean => secretBox !== undefined && secrets.some(isPlain)

async function needsSeal(box: SecretBox, { secrets }: WebhookEndpoint): Promise<boolean> {
  for (const each of secrets) {
    if (isPlain(each) || !(await box.isCurrent(each.secret))) return true
  }
  return false
}

const reseal = async (box: SecretBox, id: string, each: SigningSecret): Promise<string> =>
  box.seal(isPlain(each) ? each.secret : await box.open(each.secret, id), id)
