import { randomUUID } from 'node:crypto'
import type {
  Credential,
  CredentialVault,
} from '../../external-calendars/ports/credential-vault.ts'
import { createBackoff, DEFAULT_RETRY_POLICY, type RetryPolicy } from '../aws/retry.ts'
import {
  createSignedPost,
  type ErrorResponse,
  errorResponse,
  NoResponse,
  type SignedPostOptions,
} from '../aws/signed-post.ts'

/** The connection to Secrets Manager, and the prefix of the secrets. */
export interface SecretsManagerVaultOptions
  extends Omit<SignedPostOptions, 'service' | 'contentType'> {
  /** The prefix of all secret names, for example `holdfast/credentials/`. */
  readonly prefix: string
  /** Overrides parts of the retry policy. Default: five retries, 50 ms to 2 s apart, within 10 s. */
  readonly retry?: Partial<RetryPolicy>
}

const PROTOCOL = { service: 'secretsmanager', contentType: 'application/x-amz-json-1.1' } as const
const RETRY_POLICY: RetryPolicy = { ...DEFAULT_RETRY_POLICY, retries: 5, baseMs: 50, capMs: 2000 }

/** Throttling and temporary failures of AWS. */
const TEMPORARY = new Set([
  'InternalFailure',
  'InternalServiceError',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
])
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

type Reply =
  | { readonly kind: 'done'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly error: Pick<ErrorResponse, 'code' | 'message'> }

/**
 * Creates a vault in AWS Secrets Manager, which encrypts with KMS. Repeating a call has no further effect
 * (a create has a token), so a call without an answer is retried.
 */
export function createSecretsManagerVault(
  options: SecretsManagerVaultOptions,
): CredentialVault & { close(): Promise<void> } {
  const client = createSignedPost({ ...options, ...PROTOCOL })
  const policy = { ...RETRY_POLICY, ...options.retry }

  const attempt = async (operation: string, input: object): Promise<Reply> => {
    try {
      const answer = await client.post(`secretsmanager.${operation}`, JSON.stringify(input))
      if (answer.status !== 200) return { kind: 'refused', error: errorResponse(answer) }
      // The cast: AWS answers with a JSON object.
      return { kind: 'done', body: JSON.parse(answer.text) as Record<string, unknown> }
    } catch (failure) {
      if (failure instanceof NoResponse)
        return { kind: 'refused', error: { ...unanswered(failure) } }
      throw failure
    }
  }

  const call = async (operation: string, input: object): Promise<Reply> => {
    const backoff = createBackoff(policy)
    let reply: Reply
    do {
      reply = await attempt(operation, input)
      if (reply.kind === 'done' || !isTemporary(reply.error.code)) return reply
    } while (await backoff.next())
    return reply
  }

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

const UNANSWERED = 'NoResponse'

const unanswered = ({ message }: NoResponse) => ({ code: UNANSWERED, message })

const isTemporary = (code: string): boolean =>
  TEMPORARY.has(code) || code === UNANSWERED || /^HTTP 5\d\d$/.test(code)

const failed = (verb: string, { code, message }: Pick<ErrorResponse, 'code' | 'message'>) =>
  new SecretsManagerFailed(code, `Secrets Manager could not ${verb} a secret: ${code}: ${message}`)
