import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

// The parts of CBOR (RFC 8949) that an attestation needs: integers, bytes, texts and maps.
const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Uint8Array) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const map = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()])

const sha256 = (value: Uint8Array | string): Buffer => createHash('sha256').update(value).digest()
const encoded = (value: Uint8Array | string): string => Buffer.from(value).toString('base64url')

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** What a ceremony is to look like. Default: as a browser on the server's own page makes it. */
export interface Ceremony {
  readonly origin?: string
  readonly rpId?: string
  readonly isVerified?: boolean
  /** Default: one more than before. */
  readonly counter?: number
}

/** The options of the server, as far as an authenticator reads them. */
export interface CeremonyOptions {
  readonly challenge: string
}

/**
 * An authenticator with one discoverable ES256 credential (WebAuthn level 3, attestation `none`), for the page
 * at `http://localhost`.
 */
export function createSoftwareAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = encoded(credentialId)
  let counter = 0

  function authenticatorData(
    { rpId = 'localhost', isVerified = true, counter: given = counter + 1 }: Ceremony,
    attested = Buffer.alloc(0),
  ): Buffer {
    counter = given
    const flags =
      USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (attested.length > 0 ? HAS_CREDENTIAL : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested])
  }

  const clientData = (type: string, { challenge }: CeremonyOptions, ceremony: Ceremony) =>
    JSON.stringify({
      type,
      challenge,
      origin: ceremony.origin ?? 'http://localhost',
      crossOrigin: false,
    })

  const common = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const

  return {
    /** What `navigator.credentials.create()` returns, as JSON. */
    register(options: CeremonyOptions, ceremony: Ceremony = {}) {
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        coseKey(publicKey),
      ])
      const attestation = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(authenticatorData({ counter: 0, ...ceremony }, attested))],
      ])
      return {
        ...common,
        response: {
          clientDataJSON: encoded(clientData('webauthn.create', options, ceremony)),
          attestationObject: encoded(attestation),
          transports: ['internal'],
        },
      }
    },
    /** What `navigator.credentials.get()` returns, as JSON. */
    signIn(options: CeremonyOptions, ceremony: Ceremony = {}) {
      const data = authenticatorData(ceremony)
      const client = clientData('webauthn.get', options, ceremony)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...common,
        response: {
          clientDataJSON: encoded(client),
          authenticatorData: encoded(data),
          signature: encoded(signature),
        },
      }
    },
  }
}

/** The public key in COSE form (RFC 9053 §2.1 and §7.1): ES256 on P-256. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return map([
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, 'base64url'))],
    [integer(-3), bytes(Buffer.from(y, 'base64url'))],
  ])
}
