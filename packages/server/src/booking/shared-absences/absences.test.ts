import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { scheduleConsumer } from '../../delivery/schedule/schedule.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import { runQueue } from '../../kernel/queue/queue.ts'
import { createBlock, deleteBlock, listBlocks } from '../blocks/blocks.ts'
import type { Absence } from './absence.ts'
import {
  addAbsenceDate,
  deleteAbsence,
  getAbsence,
  listAbsences,
  removeAbsenceDate,
} from './absences.ts'
import { type AbsenceDraft, createAbsence } from './create-absence.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const at = (start: string, end: string) => ({
  startEpochSeconds: secondsOf(start),
  endEpochSeconds: secondsOf(end),
})
/** Mondays from 16:00 to 18:00. */
const TRAINING = {
  kind: 'block',
  time: at('2026-05-04T16:00:00Z', '2026-05-04T18:00:00Z'),
  recurrence: { frequency: 'weekly', count: 3 },
  reason: 'Training',
  onConflict: 'refuse',
} as const satisfies Partial<AbsenceDraft>
const courts = async (count: number): Promise<readonly string[]> => {
  const made = Array.from({ length: count }, async () => (await world.provider()).id)
  return await Promise.all(made)
}
const create = (draft: Partial<AbsenceDraft>, caller: object = {}, deps = world.deps) =>
  createAbsence(deps, { ...world.caller, ...caller }, { providerIds: [], ...TRAINING, ...draft })
const created = async (draft: Partial<AbsenceDraft>) => unwrap(await create(draft)).absence
const blocksOf = async (providerId: string): Promise<readonly string[]> => {
  const { data } = unwrap(await listBlocks(world.deps, world.caller, providerId, { limit: 100 }))
  return data.map(({ startEpochSeconds }) => new Date(startEpochSeconds * 1000).toISOString())
}
const datesOf = ({ dates }: Absence): readonly string[] => dates.map(({ date }) => date)
const intent = (scopeHash: string) => ({
  idempotency: { scopeHash, fingerprint: 'body', seal: () => new Uint8Array([1]) },
})
const isFree = async (providerId: string, date: string): Promise<boolean> =>
  (await world.ledger(providerId, date)).taken.length === 0

/** The dependencies on a store that dies with the transaction after `count` of them. */
function dyingAfter(count: number): BookingWorld['deps'] {
  let left = count
  const store = storeWith(world.store, {
    transact(...given) {
      left -= 1
      if (left < 0) throw new StoreUnavailable('the process died', 'not-applied')
      return world.store.transact(...given)
    },
  })
  return { ...world.deps, store }
}

async function runTasks(): Promise<void> {
  const deps = { ...world.deps, random: () => 0 }
  await runQueue(deps, scheduleConsumer(deps), { limit: 100, concurrency: 4 })
}

describe('an absence', () => {
  test('of blocks takes the time of each provider on each date', async () => {
    const [a = '', b = ''] = await courts(2)
    const absence = await created({ providerIds: [a, b] })
    expect(datesOf(absence)).toEqual(['2026-05-04', '2026-05-11', '2026-05-18'])
    const starts = [
      '2026-05-04T16:00:00.000Z',
      '2026-05-11T16:00:00.000Z',
      '2026-05-18T16:00:00.000Z',
    ]
    expect([await blocksOf(a), await blocksOf(b)]).toEqual([starts, starts])
    expect(absence.dates[0]?.entries.map(({ providerId }) => providerId)).toEqual([a, b])
    expect((await world.ledger(b, '2026-05-18')).blocks).toEqual([
      { blockId: absence.dates[2]?.entries[1]?.id, firstQuantum: 192, quantumCount: 24 },
    ])
    expect(unwrap(await getAbsence(world.deps, world.caller, absence.id))).toEqual(absence)
  })

  test('is refused with what is in the way, by date and provider, and blocks nothing', async () => {
    const [a = '', b = ''] = await courts(2)
    const type = await world.eventType({ providerId: b, confirmation: 'instant' })
    const draft = { time: at('2026-05-04T16:00:00Z', '2026-05-04T18:00:00Z'), providerIds: [a, b] }
    const booking = await world.book(type.id, '2026-05-11T16:00:00Z')
    const other = unwrap(
      await createBlock(
        world.deps,
        world.caller,
        a,
        at('2026-05-18T17:55:00Z', '2026-05-18T19:00:00Z'),
      ),
    )
    expect(await create(draft)).toEqual({
      ok: false,
      refusal: {
        code: 'dates_taken',
        conflicts: [
          { date: '2026-05-11', providerId: b, bookingIds: [booking.id], blockIds: [] },
          { date: '2026-05-18', providerId: a, bookingIds: [], blockIds: [other.id] },
        ],
      },
    })
    expect([await isFree(a, '2026-05-04'), await isFree(b, '2026-05-04')]).toEqual([true, true])
    const { absence } = unwrap(await create({ ...draft, onConflict: 'skip' }))
    expect(absence.skipped).toEqual([
      { date: '2026-05-11', providerId: b },
      { date: '2026-05-18', providerId: a },
    ])
    expect((await blocksOf(a)).length).toBe(3)
    expect(await blocksOf(b)).toEqual(['2026-05-04T16:00:00.000Z', '2026-05-18T16:00:00.000Z'])
  })

  test('of which nothing can be blocked is refused, even if it may skip', async () => {
    const [a = ''] = await courts(1)
    await created({ providerIds: [a] })
    expect(await create({ providerIds: [a], onConflict: 'skip' })).toMatchObject({
      refusal: { code: 'dates_taken', conflicts: [{}, {}, {}] },
    })
  })

  test('over midnight, every day, has two blocks on one day of the ledger', async () => {
    const [a = ''] = await courts(1)
    const absence = await created({
      providerIds: [a],
      time: at('2026-05-04T22:00:00Z', '2026-05-05T02:00:00Z'),
      recurrence: { frequency: 'daily', count: 2 },
    })
    expect((await world.ledger(a, '2026-05-05')).blocks).toEqual([
      { blockId: absence.dates[0]?.entries[0]?.id, firstQuantum: 0, quantumCount: 24 },
      { blockId: absence.dates[1]?.entries[0]?.id, firstQuantum: 264, quantumCount: 24 },
    ])
    unwrap(await deleteAbsence(world.deps, world.caller, absence.id))
    expect(await isFree(a, '2026-05-05')).toBe(true)
  })
})

describe('the dates of an absence', () => {
  test('are removed one by one, from one on, or all, and their time is free', async () => {
    const [a = '', b = ''] = await courts(2)
    const { deps, caller } = world
    const { id } = await created({
      providerIds: [a, b],
      recurrence: { frequency: 'weekly', count: 5 },
    })
    const remove = (date: string, scope: 'this' | 'following') =>
      removeAbsenceDate(deps, caller, id, { date, scope })
    unwrap(await remove('2026-05-11', 'this'))
    expect(await isFree(b, '2026-05-11')).toBe(true)
    unwrap(await remove('2026-05-25', 'following'))
    expect([await isFree(a, '2026-05-25'), await isFree(b, '2026-06-01')]).toEqual([true, true])
    const left = unwrap(await getAbsence(deps, caller, id))
    expect([left.version, datesOf(left)]).toEqual([3, ['2026-05-04', '2026-05-18']])
    expect(await remove('2026-05-11', 'this')).toMatchObject({
      refusal: { code: 'not_found', resource: 'absence_date', id: '2026-05-11' },
    })
    unwrap(await deleteAbsence(deps, caller, id))
    expect(await blocksOf(a)).toEqual([])
    expect(await isFree(a, '2026-05-04')).toBe(true)
    expect(await getAbsence(deps, caller, id)).toMatchObject({ refusal: { code: 'not_found' } })
  })

  test('get one more at the same wall time, unless something is in the way', async () => {
    const { deps, caller } = world
    const a = (await world.provider({ timeZone: 'Europe/Berlin' })).id
    // 18:00 in Berlin.
    const { id } = await created({ providerIds: [a] })
    const { absence } = unwrap(await addAbsenceDate(deps, caller, id, '2026-11-02'))
    expect(absence.dates.at(-1)?.time).toEqual(at('2026-11-02T17:00:00Z', '2026-11-02T19:00:00Z'))
    expect((await blocksOf(a)).at(-1)).toBe('2026-11-02T17:00:00.000Z')
    const again = unwrap(await addAbsenceDate(deps, caller, id, '2026-11-02'))
    expect(again.absence).toEqual(absence)
    const block = unwrap(
      await createBlock(deps, caller, a, at('2026-11-09T18:00:00Z', '2026-11-09T18:30:00Z')),
    )
    expect(await addAbsenceDate(deps, caller, id, '2026-11-09')).toMatchObject({
      refusal: { conflicts: [{ date: '2026-11-09', providerId: a, blockIds: [block.id] }] },
    })
    expect(unwrap(await getAbsence(deps, caller, id))).toEqual(absence)
  })

  test.each(['block', 'time_off'] as const)(
    'keep what two planners add at the same moment (%s)',
    async (kind) => {
      const absence = await created({ kind, providerIds: await courts(2) })
      const added = await Promise.all(
        ['2026-06-01', '2026-06-08'].map((date) =>
          addAbsenceDate(world.deps, world.caller, absence.id, date),
        ),
      )
      expect(added.map(({ ok }) => ok)).toEqual([true, true])
      const after = unwrap(await getAbsence(world.deps, world.caller, absence.id))
      expect(datesOf(after)).toEqual([
        '2026-05-04',
        '2026-05-11',
        '2026-05-18',
        '2026-06-01',
        '2026-06-08',
      ])
    },
  )

  test('keep the others where one block was deleted by itself', async () => {
    const [a = '', b = ''] = await courts(2)
    const { deps, caller } = world
    const absence = await created({ providerIds: [a, b] })
    unwrap(await deleteBlock(deps, caller, a, absence.dates[0]?.entries[0]?.id ?? ''))
    expect([await isFree(a, '2026-05-04'), await isFree(b, '2026-05-04')]).toEqual([true, false])
    unwrap(await deleteAbsence(deps, caller, absence.id))
    expect([await blocksOf(a), await blocksOf(b)]).toEqual([[], []])
  })
})

/** More than one transaction can write. */
const LONG = { recurrence: { frequency: 'weekly', count: 20 } } as const

describe('an absence of more than one transaction', () => {
  test('is complete, and is deleted completely', async () => {
    const providerIds = await courts(4)
    const absence = await created({ ...LONG, providerIds })
    expect([absence.dates.length, absence.unfinished]).toEqual([20, undefined])
    expect(absence.dates.every(({ entries }) => entries.length === 4)).toBe(true)
    for (const id of providerIds) expect((await blocksOf(id)).length).toBe(20)
    unwrap(await deleteAbsence(world.deps, world.caller, absence.id))
    for (const id of providerIds) expect(await blocksOf(id)).toEqual([])
    const ledgers = await world.items(`PROVIDER#${providerIds[3]}`)
    expect(ledgers.filter(({ SK, taken }) => SK.startsWith('DAY#') && taken)).toEqual([])
  })

  test('whose server dies in the middle is hidden, and removed by a task', async () => {
    const providerIds = await courts(4)
    await expect(create({ ...LONG, providerIds }, {}, dyingAfter(1))).rejects.toThrow('died')
    const [first = ''] = providerIds
    expect(await isFree(first, '2026-05-04')).toBe(false)
    const listed = async () =>
      unwrap(await listAbsences(world.deps, world.caller, { limit: 10 }, { providerId: first }))
        .data
    expect(await listed()).toEqual([])
    world.moveTo('2026-04-20T08:05:00Z')
    await runTasks()
    for (const id of providerIds) expect(await blocksOf(id)).toEqual([])
    expect(await isFree(first, '2026-05-04')).toBe(true)
    expect(await world.items(`ACCOUNT#${world.accountId}#ABSENCE`)).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ providerIds })]),
    )
  })

  test('begins anew if the call is repeated with its key before that', async () => {
    const providerIds = await courts(4)
    const draft = { ...LONG, providerIds }
    await expect(create(draft, intent('training'), dyingAfter(1))).rejects.toThrow('died')
    expect(await create(draft, intent('other'))).toMatchObject({
      refusal: { code: 'dates_taken' },
    })
    const { absence } = unwrap(await create(draft, intent('training')))
    world.moveTo('2026-04-20T08:10:00Z')
    await runTasks()
    for (const id of providerIds) expect((await blocksOf(id)).length).toBe(20)
    expect(unwrap(await getAbsence(world.deps, world.caller, absence.id))).toEqual(absence)
    expect(await create(draft, intent('training'))).toMatchObject({ ok: false })
  })

  test('whose deletion is interrupted shows no date of it any more, and is finished by a task', async () => {
    const providerIds = await courts(4)
    const { id } = await created({ ...LONG, providerIds })
    const remove = (deps: Dependencies) =>
      removeAbsenceDate(deps, world.caller, id, { date: '2026-05-11', scope: 'following' })
    await expect(remove(dyingAfter(1))).rejects.toThrow('died')
    expect(datesOf(unwrap(await getAbsence(world.deps, world.caller, id)))).toEqual(['2026-05-04'])
    world.moveTo('2026-04-20T08:05:00Z')
    await runTasks()
    for (const each of providerIds) {
      expect(await blocksOf(each)).toEqual(['2026-05-04T16:00:00.000Z'])
    }
  })

  test('is removed again if its time is taken in the meantime', async () => {
    const providerIds = await courts(4)
    const last = providerIds[3] ?? ''
    let count = 0
    const store = storeWith(world.store, {
      async transact(...given) {
        count += 1
        if (count === 2) {
          const time = at('2026-09-14T16:00:00Z', '2026-09-14T17:00:00Z')
          unwrap(await createBlock(world.deps, world.caller, last, time))
        }
        return await world.store.transact(...given)
      },
    })
    expect(await create({ ...LONG, providerIds }, {}, { ...world.deps, store })).toMatchObject({
      refusal: { code: 'dates_taken', conflicts: [{ date: '2026-09-14', providerId: last }] },
    })
    expect(await blocksOf(last)).toEqual(['2026-09-14T16:00:00.000Z'])
    expect(await blocksOf(providerIds[0] ?? '')).toEqual([])
  })
})
