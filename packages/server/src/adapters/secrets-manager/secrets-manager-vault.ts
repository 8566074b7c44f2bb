import { randomUUID } from 'node:crypto'
import type {
  Credential,
  CredentialVault,
} from '../../external-calendars/ports/credential-vault.ts'
import type { RetryPolicy } from '../aws/retry.ts'
import { type CallError, callWithRetries, PATIENT_RETRY_POLICY } from '../aws/retrying-call.ts'
import { createSignedPost, type SignedPostOptions } from '../aws/signed-post.ts'

/** The connection to Secrets Manager, and the prefix of the secrets. */
export interface SecretsManagerVaultOptions
  extends Omit<SignedPostOptions, 'service' | 'contentType'> {
  /** The prefix of all secret names, for example `holdfast/credentials/`. */
  readonly prefix: string
  /** Overrides parts of the retry policy. Default: five retries, 50 ms to 2 s apart, within 10 s. */
  readonly retry?: Partial<RetryPolicy>
}

const PROTOCOL = { service: 'secretsmanager', contentType: 'application/x-amz-json-1.1' } as const

/** The errors for a secret that does not exist, or was just deleted. */
const GONE = new Set(['ResourceNotFoundException', 'InvalidRequestException'])

/** An error of Secrets Manager. Its message has no secrets. */
export class SecretsManagerFailed extends Error {
  override readonly name = 'SecretsManagerFailed'
  readonly code: string
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A vault in AWS Secrets Manager. Its secrets do not name their owner. */
export interface SecretsManagerVault extends CredentialVault {
  put(credential: Credential): Promise<string>
  close(): Promise<void>
}

/**
 * Creates a vault in AWS Secrets Manager, which encrypts with KMS. Repeating a call has no further effect
 * (a create has a token), so a call without an answer is retried.
 */
export function createSecretsManagerVault(
  options: SecretsManagerVaultOptions,
): SecretsManagerVault {
  const client = createSignedPost({ ...options, ...PROTOCOL })
  const policy = { ...PATIENT_RETRY_POLICY, ...options.retry }
  const call = (operation: string, input: object) =>
    callWithRetries(client, policy, `secretsmanager.${operation}`, input)

  const nameOf = (reference: string): string => `${options.prefix}${reference}`

  return {
    async put(credential) {
      const reference = randomUUID()
      const reply = await call('CreateSecret', {
        Name: nameOf(reference),
        ClientRequestToken: reference,
        SecretString: JSON.stringify(credential),
      })
      if (reply.kind === 'refused') throw failed('store', reply.error)
      return reference
    },
    async get(reference) {
      const reply = await call('GetSecretValue', { SecretId: nameOf(reference) })
      // The cast: only this vault writes its secrets.
      if (reply.kind === 'done') return JSON.parse(String(reply.body.SecretString)) as Credential
      if (GONE.has(reply.error.code)) return undefined
      throw failed('read', reply.error)
    },
    async remove(reference) {
      const reply = await call('DeleteSecret', {
        SecretId: nameOf(reference),
        // Nothing refers to it any more, so AWS need not keep it for days.
        ForceDeleteWithoutRecovery: true,
      })
      if (reply.kind === 'refused' && !GONE.has(reply.error.code)) {
        throw failed('delete', reply.error)
      }
    },
    close: () => client.close(),
  }
}

const failed = (verb: string, { code, message }: CallError) =>
  new SecretsManagerFailed(code, `Secrets Manager could not ${verb} a secret: ${code}: ${message}`)
