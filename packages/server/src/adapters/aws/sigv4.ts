import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto'

/** AWS credentials. Temporary ones have a `sessionToken`. */
export interface AwsCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** The parts of a request that the signature covers. */
export interface RequestToSign {
  readonly host: string
  readonly target: string
  readonly body: string
  readonly credentials: AwsCredentials
  readonly atEpochMs: number
}

/** An AWS service and the version of its JSON protocol. */
export interface SignedService {
  readonly region: string
  /** The service name in signatures, for example `dynamodb`. */
  readonly service: string
  /** `application/x-amz-json-1.0` or `-1.1`. */
  readonly contentType: string
}

const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

/**
 * Creates a signer for requests to one service in one region with Signature Version 4 (POST to `/`, no
 * query). The signing key depends only on the secret, the UTC day, the region and the service, so it is
 * derived once a day.
 */
export function createSigner({
  region,
  service,
  contentType,
}: SignedService): (request: RequestToSign) => Readonly<Record<string, string>> {
  let cached: { readonly secret: string; readonly day: string; readonly key: KeyObject } | undefined
  const signingKey = (secret: string, day: string): KeyObject => {
    if (cached?.secret !== secret || cached.day !== day) {
      const dated = hmac(hmac(`AWS4${secret}`, day), region)
      // A key object: from bytes, each signature would create a key, which takes five times as long.
      const key = createSecretKey(hmac(hmac(dated, service), 'aws4_request'))
      cached = { secret, day, key }
    }
    return cached.key
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
      `POST\n/\n\ncontent-type:${contentType}\nhost:${host}\nx-amz-date:${stamp}\n` +
      `${tokenLine}x-amz-target:${target}\n\n${signedHeaders}\n${hash('sha256', body)}`
    const scope = `${day}/${region}/${service}/aws4_request`
    const toSign = `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${hash('sha256', canonical)}`
    const signature = createHmac('sha256', signingKey(secretAccessKey, day))
      .update(toSign)
      .digest('hex')
    return {
      host,
      'content-type': contentType,
      'x-amz-date': stamp,
      'x-amz-target': target,
      ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
      authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
    }
  }
}
