/**
 * A server of the floor: a stage of `stages.ts`, and nothing else.
 *
 * `floor-server.ts <stage> <folder>`. It must be given a sample first, and, to write rows made beforehand, the requests
 * before they come.
 */
import { hash } from 'node:crypto'
import { openSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Registry } from 'prom-client'
import { createLogger } from '../../../packages/server/src/composition/logger.ts'
import { collectYoungObjectsAlone } from '../../../packages/server/src/composition/young-objects.ts'
import { createRecordAccess } from '../../../packages/server/src/kernel/http/access-log.ts'
import {
  fingerprint,
  scopeHash,
  sealAnswer,
} from '../../../packages/server/src/kernel/http/idempotency.ts'
import { idempotencyWrite } from '../../../packages/server/src/kernel/idempotency.ts'
import { API_KEY } from '../http/holdfast-server.ts'
import { answerQuestions } from '../http/processes.ts'
import type { HoldBody } from '../http/units.ts'
import { createDayMaker, FloorStore, type MadeRows, rowOf } from './floor-store.ts'
import type { HoldSample } from './hold-sample.ts'
import { createHoldMaker, type MadeHold } from './made-hold.ts'
import { type Extra, STAGES } from './stages.ts'

/** What the parent process tells it: what to answer, or what will be asked next. */
export type FloorQuestion =
  | { readonly kind: 'begin'; readonly sample: HoldSample }
  | { readonly kind: 'next'; readonly bodies: readonly HoldBody[] }
/** Its port. */
export interface FloorAnswer {
  readonly port: number
}

interface Reply {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: string
}
type Handle = (request: IncomingMessage, bytes: Buffer) => Reply | Promise<Reply>

const [, , stageId, folder] = process.argv as [string, string, string, string]
const stage = STAGES.find(({ id }) => id === stageId)
if (stage === undefined) throw new Error(`no stage ${stageId}`)

const store = stage.does === 'http' ? undefined : new FloorStore(join(folder, `${stageId}.sqlite`))
const made: (MadeRows | undefined)[] = []
let nextMade = 0
const TAKEN: Reply = { status: 409, headers: [], body: '' }
const UNKNOWN: Reply = { status: 401, headers: [], body: '' }
const ACCOUNT = 'acc_00000000000000000000000000'

const parse = (bytes: Buffer): HoldBody => JSON.parse(bytes.toString('latin1')) as HoldBody

/** Parses the body, and answers what the sample has. */
function answerSample(sample: HoldSample): Handle {
  const { status, answer: body } = sample
  const headers = sample.headers.flat()
  return (_request, bytes) => {
    parse(bytes)
    return { status, headers, body }
  }
}

/** The same, after it wrote the next rows. */
function writeNext(sample: HoldSample, into: FloorStore): Handle {
  const answer = answerSample(sample)
  return async (request, bytes) => {
    const next = made[nextMade]
    if (next === undefined) throw new Error('no rows were made for a request')
    made[nextMade] = undefined
    nextMade += 1
    await into.writeMade(next)
    return await answer(request, bytes)
  }
}

function makeRows(sample: HoldSample): (bodies: readonly HoldBody[]) => void {
  const make = createHoldMaker(sample, [])
  const dayOf = createDayMaker()
  return (bodies) => {
    made.length = 0
    nextMade = 0
    for (const body of bodies) {
      const { rows, claim } = make(body)
      made.push({ rows, day: dayOf(claim) })
    }
  }
}

/** The row of an answer under an Idempotency-Key. */
function recordOf(request: IncomingMessage, bytes: Buffer, { headers, answer }: MadeHold) {
  const key = String(request.headers['idempotency-key'])
  const scope = scopeHash(ACCOUNT, 'POST', '/v1/bookings', key)
  const named = Object.fromEntries(
    Array.from({ length: headers.length / 2 }, (_, place) => [
      headers[place * 2],
      headers[place * 2 + 1],
    ]),
  ) as Record<string, string>
  const write = idempotencyWrite(
    {
      scopeHash: scope,
      fingerprint: fingerprint(bytes),
      seal: () => sealAnswer({ status: 202, headers: named, body: answer }, key, scope),
    },
    undefined,
    Math.floor(Date.now() / 1000),
  )
  if (!('item' in write)) throw new Error('an idempotency record is an item')
  return rowOf(write.item)
}

/** Makes and writes the hold of a request. */
function hold(sample: HoldSample, into: FloorStore, extra: readonly Extra[]): Handle {
  const make = createHoldMaker(sample, stage?.without ?? [])
  const accounts = new Map([[hash('sha256', API_KEY, 'base64url'), ACCOUNT]])
  const isKeyed = extra.includes('key')
  const record = extra.includes('log')
    ? createRecordAccess(
        createLogger('info', openSync(join(folder, 'floor.log'), 'a')),
        new Registry(),
      )
    : undefined
  return async (request, bytes) => {
    const begun = performance.now()
    const secret = (request.headers.authorization ?? '').slice('Bearer '.length)
    const accountId = accounts.get(hash('sha256', secret, 'base64url'))
    if (accountId === undefined) return UNKNOWN
    const next = make(parse(bytes))
    const rows = isKeyed ? [...next.rows, recordOf(request, bytes, next)] : next.rows
    if (!(await into.writeHold(rows, next.claim))) return TAKEN
    record?.({
      requestId: String(next.headers[next.headers.indexOf('x-request-id') + 1]),
      method: 'POST',
      route: '/v1/bookings',
      status: sample.status,
      milliseconds: performance.now() - begun,
      accountId,
    })
    return { status: sample.status, headers: next.headers, body: next.answer }
  }
}

let handle: Handle | undefined
let prepare: ((bodies: readonly HoldBody[]) => void) | undefined

function begin(sample: HoldSample): void {
  if (store === undefined) handle = answerSample(sample)
  else if (stage?.does === 'hold') handle = hold(sample, store, stage.with)
  else {
    handle = writeNext(sample, store)
    prepare = makeRows(sample)
  }
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, [...headers, 'content-length', String(body.length)])
  response.end(body, 'latin1')
}

function answerRequest(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
  const reply = handle?.(request, bytes)
  if (reply instanceof Promise) {
    reply.then(
      (value) => send(response, value),
      (error: unknown) => {
        console.error(error)
        send(response, { status: 500, headers: [], body: '' })
      },
    )
  } else if (reply !== undefined) send(response, reply)
}

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (bytes: Buffer) => parts.push(bytes))
  request.on('end', () => {
    const [first] = parts
    const isWhole = first !== undefined && parts.length === 1
    answerRequest(request, response, isWhole ? first : Buffer.concat(parts))
  })
})

// As Holdfast does.
collectYoungObjectsAlone()
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

answerQuestions(async (question: FloorQuestion): Promise<FloorAnswer> => {
  if (question.kind === 'begin') {
    begin(question.sample)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  } else if (prepare !== undefined) {
    prepare(question.bodies)
    // What was made beforehand is not collected while the requests are answered.
    collect()
  }
  return { port: (server.address() as AddressInfo).port }
})
