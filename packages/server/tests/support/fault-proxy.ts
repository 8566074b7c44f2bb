import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'

/** What can happen to a request between the adapter and DynamoDB. */
export const FAULTS = [
  /** The connection breaks before anything is forwarded. */
  'drop-before',
  /** It is carried out, and the connection breaks before the answer. */
  'drop-answer',
  /** It is carried out, and the connection breaks in the middle of the answer. */
  'cut-answer',
  /** It is carried out twice, one after the other; the second answer is passed on. */
  'duplicate',
  /** It arrives later than others that were sent after it. */
  'delay',
  /** Another transaction is on one of the items. */
  'conflict',
  /** There is too much load. */
  'throttle',
  /** A server error, and nothing was done. */
  'error-before',
  /** A server error, although it was carried out. */
  'error-after',
] as const
export type Fault = (typeof FAULTS)[number] | 'hang-answer'

/** How often which faults occur; the same seed decides alike for the same order of requests. */
export interface FaultPlan {
  readonly seed: number
  /** Share of the requests that get a fault, 0 to 1. */
  readonly share: number
  /** The most faults in all; 10,000 unless set. */
  readonly most?: number
  readonly faults?: readonly Fault[]
}

/** A proxy before a DynamoDB endpoint that breaks things on purpose. */
export interface FaultProxy {
  readonly endpoint: string
  /** How often each fault has occurred. */
  readonly counts: ReadonlyMap<Fault, number>
  /** Gives the next requests of an operation these faults, before the plan is asked. */
  inject(operation: string, ...faults: readonly Fault[]): void
  stop(): Promise<void>
}

/** Numbers in [0, 1) from a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

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

/** The refusal for a conflict: of the first item of a transaction, or of a lone write. */
function conflictOf(operation: string, body: Buffer): Answer {
  if (operation !== 'TransactWriteItems') return refusal(400, 'TransactionConflictException')
  const { TransactItems } = JSON.parse(body.toString()) as { readonly TransactItems: unknown[] }
  const reasons = TransactItems.map((_, index) => ({
    Code: index === 0 ? 'TransactionConflict' : 'None',
  }))
  return refusal(400, 'TransactionCanceledException', { CancellationReasons: reasons })
}

const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'])

/** Whether a fault can happen to an operation: reads meet no conflicts, lone writes carry no token. */
function canMeet(operation: string, fault: Fault): boolean {
  if (fault === 'conflict') return WRITES.has(operation)
  // TLS carries a request once. Who repeats one that has no token, and passes on the second answer,
  // is no network but a gateway; the adapter does not promise to see through that.
  if (fault === 'duplicate') return operation === 'TransactWriteItems' || !WRITES.has(operation)
  return true
}

/** Starts a proxy before `target`, on a free port of the loopback interface. */
export async function startFaultProxy(target: string, plan: FaultPlan): Promise<FaultProxy> {
  const pool = new Pool(target, { connections: 64 })
  const random = seededRandom(plan.seed)
  const counts = new Map<Fault, number>()
  const injected = new Map<string, Fault[]>()
  const faults = plan.faults ?? FAULTS
  /** Kinds that have not occurred: they come first, so that a few faults are of as many kinds. */
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
    const forward = async (): Promise<Answer> => {
      const { host: _, connection: __, ...headers } = request.headers
      const answer = await pool.request({ method: 'POST', path: '/', headers, body })
      return {
        status: answer.statusCode,
        body: Buffer.from(await answer.body.arrayBuffer()),
      }
    }
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
    // The engine is gone or the client is: either way the connection is all there is to break.
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
