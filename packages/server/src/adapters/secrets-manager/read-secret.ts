import { awsEndpoint } from '../aws/endpoints.ts'
import { createSignedPost, errorResponse, type SignedPostOptions } from '../aws/signed-post.ts'

/** The connection to Secrets Manager. */
export type SecretReaderOptions = Omit<SignedPostOptions, 'service' | 'contentType'>

/** Reads the text of a secret by its ARN or name. Rejects if Secrets Manager answers with an error. */
export type ReadSecret = (secretId: string) => Promise<string>

/** The endpoint of Secrets Manager in an AWS region. */
export const secretsManagerEndpoint = (region: string): string =>
  awsEndpoint('secretsmanager', region)

const PROTOCOL = { service: 'secretsmanager', contentType: 'application/x-amz-json-1.1' } as const

/** A client that only reads secrets. */
export interface SecretReader {
  readonly read: ReadSecret
  /** Reads the value before the current one. Undefined if the secret was never changed. */
  readPrevious(secretId: string): Promise<string | undefined>
  close(): Promise<void>
}

/** Creates a client that only reads secrets, for the start of a function. */
export function createSecretReader(options: SecretReaderOptions): SecretReader {
  const client = createSignedPost({ ...options, ...PROTOCOL })
  const readVersion = async (SecretId: string, VersionStage?: string) => {
    const body = JSON.stringify({ SecretId, VersionStage })
    const answer = await client.post('secretsmanager.GetSecretValue', body)
    if (answer.status !== 200) {
      const { code, message } = errorResponse(answer)
      if (VersionStage !== undefined && code === 'ResourceNotFoundException') return undefined
      throw new Error(`Secrets Manager could not read a secret: ${code}: ${message}`)
    }
    // The cast: the API returns a secret's text as `SecretString`, if it has one.
    const { SecretString } = JSON.parse(answer.text) as { readonly SecretString?: string }
    if (SecretString === undefined) throw new Error(`the secret ${SecretId} has no text`)
    return SecretString
  }
  return {
    // The cast: only a version that is named can be missing without an error.
    read: async (secretId) => (await readVersion(secretId)) as string,
    readPrevious: (secretId) => readVersion(secretId, 'AWSPREVIOUS'),
    close: () => client.close(),
  }
}
