import { expect, test } from 'vitest'
import type { Provider } from '../api.ts'
import { timeOfDraft } from '../time-off/time-off-time.ts'
import {
  type Closure,
  closedIds,
  draftOf,
  scopeOf,
  timeAround,
  whomOf,
  yearsLater,
} from './closures.ts'

const provider = (id: string, scheduleId: string | null) => ({ id, scheduleId }) as Provider
const providers = [provider('ada', 'sch_1'), provider('bob', 'sch_2'), provider('cleo', null)]

const closure = (rest: Partial<Closure>) =>
  ({
    start: '2026-12-24',
    end: '2026-12-27',
    all: false,
    providerIds: [],
    scheduleId: null,
    ...rest,
  }) as Closure

const closed = (rest: Partial<Closure>) => [...closedIds(whomOf(closure(rest)), providers)]

test('a closure closes all, those it names, or those who work by its schedule', () => {
  expect(closed({ all: true })).toEqual(['ada', 'bob', 'cleo'])
  expect(closed({ providerIds: ['bob', 'gone'] })).toEqual(['bob'])
  expect(closed({ scheduleId: 'sch_1' })).toEqual(['ada'])
})

test('the form of a closure is saved as the same time and the same people', () => {
  const days = closure({ providerIds: ['bob'] })
  expect(timeOfDraft(draftOf(days, 'Europe/Berlin'), 'Europe/Berlin')).toEqual({
    start: '2026-12-24',
    end: '2026-12-27',
  })
  expect(scopeOf(whomOf(days))).toEqual({ providerIds: ['bob'] })
  const hours = closure({ start: '2026-12-24T11:00:00Z', end: '2026-12-24T15:30:00Z', all: true })
  const draft = draftOf(hours, 'Europe/Berlin')
  expect(draft).toMatchObject({ isAllDay: false, from: '2026-12-24T12:00', to: '2026-12-24T16:30' })
  expect(timeOfDraft(draft, 'Europe/Berlin')).toEqual({ start: hours.start, end: hours.end })
  expect(scopeOf(whomOf(hours))).toEqual({ all: true })
})

test('a form in which nobody is chosen closes nobody', () => {
  expect(scopeOf({ kind: 'providers', providerIds: [], scheduleId: '' })).toBeUndefined()
  expect(scopeOf({ kind: 'schedule', providerIds: ['ada'], scheduleId: '' })).toBeUndefined()
})

test('the bookings of dates are looked for in every zone', () => {
  expect(timeAround(closure({}))).toEqual({
    start: '2026-12-23T00:00:00Z',
    end: '2026-12-28T00:00:00Z',
  })
})

test('a closure of each year has the same dates, also around a leap day', () => {
  expect(yearsLater({ start: '2026-12-24', end: '2027-01-02' }, 2)).toEqual({
    start: '2028-12-24',
    end: '2029-01-02',
  })
  expect(yearsLater({ start: '2028-02-28', end: '2028-02-29' }, 1)).toEqual({
    start: '2029-02-28',
    end: '2029-03-01',
  })
})
