import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SignatureV4 } from '@smithy/signature-v4'

/** The credentials that the servers know. */
export const CREDENTIALS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7' }

/** The region that the servers are in. */
export const REGION = 'eu-central-1'

/** The hash that the reference signer takes: SHA-256, keyed where a secret is given. */
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

/** What a fault does to a request. */
export type AwsFault =
  /** The connection breaks before anything is done. */
  | { readonly kind: 'drop-before' }
  /** It is carried out, and the connection breaks before the answer. */
  | { readonly kind: 'drop-answer' }
  /** It is not carried out, and answered so. */
  | { readonly kind: 'answer'; readonly status: number; readonly body: string }

/** An answer with an error, as AWS's JSON protocols write it. */
export const errorAnswerOf = (
  status: number,
  type: string,
  message = 'injected',
): AwsFault & { readonly kind: 'answer' } => ({
  kind: 'answer',
  status,
  body: JSON.stringify({ __type: type, message }),
})

/** A service of AWS on the loopback interface, which checks signatures with AWS's own signer. */
export interface AwsServer {
  readonly endpoint: string
  /** Bodies of the requests that arrived with a good signature, those with a fault included. */
  readonly requests: readonly unknown[]
  /** Gives the next requests these faults, or none, one each. */
  inject(...faults: readonly (AwsFault | undefined)[]): void
  stop(): Promise<void>
}

/** Which service is played, and what it does. */
export interface AwsService {
  readonly service: string
  readonly contentType: string
  /** Operations by target, such as `AWSEvents.PutEvents`: status and JSON body. */
  readonly operations: Readonly<
    Record<string, (input: never) => { readonly status: number; readonly body: object }>
  >
}

async function isSigned(
  { service }: AwsService,
  { headers }: IncomingMessage,
  body: string,
): Promise<boolean> {
  const stamp = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(headers['x-amz-date']))
  if (stamp === null) return false
  const [, year, month, day, hour, minute, second] = stamp
  const signer = new SignatureV4({
    service,
    region: REGION,
    credentials: CREDENTIALS,
    sha256: Sha256,
    applyChecksum: false,
  })
  const signed = await signer.sign(
    {
      method: 'POST',
      protocol: 'http:',
      hostname: String(headers.host),
      path: '/',
      query: {},
      headers: {
        host: String(headers.host),
        'content-type': String(headers['content-type']),
        'x-amz-target': String(headers['x-amz-target']),
      },
      body,
    },
    { signingDate: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) },
  )
  return signed.headers.authorization === headers.authorization
}

/** Starts a service of AWS on a free port of the loopback interface. */
export async function startAwsServer(played: AwsService): Promise<AwsServer> {
  const requests: unknown[] = []
  const faults: (AwsFault | undefined)[] = []

  const carryOut = (target: string, input: unknown) => {
    const operation = played.operations[target]
    return operation
      ? operation(input as never)
      : { status: 400, body: { __type: 'UnknownOperationException' } }
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    const reply = (status: number, answer: string): void => {
      response.writeHead(status, { 'content-type': played.contentType }).end(answer)
    }
    const isOfProtocol =
      request.method === 'POST' &&
      request.url === '/' &&
      request.headers['content-type'] === played.contentType
    if (!isOfProtocol || !(await isSigned(played, request, body))) {
      return reply(403, JSON.stringify({ __type: 'InvalidSignatureException' }))
    }
    const input: unknown = JSON.parse(body)
    requests.push(input)
    const fault = faults.shift()
    if (fault?.kind === 'drop-before') return void response.destroy()
    if (fault?.kind === 'answer') return reply(fault.status, fault.body)
    const { status, body: answer } = carryOut(String(request.headers['x-amz-target']), input)
    if (fault?.kind === 'drop-answer') return void response.destroy()
    reply(status, JSON.stringify(answer))
  }

  const server = createServer((request, response) => {
    // The client is gone: the connection is all there is to end.
    handle(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    requests,
    inject: (...more) => void faults.push(...more),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
