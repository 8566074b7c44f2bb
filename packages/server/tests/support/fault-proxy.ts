import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'

/** A fault of a request between the adapter and DynamoDB. */
export const FAULTS = [
  /** Breaks the connection before the request is forwarded. */
  'drop-before',
  /** Executes the request, and breaks the connection before the response. */
  'drop-answer',
  /** Executes the request, and breaks the connection in the middle of the response. */
  'cut-answer',
  /** Executes the request twice in a row, and returns the second response. */
  'duplicate',
  /** Delays the request past later ones. */
  'delay',
  /** Rejects the request for a transaction conflict. */
  'conflict',
  /** Rejects the request for load. */
  'throttle',
  /** Returns a server error without executing the request. */
  'error-before',
  /** Executes the request and returns a server error. */
  'error-after',
] as const
export type Fault = (typeof FAULTS)[number] | 'hang-answer'

/** Which faults occur how often. The same seed and order of requests produce the same faults. */
export interface FaultPlan {
  readonly seed: number
  /** The share of requests with a fault, 0 to 1. */
  readonly share: number
  /** The maximum number of faults. Default: 10,000. */
  readonly most?: number
  readonly faults?: readonly Fault[]
  /** Asks the engine for the answer of a request that is forwarded, or answers something else. Default: asks it. */
  readonly through?: (
    operation: string,
    body: Buffer,
    ask: () => Promise<Answer>,
  ) => Promise<Answer>
}

/** A proxy to a DynamoDB endpoint that injects faults. */
export interface FaultProxy {
  readonly endpoint: string
  /** How often each fault has occurred. */
  readonly counts: ReadonlyMap<Fault, number>
  /** Sets the faults of the next requests of an operation. They take precedence over the plan. */
  inject(operation: string, ...faults: readonly Fault[]): void
  stop(): Promise<void>
}

/** Random numbers in [0, 1) from a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A response of DynamoDB. */
interface Answer {
  readonly status: number
  readonly body: Buffer
}

const API = 'com.amazonaws.dynamodb.v20120810'
const MOST_DELAY_MS = 30

const refusal = (status: number, type: string, rest: object = {}): Answer => ({
  status,
  body: Buffer.from(JSON.stringify({ __type: `${API}#${type}`, message: 'injected', ...rest })),
})

/** The error for a conflict on the first item of a transaction, or on a lone write. */
function conflictOf(operation: string, body: Buffer): Answer {
  if (operation !== 'TransactWriteItems') return refusal(400, 'TransactionConflictException')
  const { TransactItems } = JSON.parse(body.toString()) as { readonly TransactItems: unknown[] }
  const reasons = TransactItems.map((_, index) => ({
    Code: index === 0 ? 'TransactionConflict' : 'None',
  }))
  return refusal(400, 'TransactionCanceledException', { CancellationReasons: reasons })
}

const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'])

/** Whether a fault applies to an operation: reads have no conflicts, lone writes have no token. */
function canMeet(operation: string, fault: Fault): boolean {
  if (fault === 'conflict') return WRITES.has(operation)
  // TLS delivers a request once. Only a gateway could repeat a request without a token and return the
  // second response. The adapter does not handle that.
  if (fault === 'duplicate') return operation === 'TransactWriteItems' || !WRITES.has(operation)
  return true
}

/** Starts a proxy to `target` on a free port of the loopback interface. */
export async function startFaultProxy(target: string, plan: FaultPlan): Promise<FaultProxy> {
  const pool = new Pool(target, { connections: 64 })
  const random = seededRandom(plan.seed)
  const counts = new Map<Fault, number>()
  const injected = new Map<string, Fault[]>()
  const faults = plan.faults ?? FAULTS
  /** Kinds that have not occurred yet. They come first, so that even few faults cover many kinds. */
  const missing = new Set(faults)
  let left = plan.most ?? 10_000

  const decide = (operation: string): Fault | undefined => {
    const ordered = injected.get(operation)?.shift()
    if (ordered !== undefined) return ordered
    const [chance, which] = [random(), random()]
    const possible = faults.filter((fault) => canMeet(operation, fault))
    if (left === 0 || chance >= plan.share) return undefined
    left -= 1
    const fresh = possible.filter((fault) => missing.has(fault))
    const choice = fresh.length > 0 ? fresh : possible
    const fault = choice[Math.floor(which * choice.length)]
    if (fault !== undefined) missing.delete(fault)
    return fault
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request)
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? ''
    const fault = decide(operation)
    if (fault) counts.set(fault, (counts.get(fault) ?? 0) + 1)
    const ask = async (): Promise<Answer> => {
      const { host: _, connection: __, ...headers } = request.headers
      const answer = await pool.request({ method: 'POST', path: '/', headers, body })
      return {
        status: answer.statusCode,
        body: Buffer.from(await answer.body.arrayBuffer()),
      }
    }
    const forward = () => plan.through?.(operation, body, ask) ?? ask()
    const reply = ({ status, body: answer }: Answer, bytes = answer.length): void => {
      response.writeHead(status, { 'content-length': answer.length })
      if (bytes === answer.length) response.end(answer)
      else response.write(answer.subarray(0, bytes), () => response.destroy())
    }
    switch (fault) {
      case undefined:
        return reply(await forward())
      case 'drop-before':
        return void response.destroy()
      case 'drop-answer':
        await forward()
        return void response.destroy()
      case 'cut-answer': {
        const answer = await forward()
        return reply(answer, Math.floor(answer.body.length / 2))
      }
      case 'hang-answer':
        return void (await forward())
      case 'duplicate':
        await forward()
        return reply(await forward())
      case 'delay':
        await sleep(random() * MOST_DELAY_MS)
        return reply(await forward())
      case 'conflict':
        return reply(conflictOf(operation, body))
      case 'throttle':
        return reply(refusal(400, 'ThrottlingException'))
      case 'error-before':
        return reply(refusal(500, 'InternalServerError'))
      case 'error-after':
        await forward()
        return reply(refusal(500, 'InternalServerError'))
    }
  }

  const server = createServer((request, response) => {
    // The engine or the client has disconnected, so only the connection is left to close.
    handle(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    endpoint: `http://127.0.0.1:${port}`,
    counts,
    inject(operation, ...ordered) {
      injected.set(operation, [...(injected.get(operation) ?? []), ...ordered])
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await pool.destroy()
    },
  }
}
