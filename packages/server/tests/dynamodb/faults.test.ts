import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createStoreOnTransport } from '../../src/adapters/dynamodb/store.ts'
import { isFence } from '../../src/kernel/events/outbox.ts'
import { ledgerFromItem } from '../../src/kernel/items/ledger-item.ts'
import {
  type Store,
  StoreUnavailable,
  type TransactOutcome,
  type Write,
} from '../../src/kernel/ports/store.ts'
import { startTestEngine, type TestEngine } from '../support/dynamodb.ts'
import { CHOSEN_ENGINE } from '../support/engines.ts'
import { FAULTS, type FaultPlan, type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'

let engine: TestEngine
let opened: (() => Promise<void>)[] = []

beforeAll(async () => {
  engine = await startTestEngine()
})
afterEach(async () => {
  for (const close of opened) await close()
  opened = []
})
afterAll(() => engine.stop())

/** Two stores on one new table: `faulty` through the proxy, `plain` directly. */
async function openBehind(plan: FaultPlan, retry = {}, transportOptions = {}) {
  const { store: plain, tableName } = await engine.openStore()
  const proxy: FaultProxy = await startFaultProxy(engine.endpoint, plan)
  const transport = engine.connect(proxy.endpoint, transportOptions)
  const faulty = createStoreOnTransport(transport, { tableName, retry })
  opened.push(async () => {
    await Promise.all([faulty.close(), plain.close()])
    await proxy.stop()
  })
  return { faulty, plain, proxy }
}

const key = { PK: 'PROVIDER#prv_1', SK: 'DAY#2026-04-27' }
const bookingOf = (id: string) => ({ PK: `BOOKING#${id}`, SK: '#METADATA', version: 1 })
const eventOf = (id: string) => ({ PK: 'OUTBOX#1', SK: `evn_${id}`, payload: id })

let calls = 0
/** A unique token: the engine remembers tokens across tables. */
const freshToken = (): string => {
  calls += 1
  return `token-${calls}`
}

/** The writes of a hold: the claim of one quantum, the booking, the event. */
const holdOf = (id: string, firstQuantum: number): Write[] => [
  {
    kind: 'ledger-claim',
    key,
    firstQuantum,
    quantumCount: 1,
    hold: { bookingId: id, firstQuantum, quantumCount: 1, expiresAtEpochSeconds: 2_000_000_000 },
  },
  { kind: 'put-if-absent', item: bookingOf(id) },
  { kind: 'outbox-append', item: eventOf(id) },
]

/** Repeats a call under its token while its outcome is unknown, at most 20 times, as callers do. */
async function settle(store: Store, writes: readonly Write[]): Promise<TransactOutcome> {
  const token = freshToken()
  for (let round = 0; round < 20; round += 1) {
    try {
      return await store.transact(writes, token)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }
  throw new Error('The outcome stays unknown.')
}

const readLedger = async (store: Store) =>
  ledgerFromItem(await store.get(key, { consistent: true }))
const idsOfEvents = async (store: Store) => {
  const { items } = await store.query({ partition: 'OUTBOX#1', consistent: true })
  return items.filter((item) => !isFence(item)).map((item) => item.payload as string)
}
const idsOfBookings = async (store: Store, ids: readonly string[]) => {
  const found = await store.getMany(ids.map(bookingOf), { consistent: true })
  return ids.filter((_, index) => found[index] !== undefined)
}

describe.each([1, 2, 3, 4])('with every fault between the store and DynamoDB, seed %i', (seed) => {
  const plan = { seed, share: 0.4 }

  test('claims on one quantum have exactly one winner, and nothing is partially applied', async () => {
    const { faulty, plain, proxy } = await openBehind(plan)
    const ids = Array.from({ length: 40 }, (_, index) => `bkg_${index}`)
    const outcomes = await Promise.all(ids.map((id) => settle(faulty, holdOf(id, 108))))
    const winners = ids.filter((_, index) => outcomes[index]?.committed)
    expect(winners).toHaveLength(1)
    expect(await readLedger(plain)).toMatchObject({
      rev: 1,
      taken: new Set([108]),
      holds: [{ bookingId: winners[0] }],
    })
    expect(await idsOfBookings(plain, ids)).toEqual(winners)
    expect(await idsOfEvents(plain)).toEqual(winners)
    expect(proxy.counts.size).toBeGreaterThanOrEqual(5)
  })

  test('disjoint claims all succeed, and each is applied once', async () => {
    const { faulty, plain, proxy } = await openBehind(plan)
    const ids = Array.from({ length: 60 }, (_, index) => `bkg_${String(index).padStart(2, '0')}`)
    const outcomes = await Promise.all(ids.map((id, index) => settle(faulty, holdOf(id, index))))
    expect(outcomes.every((outcome) => outcome.committed)).toBe(true)
    const { rev, taken, holds } = await readLedger(plain)
    expect([rev, taken.size, holds.length]).toEqual([60, 60, 60])
    expect(await idsOfBookings(plain, ids)).toEqual(ids)
    expect(await idsOfEvents(plain)).toEqual(ids)
    expect(proxy.counts.size).toBe(FAULTS.length)
  })

  test('a version increases by exactly one for each put that succeeded', async () => {
    const { faulty, plain } = await openBehind(plan)
    const counter = { PK: 'COUNTER', SK: 'x' }
    await plain.transact(
      [{ kind: 'put-if-absent', item: { ...counter, version: 0 } }],
      freshToken(),
    )
    const tally = { won: 0, open: 0 }
    const increment = async (by: number): Promise<void> => {
      const stored = await faulty.get(counter, { consistent: true })
      const version = stored?.version as number
      const item = { ...counter, version: version + 1, by }
      const { committed } = await faulty.transact(
        [{ kind: 'put-if-version', item, version }],
        freshToken(),
      )
      if (committed) tally.won += 1
    }
    const writer = async (by: number): Promise<void> => {
      for (let round = 0; round < 10; round += 1) {
        await increment(by).catch((error: unknown) => {
          if (!(error instanceof StoreUnavailable)) throw error
          if (error.outcome === 'unknown') tally.open += 1
        })
      }
    }
    await Promise.all([0, 1, 2, 3, 4, 5].map(writer))
    const version = (await plain.get(counter, { consistent: true }))?.version as number
    expect(version).toBeGreaterThanOrEqual(tally.won)
    expect(version).toBeLessThanOrEqual(tally.won + tally.open)
    expect(tally.won).toBeGreaterThan(0)
  })

  test('reads are complete and in order', async () => {
    const { faulty, plain } = await openBehind(plan)
    const items = Array.from({ length: 90 }, (_, index) => ({
      PK: 'P',
      SK: `S#${String(index).padStart(3, '0')}`,
      GSI1PK: 'G',
      GSI1SK: `S#${String(index).padStart(3, '0')}`,
    }))
    const puts = items.map((item): Write => ({ kind: 'put-if-absent', item }))
    await plain.transact(puts, freshToken())
    for (const request of [{ partition: 'P' }, { partition: 'G', index: 'GSI1' }] as const) {
      const seen: unknown[] = []
      let cursor: string | undefined
      do {
        const page = await faulty.query({ ...request, limit: 7, ...(cursor && { cursor }) })
        seen.push(...page.items)
        cursor = page.cursor
      } while (cursor !== undefined)
      expect(seen).toEqual(items)
    }
    expect(await faulty.getMany(items.toReversed())).toEqual(items.toReversed())
  })
})

describe('a lost response', () => {
  const quiet = { seed: 1, share: 0 }

  test.each(['drop-answer', 'cut-answer', 'error-after', 'hang-answer'] as const)(
    '(%s) leaves one commit, which the caller is told of',
    async (fault) => {
      // Only a response that never arrives takes the full timeout.
      const { faulty, plain, proxy } = await openBehind(quiet, {}, { requestTimeoutMs: 1000 })
      proxy.inject('TransactWriteItems', fault)
      expect(await faulty.transact(holdOf('bkg_1', 108), freshToken())).toEqual({ committed: true })
      expect(proxy.counts.get(fault)).toBe(1)
      expect(await readLedger(plain)).toMatchObject({ rev: 1, taken: new Set([108]) })
    },
  )

  test('to a transaction without proof in the store is resolved by its token', async () => {
    const { faulty, plain, proxy } = await openBehind(quiet)
    proxy.inject('TransactWriteItems', 'drop-answer')
    const [claim] = holdOf('bkg_1', 108) as [Write]
    expect(await faulty.transact([claim], freshToken())).toEqual({ committed: true })
    expect((await readLedger(plain)).rev).toBe(1)
  })

  test('to a transaction with an event is resolved after a restart of the engine, which forgets tokens', async () => {
    const restart = { sleep: () => engine.killAndRestart() }
    const { faulty, plain, proxy } = await openBehind(quiet, restart)
    proxy.inject('TransactWriteItems', 'drop-answer')
    expect(await faulty.transact(holdOf('bkg_1', 108), freshToken())).toEqual({ committed: true })
    expect((await readLedger(plain)).rev).toBe(1)
  })

  test('to a transaction that creates an item is resolved after a restart of the engine', async () => {
    const restart = { sleep: () => engine.killAndRestart() }
    const { faulty, plain, proxy } = await openBehind(quiet, restart)
    proxy.inject('TransactWriteItems', 'drop-answer')
    const [claim, create] = holdOf('bkg_1', 108) as [Write, Write]
    expect(await faulty.transact([claim, create], freshToken())).toEqual({ committed: true })
    expect((await readLedger(plain)).rev).toBe(1)
  })

  test('to a transaction without proof is reported as unknown after a restart of the engine', async () => {
    const restart = { sleep: () => engine.killAndRestart() }
    const { faulty, plain, proxy } = await openBehind(quiet, restart)
    proxy.inject('TransactWriteItems', 'drop-answer')
    const [claim] = holdOf('bkg_1', 108) as [Write]
    const outcome: unknown = await faulty
      .transact([claim], freshToken())
      .catch((error: StoreUnavailable) => error.outcome)
    // DynamoDB Local remembers tokens, as AWS does.
    const expected = CHOSEN_ENGINE === 'dynamodb-local' ? { committed: true } : 'unknown'
    expect(outcome).toEqual(expected)
    expect((await readLedger(plain)).rev).toBe(1)
  })

  test('to a lone put is resolved by the stored item', async () => {
    const { faulty, proxy } = await openBehind(quiet)
    const create: Write = { kind: 'put-if-absent', item: bookingOf('bkg_1') }
    proxy.inject('PutItem', 'drop-answer')
    expect(await faulty.transact([create], freshToken())).toEqual({ committed: true })
    expect(await faulty.transact([create], freshToken())).toEqual({
      committed: false,
      failed: [{ index: 0, current: bookingOf('bkg_1') }],
    })
  })

  test('to a transaction that a later write made impossible is reported as rejected', async () => {
    const { faulty, plain, proxy } = await openBehind(quiet, {
      sleep: () => plain.transact(holdOf('bkg_2', 108), freshToken()),
    })
    proxy.inject('TransactWriteItems', 'drop-before')
    expect(await faulty.transact(holdOf('bkg_1', 108), freshToken())).toMatchObject({
      committed: false,
      failed: [{ index: 0, current: { 'hold:bkg_2': [108, 1, 2_000_000_000] } }],
    })
    expect(await idsOfEvents(plain)).toEqual(['bkg_2'])
  })
})

test('a store whose engine is stopped is unavailable, with nothing applied', async () => {
  const transport = engine.connect('http://127.0.0.1:1')
  const store = createStoreOnTransport(transport, { tableName: 'none' })
  await expect(store.transact(holdOf('bkg_1', 1), freshToken())).rejects.toMatchObject({
    name: 'StoreUnavailable',
    outcome: 'not-applied',
  })
  await expect(store.ping()).rejects.toThrow(StoreUnavailable)
  await store.close()
})
