import { createHmac, hash } from 'node:crypto'

/** AWS credentials; `sessionToken` goes with temporary ones. */
export interface AwsCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** What of a request the signature covers: everything but the body is a header of every DynamoDB call. */
export interface RequestToSign {
  readonly host: string
  readonly target: string
  readonly body: string
  readonly credentials: AwsCredentials
  readonly atEpochMs: number
}

/** The content type of DynamoDB's protocol. */
export const CONTENT_TYPE = 'application/x-amz-json-1.0'

const SERVICE = 'dynamodb'
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

/**
 * Signs requests to DynamoDB in one region with Signature Version 4 (POST to `/`, no query). The
 * signing key depends on the secret, the UTC day and the region only, so it is derived once a day.
 */
export function createSigner(
  region: string,
): (request: RequestToSign) => Readonly<Record<string, string>> {
  let keyOf = { secret: '', day: '', key: hmac('', '') }
  const signingKey = (secret: string, day: string): Buffer => {
    if (keyOf.secret !== secret || keyOf.day !== day) {
      const dated = hmac(hmac(`AWS4${secret}`, day), region)
      keyOf = { secret, day, key: hmac(hmac(dated, SERVICE), 'aws4_request') }
    }
    return keyOf.key
  }

  return ({ host, target, body, credentials, atEpochMs }) => {
    // 2026-11-21T01:30:00.000Z becomes 20261121T013000Z.
    const stamp = `${new Date(atEpochMs).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
    const day = stamp.slice(0, 8)
    const { accessKeyId, secretAccessKey, sessionToken } = credentials
    const tokenLine = sessionToken === undefined ? '' : `x-amz-security-token:${sessionToken}\n`
    const signedHeaders =
      sessionToken === undefined
        ? 'content-type;host;x-amz-date;x-amz-target'
        : 'content-type;host;x-amz-date;x-amz-security-token;x-amz-target'
    const canonical =
      `POST\n/\n\ncontent-type:${CONTENT_TYPE}\nhost:${host}\nx-amz-date:${stamp}\n` +
      `${tokenLine}x-amz-target:${target}\n\n${signedHeaders}\n${hash('sha256', body)}`
    const scope = `${day}/${region}/${SERVICE}/aws4_request`
    const toSign = `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${hash('sha256', canonical)}`
    const signature = createHmac('sha256', signingKey(secretAccessKey, day))
      .update(toSign)
      .digest('hex')
    return {
      host,
      'content-type': CONTENT_TYPE,
      'x-amz-date': stamp,
      'x-amz-target': target,
      ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
      authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
    }
  }
}
