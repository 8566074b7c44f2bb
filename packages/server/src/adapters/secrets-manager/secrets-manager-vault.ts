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

/** How Secrets Manager is reached, and where in it the secrets are. */
export interface SecretsManagerVaultOptions
  extends Omit<SignedPostOptions, 'service' | 'contentType'> {
  /** What the names of all secrets begin with, for example `holdfast/credentials/`. */
  readonly prefix: string
  /** Pieces of the policy to replace: five repetitions, 50 ms to 2 s apart at most, within 10 s. */
  readonly retry?: Partial<RetryPolicy>
}

const PROTOCOL = { service: 'secretsmanager', contentType: 'application/x-amz-json-1.1' } as const
const RETRY_POLICY: RetryPolicy = { ...DEFAULT_RETRY_POLICY, retries: 5, baseMs: 50, capMs: 2000 }

/** Refusals for load, and failures inside AWS. */
const PASSING = new Set([
  'InternalFailure',
  'InternalServiceError',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
])
/** What is not there, and what is there but was deleted a moment ago. */
const GONE = new Set(['ResourceNotFoundException', 'InvalidRequestException'])

/** Secrets Manager did not do what was asked; nothing in the message is secret. */
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
 * Keeps each secret as one of AWS Secrets Manager, encrypted there with KMS. Every call can be made
 * twice with one effect (a create carries its token), so an answer that is lost is asked for again.
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
      if (reply.kind === 'done' || !isPassing(reply.error.code)) return reply
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
      if (reply.kind === 'refused') throw failed('keep', reply.error)
      return reference
    },
    async get(reference) {
      const reply = await call('GetSecretValue', { SecretId: nameOf(reference) })
      if (reply.kind === 'done') return JSON.parse(String(reply.body.SecretString)) as Credential
      if (GONE.has(reply.error.code)) return undefined
      throw failed('read', reply.error)
    },
    async remove(reference) {
      const reply = await call('DeleteSecret', {
        SecretId: nameOf(reference),
        // Nothing refers to it any more, and what was revoked or replaced need not be kept for days.
        ForceDeleteWithoutRecovery: true,
      })
      if (reply.kind === 'refused' && !GONE.has(reply.error.code)) {
        throw failed('remove', reply.error)
      }
    },
    close: () => client.close(),
  }
}

const UNANSWERED = 'NoResponse'

const unanswered = ({ message }: NoResponse) => ({ code: UNANSWERED, message })

const isPassing = (code: string): boolean =>
  PASSING.has(code) || code === UNANSWERED || /^HTTP 5\d\d$/.test(code)

const failed = (verb: string, { code, message }: Pick<ErrorResponse, 'code' | 'message'>) =>
  new SecretsManagerFailed(code, `Secrets Manager did not ${verb} a secret: ${code}: ${message}`)
