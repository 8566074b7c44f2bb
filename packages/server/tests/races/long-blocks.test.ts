import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestClock } from '../../src/adapters/system/clock.ts'
import { createBlock, deleteBlock, listBlocks } from '../../src/booking/blocks/blocks.ts'
import { finishBlock } from '../../src/booking/blocks/grow-block.ts'
import { expireDue } from '../../src/booking/bookings/expire-due.ts'
import type { AppDependencies } from '../../src/composition/http/app.ts'
import { type Store, StoreUnavailable } from '../../src/kernel/ports/store.ts'
import { inspect } from '../../src/ops/doctor/inspect.ts'
import { bookable } from '../support/bookable.ts'
import { testDependencies } from '../support/dependencies.ts'
import { storeWith } from '../support/store-with.ts'
import { openTestStore, SOME_ENGINES, type TestStore } from '../support/stores.ts'

const NOW = '2035-04-22T08:00:00Z'
const YEAR = { start: '2035-05-01T10:00:00Z', end: '2036-05-01T10:00:00Z' }
const FAR = '2036-04-16T09:00:00Z'
const NEAR = '2035-05-02T09:00:00Z'

const secondsOf = (instant: string) => Date.parse(instant) / 1000

describe.each(SOME_ENGINES)('a block of a year on %s', (engine) => {
  let opened: TestStore
  let deps: AppDependencies
  let clock: TestClock
  let world: Awaited<ReturnType<typeof bookable>>
  beforeAll(async () => {
    opened = await openTestStore(engine)
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    const made = testDependencies(opened.store, NOW)
    deps = made.deps
    clock = made.clock
    world = await bookable(deps)
  })

  const block = (own = deps) =>
    createBlock(own, world.caller, world.provider.id, {
      startEpochSeconds: secondsOf(YEAR.start),
      endEpochSeconds: secondsOf(YEAR.end),
    })
  const listed = async () => {
    const found = await listBlocks(deps, world.caller, world.provider.id, { limit: 100 })
    return found.ok ? found.value.data.map(({ id }) => id) : []
  }
  const sweep = () => expireDue(deps, 100, (trigger) => finishBlock(deps, trigger))
  const findings = async () => (await inspect(deps)).findings
  /** Whether a time can be held. */
  const isFree = async (start: string) =>
    world.hold(start).then(
      () => true,
      () => false,
    )

  /** Dependencies on a store that fails from the given transaction on, as if the server died. */
  const dyingAt = (transaction: number) => {
    let count = 0
    const transact: Store['transact'] = async (writes, token) => {
      count += 1
      if (count >= transaction) throw new StoreUnavailable('the server died', 'not-applied')
      return opened.store.transact(writes, token)
    }
    return { ...deps, store: storeWith(opened.store, { transact }) }
  }

  test('takes all of its time, is listed once, and gives all of it back', async () => {
    const made = await block()
    if (!made.ok) throw new Error(made.refusal.code)
    expect(made.value).toMatchObject({
      startEpochSeconds: secondsOf(YEAR.start),
      endEpochSeconds: secondsOf(YEAR.end),
    })
    expect(await listed()).toEqual([made.value.id])
    expect([await isFree(NEAR), await isFree(FAR)]).toEqual([false, false])
    expect(await findings()).toEqual([])
    clock.moveTo(Date.parse(NOW) + 3_600_000)
    await sweep()
    expect(await listed()).toEqual([made.value.id])
    const removed = await deleteBlock(deps, world.caller, world.provider.id, made.value.id)
    expect(removed).toEqual({ ok: true, value: undefined })
    expect(await listed()).toEqual([])
    expect([await isFree(NEAR), await isFree(FAR)]).toEqual([true, true])
    await sweep()
    expect(await findings()).toEqual([])
  })

  test('over a booking in its last month is refused with its id, and takes nothing', async () => {
    const { id } = await world.book(FAR)
    expect(await block()).toMatchObject({
      refusal: { code: 'slot_taken', inTheWay: { bookingIds: [id], blockIds: [] } },
    })
    expect(await listed()).toEqual([])
    expect(await isFree(NEAR)).toBe(true)
    expect(await findings()).toEqual([])
  })

  test('whose server dies is not listed, and the sweeper gives its time back', async () => {
    await expect(block(dyingAt(3))).rejects.toThrow(StoreUnavailable)
    expect(await listed()).toEqual([])
    expect(await findings()).toEqual([])
    await sweep()
    expect(await isFree(NEAR)).toBe(false)
    clock.moveTo(Date.parse(NOW) + 300_000)
    await sweep()
    expect(await isFree(NEAR)).toBe(true)
    expect(await findings()).toEqual([])
  })

  test('whose server dies while it is deleted is deleted by the sweeper', async () => {
    const made = await block()
    if (!made.ok) throw new Error(made.refusal.code)
    const removal = deleteBlock(dyingAt(3), world.caller, world.provider.id, made.value.id)
    await expect(removal).rejects.toThrow(StoreUnavailable)
    expect(await listed()).toEqual([])
    expect([await isFree(NEAR), await findings()]).toEqual([false, []])
    clock.moveTo(Date.parse(NOW) + 300_000)
    await sweep()
    expect([await isFree(NEAR), await findings()]).toEqual([true, []])
  })

  test('that takes longer than the sweeper waits is removed, and not acknowledged', async () => {
    let count = 0
    const transact: Store['transact'] = async (writes, token) => {
      count += 1
      if (count === 3) {
        clock.moveTo(Date.parse(NOW) + 300_000)
        await sweep()
      }
      return opened.store.transact(writes, token)
    }
    const slow = { ...deps, store: storeWith(opened.store, { transact }) }
    await expect(block(slow)).rejects.toThrow(StoreUnavailable)
    expect([await listed(), await isFree(NEAR), await findings()]).toEqual([[], true, []])
  })
})
