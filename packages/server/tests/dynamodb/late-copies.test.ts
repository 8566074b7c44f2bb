import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createStoreOnTransport } from '../../src/adapters/dynamodb/store.ts'
import { DynamoDbFailure, type Transport } from '../../src/adapters/dynamodb/transport.ts'
import type { TransactInput } from '../../src/adapters/dynamodb/wire.ts'
import { createBlock, deleteBlock } from '../../src/booking/blocks/blocks.ts'
import { cancelBooking, getBooking } from '../../src/booking/bookings/change-booking.ts'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { relayOutbox } from '../../src/delivery/events/relay.ts'
import { inspect } from '../../src/ops/doctor/inspect.ts'
import { bookable } from '../support/bookable.ts'
import { testDependencies } from '../support/dependencies.ts'
import { startTestEngine, type TestEngine } from '../support/dynamodb.ts'

/**
 * A request whose connection broke can reach DynamoDB late. Here the transport loses a transaction on
 * purpose and delivers it when the test says so.
 */

const NOW = '2026-04-20T08:00:00Z'
const START = '2026-04-27T10:00:00Z'
const seconds = (instant: string) => Date.parse(instant) / 1000

let engine: TestEngine
let world: Awaited<ReturnType<typeof setting>>
beforeAll(async () => {
  engine = await startTestEngine()
})
afterAll(() => engine.stop())
beforeEach(async () => {
  world = await setting()
})

async function setting() {
  const { store: plain, tableName } = await engine.openStore()
  await plain.close()
  const real = engine.connect()
  let lost: TransactInput | undefined
  let whenLost: (() => Promise<void>) | undefined
  const transport: Transport = {
    async send(operation, input) {
      const handler = whenLost
      if (operation !== 'TransactWriteItems' || handler === undefined) {
        return real.send(operation, input)
      }
      whenLost = undefined
      lost = input as unknown as TransactInput
      await handler()
      throw new DynamoDbFailure({ code: 'ECONNRESET', message: 'lost', outcome: 'unknown' })
    },
    close: () => real.close(),
  }
  const store = createStoreOnTransport(transport, { tableName })
  const { deps } = testDependencies(store, NOW)
  const on = await bookable(deps)
  return {
    deps,
    ...on,
    /** Loses the next transaction, and does something before its sender learns that it is lost. */
    loseNext(then: () => Promise<void> = async () => {}) {
      whenLost = then
    },
    /** Delivers the lost transaction under a token that DynamoDB has forgotten; answers whether it committed. */
    async deliverLost(): Promise<boolean> {
      if (lost === undefined) throw new Error('nothing was lost')
      const late = { ...lost, ClientRequestToken: `late-${tableName}`.slice(0, 36) }
      try {
        await real.send('TransactWriteItems', late)
        return true
      } catch {
        return false
      }
    },
  }
}

const block = () =>
  createBlock(world.deps, world.caller, world.provider.id, {
    startEpochSeconds: seconds(START),
    endEpochSeconds: seconds(START) + 3600,
  })

const book = () =>
  createBooking(world.deps, world.caller, {
    target: { eventTypeId: world.eventType.id },
    startEpochSeconds: seconds(START),
    booker: { name: 'Ada', email: 'ada@example.com' },
  })

describe('a booking that was refused', () => {
  test('is not carried out by a copy of its request that arrives when its time is free again', async () => {
    let blockId = ''
    world.loseNext(async () => {
      const made = await block()
      if (made.ok) blockId = made.value.id
    })
    const startEpochSeconds = seconds(START)
    expect(await book()).toEqual({ ok: false, refusal: { code: 'slot_taken', startEpochSeconds } })
    expect(await deleteBlock(world.deps, world.caller, world.provider.id, blockId)).toMatchObject({
      ok: true,
    })
    expect(await world.deliverLost()).toBe(false)
    expect(await book()).toMatchObject({ ok: true })
    expect((await inspect(world.deps)).findings).toEqual([])
  })
})

test('a booking whose first request was lost is made once, by its repetition', async () => {
  world.loseNext()
  const made = await book()
  expect(made).toMatchObject({ ok: true })
  expect(await world.deliverLost()).toBe(false)
  expect(await getBooking(world.deps, world.caller, made.ok ? made.value.booking.id : '')).toEqual({
    ok: true,
    value: made.ok ? made.value.booking : undefined,
  })
})

test('of two equal changes in one second, only the one that was made is told that it was', async () => {
  const { id } = await world.book(START)
  // The first cancellation is lost; an equal one of somebody else commits; the first is repeated.
  world.loseNext(async () => {
    expect(await cancelBooking(world.deps, world.caller, id, {})).toMatchObject({ ok: true })
  })
  expect(await cancelBooking(world.deps, world.caller, id, {})).toMatchObject({
    ok: false,
    refusal: { code: 'invalid_transition', status: 'cancelled' },
  })
})

test('the relay passes over fences and publishes the events behind them', async () => {
  world.loseNext(async () => {
    await block()
  })
  expect(await book()).toMatchObject({ ok: false })
  const later = await world.book('2026-04-27T12:00:00Z')
  const published: string[] = []
  const bus = {
    send: async (events: readonly { id: string; resourceId: string }[]) => {
      published.push(...events.map(({ resourceId }) => resourceId))
      return new Set(events.map(({ id }) => id))
    },
  }
  while ((await relayOutbox(world.deps, bus, 1)).published > 0) {}
  expect(published.filter((id) => id === later.id)).toHaveLength(2)
})
