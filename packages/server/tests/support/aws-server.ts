import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SignatureV4 } from '@smithy/signature-v4'

/** The credentials that the servers accept. */
export const CREDENTIALS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7' }

/** The region of the servers. */
export const REGION = 'eu-central-1'

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

/** A fault of a request. */
export type AwsFault =
  /** Breaks the connection before the request is executed. */
  | { readonly kind: 'drop-before' }
  /** Executes the request, and breaks the connection before the response. */
  | { readonly kind: 'drop-answer' }
  /** Returns this response without executing the request. */
  | { readonly kind: 'answer'; readonly status: number; readonly body: string }

/** An error response in AWS's JSON protocols. */
export const errorAnswerOf = (
  status: number,
  type: string,
  message = 'injected',
): AwsFault & { readonly kind: 'answer' } => ({
  kind: 'answer',
  status,
  body: JSON.stringify({ __type: type, message }),
})

/** An AWS service on the loopback interface. It verifies signatures with AWS's own signer. */
export interface AwsServer {
  readonly endpoint: string
  /** The bodies of requests with a valid signature, including those with a fault. */
  readonly requests: readonly unknown[]
  /** Sets the fault, or no fault, of each of the next requests. */
  inject(...faults: readonly (AwsFault | undefined)[]): void
  stop(): Promise<void>
}

/** The simulated service. */
export interface AwsService {
  readonly service: string
  readonly contentType: string
  /** The operations by target, such as `AWSEvents.PutEvents`; they return a status and a JSON body. */
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

/** Starts an AWS service on a free port of the loopback interface. */
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
    // The client has disconnected, so only the connection is left to close.
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
