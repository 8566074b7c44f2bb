import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import pino from 'pino'
import { Registry } from 'prom-client'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { directAnswers } from '../../src/composition/direct-answers.ts'
import { composeApp } from '../../src/composition/http/app.ts'
import { ensureApiKey } from '../../src/identity/api-keys/api-keys.ts'
import type { ItemKey, Store } from '../../src/kernel/ports/store.ts'
import { BOOKER, openBookingWorld, secondsOf, unwrap } from '../support/booking-world.ts'
import { storeWith } from '../support/store-with.ts'

/**
 * Writes how many bytes a hold allocates on the heap: in its use case, as a request that Node has parsed, and as a `Request`. The store answers at once: what was
 * read before, and that everything was committed. `allocations.test.ts` runs it without the optimizing compilers, which
 * leave objects out when they please, and with room enough that nothing is collected meanwhile.
 */

const KEY = 'hf_test-key-of-the-first-account'
const FIRST = secondsOf('2026-04-27T09:00:00Z')
const WARM_UP = 100
const CALLS = 200

/** A store that reads each item once, and writes nothing. */
function answeringAtOnce(store: Store): Store {
  const seen = new Map<string, Promise<never>>()
  const once = <Answer>(question: string, read: () => Promise<Answer>): Promise<Answer> => {
    // The same question has the same kind of answer.
    const known = seen.get(question) as Promise<Answer> | undefined
    if (known !== undefined) return known
    const answer = read()
    seen.set(question, answer as Promise<never>)
    return answer
  }
  const nameOf = ({ PK, SK }: ItemKey) => `${PK} ${SK}`
  const committed = Promise.resolve({ committed: true } as const)
  return storeWith(store, {
    get: (key) => once(nameOf(key), () => store.get(key)),
    getMany: (keys) => once(keys.map(nameOf).join(), () => store.getMany(keys)),
    query: (request) => once(JSON.stringify(request), () => store.query(request)),
    transact: () => committed,
  })
}

/** The bytes that one of many calls allocates. */
async function bytesOf(call: (n: number) => Promise<unknown>): Promise<number> {
  for (let n = 0; n < WARM_UP; n += 1) await call(n)
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  for (let n = 0; n < CALLS; n += 1) await call(n)
  return Math.round((process.memoryUsage().heapUsed - before) / CALLS)
}

const world = await openBookingWorld('sqlite')
await ensureApiKey(world.deps, KEY)
const { id: eventTypeId } = await world.eventType({ durationMinutes: 10 })
const deps = { ...world.deps, store: answeringAtOnce(world.store) }
const { app, mounted } = composeApp({
  deps,
  settings: {
    version: '0.1.0',
    storeEngine: 'sqlite',
    trustedProxies: 0,
    mailFrom: 'mail@example.com',
  },
  logger: pino({ level: 'silent' }),
  metrics: new Registry(),
})

const startOf = (n: number): number => FIRST + (n % 40) * 600

const useCase = await bytesOf(async (n) =>
  unwrap(
    await createBooking(deps, world.caller, {
      target: { eventTypeId },
      startEpochSeconds: startOf(n),
      booker: BOOKER,
    }),
  ),
)
const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
const bodyOf = (n: number): string =>
  JSON.stringify({
    eventTypeId,
    start: new Date(startOf(n) * 1000).toISOString(),
    booker: BOOKER,
  })
const answerDirectly = directAnswers(mounted)
/** Takes what is sent, as a socket does. */
const sink = () => new Writable({ write: (_chunk, _encoding, done) => done() })
const direct = await bytesOf(async (n) => {
  const body = Buffer.from(bodyOf(n))
  const request = new IncomingMessage(new Socket())
  const sent = { ...headers, host: 'localhost', 'content-length': String(body.length) }
  Object.assign(request, { method: 'POST', url: '/v1/bookings', complete: true })
  request.headers = sent
  request.rawHeaders = Object.entries(sent).flat()
  const response = new ServerResponse(request)
  // The cast: an answer only writes to its socket.
  response.assignSocket(sink() as Socket)
  if (!answerDirectly(request, response)) throw new Error('the hold was not answered directly')
  request.push(body)
  request.push(null)
  await once(response, 'finish')
  if (response.statusCode !== 202) throw new Error(`answered ${response.statusCode}`)
})
const request = await bytesOf(async (n) => {
  const body = bodyOf(n)
  const answer = await app.request('/v1/bookings', { method: 'POST', headers, body })
  if (answer.status !== 202) throw new Error(await answer.text())
  await answer.text()
})
process.stdout.write(JSON.stringify({ useCase, direct, request }))
await world.close()
