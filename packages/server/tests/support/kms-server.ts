import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type AwsServer, startAwsServer } from './aws-server.ts'

type Context = Readonly<Record<string, string>>

/** A KMS with one key, which makes and unwraps data keys. */
export interface KmsServer extends AwsServer {
  readonly keyArn: string
  /** The operations that were carried out, each with its encryption context. */
  readonly calls: readonly { readonly operation: string; readonly context: Context }[]
  /** Replaces the key's material, as KMS does every year. Older material still unwraps. */
  rotate(): void
}

const KEY_ARN = 'arn:aws:kms:eu-central-1:123456789012:key/0f8fad5b-d9cb-469f-a165-70867728950e'
const NONCE_BYTES = 12
const TAG_BYTES = 16

const refused = (type: string) => ({ status: 400, body: { __type: type, message: 'refused' } })
const additionalData = (context: Context = {}): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(context).sort()))

/** The number of the material, the nonce, the tag and the sealed text, as in a blob of KMS opaque to callers. */
function seal(material: Buffer, at: number, text: Buffer, context: Context): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', material, nonce).setAAD(additionalData(context))
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([Buffer.from([at]), nonce, cipher.getAuthTag(), sealed])
}

function open(materials: readonly Buffer[], blob: Buffer, context: Context): Buffer | undefined {
  const material = materials[blob[0] ?? -1]
  if (material === undefined) return undefined
  const nonce = blob.subarray(1, 1 + NONCE_BYTES)
  const tag = blob.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
  const sealed = blob.subarray(1 + NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv('aes-256-gcm', material, nonce).setAAD(
      additionalData(context),
    )
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed), decipher.final()])
  } catch {
    return undefined
  }
}

/** Starts a KMS on a free port of the loopback interface. It binds keys to their encryption context. */
export async function startKms(): Promise<KmsServer> {
  const materials = [randomBytes(32)]
  const calls: { operation: string; context: Context }[] = []
  const server = await startAwsServer({
    service: 'kms',
    contentType: 'application/x-amz-json-1.1',
    operations: {
      'TrentService.GenerateDataKey': (input: {
        readonly KeyId: string
        readonly KeySpec: string
        readonly EncryptionContext: Context
      }) => {
        if (input.KeyId !== KEY_ARN) return refused('NotFoundException')
        if (input.KeySpec !== 'AES_256') return refused('ValidationException')
        calls.push({ operation: 'GenerateDataKey', context: input.EncryptionContext })
        const key = randomBytes(32)
        const at = materials.length - 1
        const blob = seal(materials[at] ?? key, at, key, input.EncryptionContext)
        return {
          status: 200,
          body: {
            KeyId: KEY_ARN,
            Plaintext: key.toString('base64'),
            CiphertextBlob: blob.toString('base64'),
          },
        }
      },
      'TrentService.Decrypt': (input: {
        readonly CiphertextBlob: string
        readonly EncryptionContext: Context
      }) => {
        calls.push({ operation: 'Decrypt', context: input.EncryptionContext })
        const blob = Buffer.from(input.CiphertextBlob, 'base64')
        const key = open(materials, blob, input.EncryptionContext)
        if (key === undefined) return refused('InvalidCiphertextException')
        return { status: 200, body: { KeyId: KEY_ARN, Plaintext: key.toString('base64') } }
      },
    },
  })
  return {
    ...server,
    keyArn: KEY_ARN,
    calls,
    rotate: () => void materials.push(randomBytes(32)),
  }
}
