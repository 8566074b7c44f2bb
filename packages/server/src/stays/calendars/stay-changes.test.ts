import { parseDate } from '@holdfast/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { OTHER_ENGINES, openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { createCalendar } from './calendars.ts'
import { createCalendarEvent, replaceCalendarEvent } from './events.ts'
import { listNights } from './nights.ts'

const caller = {
  accountId: 'acc_1',
  requestId: 'test',
  role: 'account',
  actor: { kind: 'system' },
} as const
const day = (date: string) => parseDate(date) as number
const stay = (from: string, to: string) => ({
  title: 'A guest',
  time: { startDay: day(from), endDay: day(to) },
})

describe.each(OTHER_ENGINES)('on %s', (engine) => {
  let opened: TestStore
  beforeAll(async () => {
    opened = await openTestStore(engine)
  })
  afterAll(() => opened.close())

  test('a stay that has started can end later or earlier, but not in the past', async () => {
    const { deps, clock } = testDependencies(opened.store, '2026-04-20T08:00:00Z')
    const house = await createCalendar(deps, caller, {
      name: 'House',
      timeZone: 'Europe/Berlin',
      exclusive: 'nights',
      stayPolicy: { minNights: 2 },
    })
    if (!house.ok) throw new Error('no calendar')
    const { id } = house.value
    const made = await createCalendarEvent(deps, caller, id, stay('2026-04-21', '2026-04-24'))
    if (!made.ok) throw new Error('no stay')
    clock.moveTo(Date.parse('2026-04-23T08:00:00Z'))
    const change = (from: string, to: string) =>
      replaceCalendarEvent(deps, caller, id, made.value.id, stay(from, to))
    const taken = async () => {
      const range = { fromDay: day('2026-04-18'), toDay: day('2026-04-30') }
      const nights = await listNights(deps, caller, id, range)
      if (!nights.ok) throw new Error('no nights')
      return nights.value.filter(({ status }) => status === 'taken').map((night) => night.day)
    }
    expect(await change('2026-04-21', '2026-04-25')).toMatchObject({ ok: true })
    expect(await taken()).toEqual([21, 22, 23, 24].map((date) => day(`2026-04-${date}`)))
    expect(await change('2026-04-21', '2026-04-23')).toMatchObject({ ok: true })
    expect(await taken()).toEqual([21, 22].map((date) => day(`2026-04-${date}`)))
    expect(await change('2026-04-20', '2026-04-23')).toMatchObject({
      refusal: { code: 'stay_not_bookable', reasons: [{ code: 'in_the_past' }] },
    })
    expect(await change('2026-04-21', '2026-04-22')).toMatchObject({
      refusal: { code: 'stay_not_bookable', reasons: [{ code: 'too_few_nights' }] },
    })
    expect(await taken()).toEqual([21, 22].map((date) => day(`2026-04-${date}`)))
  })
})
