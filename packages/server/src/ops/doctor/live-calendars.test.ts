import type { Result } from '@holdfast/engine'
import { describe, expect, test } from 'vitest'
import { type LivedIn, liveIn } from '../../../tests/doctor/lived-in-store.ts'
import { read, write } from '../../../tests/doctor/plant.ts'
import { openTestStore, SOME_ENGINES } from '../../../tests/support/stores.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { nightsKey } from '../../ledger/keys.ts'
import {
  createCalendarEvent,
  deleteCalendarEvent,
  replaceCalendarEvent,
} from '../../stays/calendars/events.ts'
import { inspect } from './inspect.ts'
import { repair } from './repair.ts'

const callerOf = ({ accountId }: LivedIn) =>
  ({ accountId, requestId: 'test', role: 'account', actor: { kind: 'system' } }) as const

const valueIn = <Value>(result: Result<Value, { readonly code: string }>): Value => {
  if (!result.ok) throw new Error(result.refusal.code)
  return result.value
}

const JUNE = Date.UTC(2026, 5, 1) / 86_400_000
const nights = (from: number, to: number) => ({
  title: 'A guest',
  time: { startDay: JUNE + from, endDay: JUNE + to },
})
const june = (made: LivedIn) => nightsKey(made.houseId, '2026-06')

/** The same store, with a callback before each transaction. */
const withAMoment = (store: Store, happens: () => Promise<unknown>): Store => ({
  get: (key, options) => store.get(key, options),
  getMany: (keys, options) => store.getMany(keys, options),
  query: (request) => store.query(request),
  async transact(writes, token) {
    await happens()
    return await store.transact(writes, token)
  },
  scan: () => store.scan(),
  scanPage: (cursor) => store.scanPage(cursor),
  ping: () => store.ping(),
  close: () => store.close(),
})

describe.each(SOME_ENGINES)('doctor on %s with live calendars', (engine) => {
  test('continuous changes of stays and events cause no findings', async () => {
    const { store, another, close } = await openTestStore(engine)
    const made = await liveIn(store)
    const deps: Dependencies = { ...made.deps, store: await another() }
    const life = { isOver: false }
    const move = async (from: number) => {
      const { id } = valueIn(
        await createCalendarEvent(deps, callerOf(made), made.houseId, nights(from, from + 2)),
      )
      for (let round = 0; !life.isOver; round += 1) {
        // Back and forth across the end of the month, longer and shorter.
        const to = nights(from + (round % 2) * 30, from + 2 + (round % 3) + (round % 2) * 30)
        valueIn(await replaceCalendarEvent(deps, callerOf(made), made.houseId, id, to))
      }
      valueIn(await deleteCalendarEvent(deps, callerOf(made), made.houseId, id))
    }
    const movers = [40, 100, 160].map(move)
    for (let round = 0; round < 4; round += 1) {
      expect((await inspect(made.deps)).findings).toEqual([])
    }
    life.isOver = true
    await Promise.all(movers)
    expect((await inspect(made.deps)).findings).toEqual([])
    await close()
  })

  test('a stay created while its month is repaired keeps its nights', async () => {
    const { store, close } = await openTestStore(engine)
    const made = await liveIn(store)
    await write(store, {
      kind: 'ledger-claim',
      key: june(made),
      firstQuantum: 20,
      quantumCount: 3,
    })
    const { findings } = await inspect(made.deps)
    let isFirst = true
    const moving = withAMoment(store, async () => {
      if (!isFirst) return
      isFirst = false
      valueIn(await createCalendarEvent(made.deps, callerOf(made), made.houseId, nights(14, 16)))
    })
    const first = await repair({ ...made.deps, store: moving }, findings)
    expect(first).toEqual({ repaired: [], left: findings })
    const second = await repair(made.deps, (await inspect(made.deps)).findings)
    expect(second.repaired).toHaveLength(1)
    expect((await inspect(made.deps)).findings).toEqual([])
    const { taken } = ledgerFromItem(await read(store, june(made)))
    expect([14, 15, 20].map((night) => taken.has(night))).toEqual([true, true, false])
    await close()
  })

  test('a repair does not restore the nights of a stay that was deleted meanwhile', async () => {
    const { store, close } = await openTestStore(engine)
    const made = await liveIn(store)
    // The stay loses both of its nights.
    await write(store, {
      kind: 'ledger-release',
      key: june(made),
      firstQuantum: 9,
      quantumCount: 2,
    })
    const { findings } = await inspect(made.deps)
    expect(findings.map(({ code }) => code)).toEqual(['nights_missing'])
    let isFirst = true
    const moving = withAMoment(store, async () => {
      if (!isFirst) return
      isFirst = false
      const { id } = made.shortStay
      valueIn(await deleteCalendarEvent(made.deps, callerOf(made), made.houseId, id))
    })
    const { repaired } = await repair({ ...made.deps, store: moving }, findings)
    expect(repaired).toEqual([])
    expect((await inspect(made.deps)).findings).toEqual([])
    const { taken } = ledgerFromItem(await read(store, june(made)))
    expect([9, 10].map((night) => taken.has(night))).toEqual([false, false])
    await close()
  })

  test('several scans yield the same findings about calendars as one', async () => {
    const { store, close } = await openTestStore(engine)
    const made = await liveIn(store)
    await write(store, {
      kind: 'ledger-claim',
      key: june(made),
      firstQuantum: 20,
      quantumCount: 3,
    })
    const { findings } = await inspect(made.deps)
    expect(findings.map(({ code }) => code)).toEqual(['nights_orphaned'])
    expect((await inspect(made.deps, { factsPerScan: 30 })).findings).toEqual(findings)
    await close()
  })
})
