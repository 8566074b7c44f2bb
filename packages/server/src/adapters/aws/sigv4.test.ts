import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import { expect, test } from 'vitest'
import { type AwsCredentials, createSigner, type SignedService } from './sigv4.ts'

/** The hash for the reference signer: SHA-256, or HMAC-SHA-256 with a secret. */
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

const ENDPOINT = 'service.eu-central-1.amazonaws.com'
const TARGET = 'DynamoDB_20120810.GetItem'
const DYNAMODB: SignedService = {
  region: 'eu-central-1',
  service: 'dynamodb',
  contentType: 'application/x-amz-json-1.0',
}
const EVENTS: SignedService = {
  region: 'us-gov-west-1',
  service: 'events',
  contentType: 'application/x-amz-json-1.1',
}

async function reference(
  { region, service, contentType }: SignedService,
  body: string,
  credentials: AwsCredentials,
  at: Date,
): Promise<Readonly<Record<string, string>>> {
  const signer = new SignatureV4({
    service,
    region,
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
        'content-type': contentType,
        'x-amz-target': TARGET,
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
  ['lasting credentials', DYNAMODB, LASTING, '{"TableName":"holdfast"}'],
  ['temporary credentials', DYNAMODB, TEMPORARY, '{"TableName":"holdfast"}'],
  ['a body beyond ASCII', DYNAMODB, LASTING, '{"Item":{"name":{"S":"Zoë 北京 😀"}}}'],
  ['an empty body', DYNAMODB, LASTING, ''],
  ['another service, region and protocol', EVENTS, TEMPORARY, '{"Entries":[]}'],
])('the headers equal those of the reference signer, with %s', async (_, to, credentials, body) => {
  const sign = createSigner(to)
  for (const at of ['2026-11-21T01:30:00.000Z', '2026-12-31T23:59:59.999Z']) {
    const headers = sign({
      host: ENDPOINT,
      target: TARGET,
      body,
      credentials,
      atEpochMs: Date.parse(at),
    })
    expect(headers).toEqual(await reference(to, body, credentials, new Date(at)))
  }
})

test('the cached key is never used for another day or secret', async () => {
  const sign = createSigner(DYNAMODB)
  const days = ['2026-11-21T01:30:00Z', '2026-11-22T00:00:00Z', '2026-11-21T23:59:59Z']
  for (const at of days) {
    for (const credentials of [LASTING, TEMPORARY, LASTING]) {
      const request = { host: ENDPOINT, target: TARGET, body: '{}' }
      const headers = sign({ ...request, credentials, atEpochMs: Date.parse(at) })
      expect(headers).toEqual(await reference(DYNAMODB, '{}', credentials, new Date(at)))
    }
  }
})
