import { createSignedPost, errorResponse, type SignedPostOptions } from '../aws/signed-post.ts'

/** How Secrets Manager is reached. */
export type SecretReaderOptions = Omit<SignedPostOptions, 'service' | 'contentType'>

/** Reads the text of a secret by its ARN or name; rejects when Secrets Manager refuses it. */
export type ReadSecret = (secretId: string) => Promise<string>

/** Secrets Manager's endpoint in a region of AWS. */
export const secretsManagerEndpoint = (region: string): string =>
  `https://secretsmanager.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

const PROTOCOL = { service: 'secretsmanager', contentType: 'application/x-amz-json-1.1' } as const

/** Opens a client for the one operation that is needed at a start. */
export function createSecretReader(options: SecretReaderOptions): {
  readonly read: ReadSecret
  close(): Promise<void>
} {
  const client = createSignedPost({ ...options, ...PROTOCOL })
  return {
    async read(SecretId) {
      const body = JSON.stringify({ SecretId })
      const answer = await client.post('secretsmanager.GetSecretValue', body)
      if (answer.status !== 200) {
        const { code, message } = errorResponse(answer)
        throw new Error(`Secrets Manager refused to read a secret: ${code}: ${message}`)
      }
      const { SecretString } = JSON.parse(answer.text) as { readonly SecretString?: string }
      if (SecretString === undefined) throw new Error(`the secret ${SecretId} holds no text`)
      return SecretString
    },
    close: () => client.close(),
  }
}
