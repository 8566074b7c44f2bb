import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import { expect, test } from 'vitest'
import { type AwsCredentials, createSigner } from './sigv4.ts'

/** The hash that the reference takes: SHA-256, keyed where a secret is given. */
class Sha256 {
  readonly #hash: Hash | Hmac
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined
        ? createHash('sha256')
        : createHmac('sha256', secret as string | Uint8Array)
  }
  update(data: Uint8Array): void {
    this.#hash.update(data)
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }
}

const ENDPOINT = 'dynamodb.eu-central-1.amazonaws.com'

async function reference(
  body: string,
  credentials: AwsCredentials,
  at: Date,
): Promise<Readonly<Record<string, string>>> {
  const signer = new SignatureV4({
    service: 'dynamodb',
    region: 'eu-central-1',
    credentials,
    sha256: Sha256,
    applyChecksum: false,
  })
  const { headers } = await signer.sign(
    {
      method: 'POST',
      protocol: 'https:',
      hostname: ENDPOINT,
      path: '/',
      query: {},
      headers: {
        host: ENDPOINT,
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'DynamoDB_20120810.GetItem',
      },
      body,
    },
    { signingDate: at },
  )
  return headers
}

const LASTING: AwsCredentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7' }
const TEMPORARY: AwsCredentials = {
  accessKeyId: 'ASIAEXAMPLE',
  secretAccessKey: 'bPxRfiCYEXAMPLE',
  sessionToken: 'FwoGZXIvYXdzEJr//////////wEaD=',
}

test.each([
  ['lasting credentials', LASTING, '{"TableName":"holdfast"}'],
  ['temporary credentials', TEMPORARY, '{"TableName":"holdfast"}'],
  ['a body beyond ASCII', LASTING, '{"Item":{"name":{"S":"Zoë 北京 😀"}}}'],
  ['an empty body', LASTING, ''],
])('the headers are those of the reference signer, with %s', async (_, credentials, body) => {
  const sign = createSigner('eu-central-1')
  for (const at of ['2026-11-21T01:30:00.000Z', '2026-12-31T23:59:59.999Z']) {
    const headers = sign({
      host: ENDPOINT,
      target: 'DynamoDB_20120810.GetItem',
      body,
      credentials,
      atEpochMs: Date.parse(at),
    })
    expect(headers).toEqual(await reference(body, credentials, new Date(at)))
  }
})

test('the cached key is not used for another day, secret or back again', async () => {
  const sign = createSigner('eu-central-1')
  const days = ['2026-11-21T01:30:00Z', '2026-11-22T00:00:00Z', '2026-11-21T23:59:59Z']
  for (const at of days) {
    for (const credentials of [LASTING, TEMPORARY, LASTING]) {
      const request = { host: ENDPOINT, target: 'DynamoDB_20120810.GetItem', body: '{}' }
      const headers = sign({ ...request, credentials, atEpochMs: Date.parse(at) })
      expect(headers).toEqual(await reference('{}', credentials, new Date(at)))
    }
  }
})
