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
import { createRequestQueue } from '../../../packages/server/src/composition/request-queue.ts'
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
import { SLOT_POLICY } from '../http/slot-pool.ts'
import type { HoldBody } from '../http/units.ts'
import {
  checkBody,
  createAccessCheck,
  createOfferCheck,
  type KnownKey,
  type KnownOffer,
} from './checks.ts'
import { createDayMaker, FloorStore, type MadeRows, rowOf } from './floor-store.ts'
import type { HoldSample } from './hold-sample.ts'
import { createHoldMaker, type MadeHold, providerOf } from './made-hold.ts'
import { type Extra, STAGES, type Stage } from './stages.ts'
import { ThreadStore } from './thread-store.ts'

/** What the parent process tells it: what to answer, or what will be asked next. */
export type FloorQuestion =
  | {
      readonly kind: 'begin'
      readonly sample: HoldSample
      readonly eventTypeIds: readonly string[]
    }
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

function openStore({ does, with: extra }: Stage): FloorStore | ThreadStore | undefined {
  if (does === 'http') return undefined
  const file = join(folder, `${stageId}.sqlite`)
  if (extra.includes('thread')) return new ThreadStore(file)
  return new FloorStore(file, { seesOthers: extra.includes('others') })
}
const store = openStore(stage)
const made: (MadeRows | undefined)[] = []
let nextMade = 0
const TAKEN: Reply = { status: 409, headers: [], body: '' }
const refusedWith = (status: number): Reply => ({ status, headers: [], body: '' })
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

/** What is in memory of the key and the event types of a run. */
function recordsOf(eventTypeIds: readonly string[]) {
  const key: KnownKey = {
    accountId: ACCOUNT,
    scopes: new Set(['bookings']),
    providerIds: undefined,
    expiresAtEpochSeconds: Number.POSITIVE_INFINITY,
    isSuspended: false,
  }
  const offers = eventTypeIds.map((id): readonly [string, KnownOffer] => [
    id,
    {
      accountId: ACCOUNT,
      providerId: providerOf(id),
      isActive: true,
      policy: { ...SLOT_POLICY },
      boundedUntilEpochSeconds: 0,
      isLimited: false,
    },
  ])
  return {
    key,
    keys: new Map([[hash('sha256', API_KEY, 'base64url'), key]]),
    offers: new Map(offers),
  }
}

/** Who asks: without `access`, the account of the key. */
function accessOf({ key, keys }: ReturnType<typeof recordsOf>, extra: readonly Extra[]) {
  if (extra.includes('access')) return createAccessCheck(keys)
  return ({ authorization = '' }: IncomingMessage['headers']) =>
    keys.has(hash('sha256', authorization.slice('Bearer '.length), 'base64url')) ? key : 401
}

/** Makes and writes the hold of a request. */
function hold(
  sample: HoldSample,
  into: FloorStore | ThreadStore,
  extra: readonly Extra[],
  eventTypeIds: readonly string[],
): Handle {
  const make = createHoldMaker(sample, stage?.without ?? [])
  const records = recordsOf(eventTypeIds)
  const access = accessOf(records, extra)
  const offered = extra.includes('offer') ? createOfferCheck(records.offers) : undefined
  const [isKeyed, isChecked] = [extra.includes('key'), extra.includes('contract')]
  const seesOthers = extra.includes('others')
  const record = extra.includes('log')
    ? createRecordAccess(
        createLogger('info', openSync(join(folder, `${stageId}.log`), 'a')),
        new Registry(),
      )
    : undefined
  return async (request, bytes) => {
    const begun = performance.now()
    const now = Math.floor(Date.now() / 1000)
    if (seesOthers) lookForOthers(into)
    const key = access(request.headers, now)
    if (typeof key === 'number') return refusedWith(key)
    const body = isChecked ? checkBody(request.headers, bytes) : parse(bytes)
    if (typeof body === 'number') return refusedWith(body)
    const localStart = offered?.(body, key, now)
    if (typeof localStart === 'number') return refusedWith(localStart)
    const next = make(body, localStart)
    const rows = isKeyed ? [...next.rows, recordOf(request, bytes, next)] : next.rows
    const isOnce = seesOthers || into instanceof ThreadStore
    const isWritten = isOnce
      ? await into.writeOnce(rows, next.claim, next.claim.hold?.bookingId ?? '')
      : await into.writeHold(rows, next.claim)
    if (!isWritten) return TAKEN
    record?.({
      requestId: String(next.headers[next.headers.indexOf('x-request-id') + 1]),
      method: 'POST',
      route: '/v1/bookings',
      status: sample.status,
      milliseconds: performance.now() - begun,
      accountId: key.accountId,
    })
    return { status: sample.status, headers: next.headers, body: next.answer }
  }
}

let hasLooked = false
/** Looks for commits of other processes, once for all requests that begin together. */
function lookForOthers(store: FloorStore | ThreadStore): void {
  if (hasLooked) return
  hasLooked = true
  process.nextTick(() => {
    hasLooked = false
  })
  // A server would read its records again. Nobody else writes the files of a run.
  if (store.haveOthersWritten()) throw new Error('another process has written')
}

let handle: Handle | undefined
let prepare: ((bodies: readonly HoldBody[]) => void) | undefined

function begin(sample: HoldSample, eventTypeIds: readonly string[]): void {
  if (store === undefined) handle = answerSample(sample)
  else if (stage?.does === 'hold') handle = hold(sample, store, stage.with, eventTypeIds)
  else if (store instanceof FloorStore) {
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

// As Holdfast does: all requests of a turn of the event loop begin together.
const queue = createRequestQueue()
const server = createServer((request, response) => {
  queue.submit({
    isFirst: false,
    refuse: () => response.writeHead(503).end(),
    run() {
      // Nearly every body has arrived.
      if (request.complete) {
        answerRequest(request, response, request.read() ?? Buffer.alloc(0))
        return
      }
      const parts: Buffer[] = []
      request.on('data', (bytes: Buffer) => parts.push(bytes))
      request.on('end', () => answerRequest(request, response, Buffer.concat(parts)))
    },
  })
})

server.on('connection', queue.onArrival)

// As Holdfast does.
collectYoungObjectsAlone()
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

answerQuestions(async (question: FloorQuestion): Promise<FloorAnswer> => {
  if (question.kind === 'begin') {
    begin(question.sample, question.eventTypeIds)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  } else if (prepare !== undefined) {
    prepare(question.bodies)
    // What was made beforehand is not collected while the requests are answered.
    collect()
  }
  return { port: (server.address() as AddressInfo).port }
})
