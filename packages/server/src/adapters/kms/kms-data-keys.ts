import type { DataKeys, KeyPurpose } from '../../kernel/ports/data-keys.ts'
import type { RetryPolicy } from '../aws/retry.ts'
import { callWithRetries, PATIENT_RETRY_POLICY } from '../aws/retrying-call.ts'
import { createSignedPost, type SignedPostOptions } from '../aws/signed-post.ts'

/** The connection to KMS, and the key that wraps. */
export interface KmsDataKeysOptions extends Omit<SignedPostOptions, 'service' | 'contentType'> {
  /** The ARN, id or alias of a symmetric key. It wraps new keys; unwrapping finds the key by itself. */
  readonly keyId: string
  /** Overrides parts of the retry policy. Default: five retries, 50 ms to 2 s apart, within 10 s. */
  readonly retry?: Partial<RetryPolicy>
}

const PROTOCOL = { service: 'kms', contentType: 'application/x-amz-json-1.1' } as const

/** An error of KMS. Its message has no secrets. */
export class KmsFailed extends Error {
  override readonly name = 'KmsFailed'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Creates data keys that AWS KMS makes and unwraps. The purpose is the encryption context. */
export function createKmsDataKeys(
  options: KmsDataKeysOptions,
): DataKeys & { close(): Promise<void> } {
  const client = createSignedPost({ ...options, ...PROTOCOL })
  const policy = { ...PATIENT_RETRY_POLICY, ...options.retry }

  const call = async (operation: string, input: object) => {
    const reply = await callWithRetries(client, policy, `TrentService.${operation}`, input)
    if (reply.kind === 'done') return reply.body
    const { code, message } = reply.error
    throw new KmsFailed(code, `KMS refused ${operation}: ${code}: ${message}`)
  }

  return {
    async create(EncryptionContext: KeyPurpose) {
      const { keyId: KeyId } = options
      const input = { KeyId, KeySpec: 'AES_256', EncryptionContext }
      const { Plaintext, CiphertextBlob } = await call('GenerateDataKey', input)
      return { bytes: bytesOf(Plaintext), wrapped: bytesOf(CiphertextBlob) }
    },
    async unwrap(wrapped: Uint8Array, EncryptionContext: KeyPurpose) {
      const CiphertextBlob = Buffer.from(wrapped).toString('base64')
      const { Plaintext } = await call('Decrypt', { CiphertextBlob, EncryptionContext })
      return bytesOf(Plaintext)
    },
    close: () => client.close(),
  }
}

const bytesOf = (base64: unknown): Uint8Array => {
  if (typeof base64 !== 'string') throw new KmsFailed('InvalidAnswer', 'The answer has no key.')
  return new Uint8Array(Buffer.from(base64, 'base64'))
}
