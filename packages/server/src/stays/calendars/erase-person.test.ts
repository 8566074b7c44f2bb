import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { mentionsOf } from '../../kernel/privacy/person.ts'
import { transact } from '../../kernel/transaction.ts'
import { calendarEventIdKey } from '../keys.ts'
import { type CalendarEvent, calendarEventEntity, eventWrites } from './calendar-event.ts'
import { createCalendar } from './calendars.ts'
import { eraseCalendarEvent, isAbout } from './erase-person.ts'
import { createCalendarEvent } from './events.ts'

let opened: TestStore
let deps: ReturnType<typeof testDependencies>['deps']
beforeEach(async () => {
  opened = await openTestStore()
  deps = testDependencies(opened.store, '2026-04-20T08:00:00Z').deps
})
afterEach(() => opened.close())

const caller = {
  accountId: 'acc_1',
  requestId: 'test',
  role: 'account',
  actor: { kind: 'system' },
} as const
const GRACE = mentionsOf({ addresses: ['grace@example.com'], names: ['Grace Hopper'] })

async function stored(more: Partial<Parameters<typeof createCalendarEvent>[3]> = {}) {
  const calendar = await createCalendar(deps, caller, {
    name: 'Diary',
    timeZone: 'UTC',
    exclusive: 'none',
  })
  if (!calendar.ok) throw new Error(calendar.refusal.code)
  const startEpochSeconds = Date.parse('2026-05-04T09:00:00Z') / 1000
  const time = { startEpochSeconds, endEpochSeconds: startEpochSeconds + 3600 }
  const input = { title: 'Call', time, ...more }
  const made = await createCalendarEvent(deps, caller, calendar.value.id, input as never)
  if (!made.ok) throw new Error(JSON.stringify(made.refusal))
  return made.value.id
}
const read = async (id: string): Promise<CalendarEvent> => {
  const found = await calendarEventEntity.read(deps.store, calendarEventIdKey(id))
  if (found === undefined) throw new Error('no event')
  return found
}

test('an event whose title, description or values name a person is about them', async () => {
  const about = async (more: object) => isAbout(await read(await stored(more)), GRACE)
  expect(await about({ title: 'Call Grace Hopper' })).toBe(true)
  expect(await about({ description: 'ask grace@example.com' })).toBe(true)
  expect(await about({ extendedProps: { who: ['Grace Hopper'] } })).toBe(true)
  expect(await about({ description: 'ask Grace' })).toBe(false)
})

test('an erased event keeps its time and loses its texts, once', async () => {
  const id = await stored({ title: 'Call Grace Hopper', description: 'at home' } as never)
  const before = await read(id)
  expect(await eraseCalendarEvent(deps, id, () => true)).toBe(true)
  const after = await read(id)
  expect(after).toMatchObject({
    version: before.version + 1,
    startEpochSeconds: before.startEpochSeconds,
    endEpochSeconds: before.endEpochSeconds,
  })
  expect(JSON.stringify(after)).not.toMatch(/Grace|at home/)
  expect(await eraseCalendarEvent(deps, id, () => true)).toBe(false)
  expect((await read(id)).version).toBe(before.version + 1)
})

test('an event that was erased before loses what one of its occurrences was given since', async () => {
  const id = await stored({
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3', timeZone: 'UTC' },
  } as never)
  expect(await eraseCalendarEvent(deps, id, () => true)).toBe(true)
  const erased = await read(id)
  const at = erased.startEpochSeconds
  const changes = [
    { originalWallSeconds: at, originalStartEpochSeconds: at, title: 'Grace Hopper' },
  ]
  const named = {
    ...erased,
    version: erased.version + 1,
    recurrence: { ...erased.recurrence, changes },
  } as CalendarEvent
  await transact(deps, eventWrites(erased, named, 0))
  expect(await eraseCalendarEvent(deps, id, () => true)).toBe(true)
  expect(JSON.stringify(await read(id))).not.toContain('Grace')
})

test('an event that is not to be erased stays as it is', async () => {
  const id = await stored()
  expect(await eraseCalendarEvent(deps, id, () => false)).toBe(false)
  expect((await read(id)).title).toBe('Call')
})
