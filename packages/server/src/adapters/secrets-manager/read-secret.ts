import { createSignedPost, errorResponse, type SignedPostOptions } from '../aws/signed-post.ts'

/** The connection to Secrets Manager. */
export type SecretReaderOptions = Omit<SignedPostOptions, 'service' | 'contentType'>

/** Reads the text of a secret by its ARN or name. Rejects if Secrets Manager answers with an error. */
export type ReadSecret = (secretId: string) => Promise<string>

/** The endpoint of Secrets Manager in an AWS region. */
export const secretsManagerEndpoint = (region: string): string =>
  `https://secretsmanager.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

const PROTOCOL = { service: 'secretsmanager', contentType: 'application/x-amz-json-1.1' } as const

/** Creates a client that only reads secrets, for the start of a function. */
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
        throw new Error(`Secrets Manager could not read a secret: ${code}: ${message}`)
      }
      // The cast: the API returns a secret's text as `SecretString`, if it has one.
      const { SecretString } = JSON.parse(answer.text) as { readonly SecretString?: string }
      if (SecretString === undefined) throw new Error(`the secret ${SecretId} has no text`)
      return SecretString
    },
    close: () => client.close(),
  }
}
