import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CalendarWorld, openCalendarWorld } from '../../../tests/support/calendar-world.ts'
import { withCalendars } from '../../../tests/support/dependencies.ts'
import { createSimulatedReader } from '../../adapters/calendars/simulated.ts'
import {
  readSimulatedCalendar,
  setSimulatedBusy,
  setSimulatedFailure,
} from './simulated-calendar.ts'

let world: CalendarWorld
let deps: Parameters<typeof setSimulatedBusy>[0]
beforeEach(async () => {
  world = await openCalendarWorld()
  const freeBusy = { simulated: createSimulatedReader(world.deps.store) }
  deps = withCalendars(world.deps, { ...world.deps, freeBusy })
})
afterEach(() => world.close())

const span = (from: string, to: string) => ({
  startEpochMinutes: Date.parse(`2026-05-04T${from}Z`) / 60_000,
  endEpochMinutes: Date.parse(`2026-05-04T${to}Z`) / 60_000,
})

test('the first busy times connect the calendar and are read at once, later ones replace them', async () => {
  const { id } = world.provider
  const first = await setSimulatedBusy(deps, id, [span('09:00', '10:00')])
  expect(first).toMatchObject({
    ok: true,
    value: { kind: 'simulated', label: 'simulated calendar' },
  })
  expect(await world.storedTimes()).toEqual(['simulated 09:00-10:00'])
  world.advanceMinutes(1)
  await setSimulatedBusy(deps, id, [span('12:00', '13:00')])
  expect(await world.storedTimes()).toEqual(['simulated 12:00-13:00'])
  expect(await readSimulatedCalendar(deps.store, id)).toMatchObject({ version: 2 })
})

test('a calendar that is set to fail keeps its busy times, and fails until it is told to work', async () => {
  const { id } = world.provider
  await setSimulatedBusy(deps, id, [span('09:00', '10:00')])
  await setSimulatedFailure(deps, id, { code: 'unreachable' })
  await setSimulatedBusy(deps, id, [span('12:00', '13:00')])
  expect(await readSimulatedCalendar(deps.store, id)).toMatchObject({
    busy: [span('12:00', '13:00')],
    failure: { code: 'unreachable' },
  })
  expect(await world.storedTimes()).toEqual(['simulated 09:00-10:00'])
  await setSimulatedFailure(deps, id, undefined)
  const working = await readSimulatedCalendar(deps.store, id)
  expect(working).not.toHaveProperty('failure')
  expect(working?.busy).toEqual([span('12:00', '13:00')])
})

test('there is nothing to set for an unknown provider, and no failure without a calendar', async () => {
  const code = 'unreachable'
  expect(await setSimulatedBusy(deps, 'prv_unknown', [])).toMatchObject({
    refusal: { code: 'not_found', resource: 'provider' },
  })
  expect(await setSimulatedFailure(deps, world.provider.id, { code })).toMatchObject({
    refusal: { code: 'not_found', resource: 'calendar_connection' },
  })
})
