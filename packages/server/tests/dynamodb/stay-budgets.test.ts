import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MeteredApp, openMeteredApp } from './metered-app.ts'

let app: MeteredApp
beforeAll(async () => {
  app = await openMeteredApp()
})
afterAll(() => app.close())

interface Units {
  readonly writeUnits: number
  readonly readUnits: number
}
const unitsOf = ({ writeUnits, readUnits }: Units) => ({ writeUnits, readUnits })
const stayFrom = (start: string, end: string) => ({ body: { title: 'A guest', start, end } })

test('a stay costs two write units for each of its copies, its event, and each month that it changes', async () => {
  const { call, cost } = app
  const house = { name: 'House', timeZone: 'Europe/Berlin', exclusive: 'nights' }
  const { body: calendar } = await call('POST', '/v1/calendars', { body: house })
  const stays = `/v1/calendars/${calendar.id}/events`

  const made = await cost(201, 'POST', stays, stayFrom('2026-06-01', '2026-06-04'))
  expect(unitsOf(made)).toEqual({ writeUnits: 8, readUnits: 1 })
  const stay = `${stays}/${made.body.id}`
  const moved = async (start: string, end: string) =>
    unitsOf(await cost(200, 'PUT', stay, stayFrom(start, end)))
  expect(await moved('2026-06-01', '2026-06-03')).toEqual({ writeUnits: 8, readUnits: 2 })
  // A month in which it frees and claims nights is read first, and then whether the stay is as it was.
  expect(await moved('2026-06-01', '2026-06-04')).toEqual({ writeUnits: 8, readUnits: 2 })
  expect(await moved('2026-06-02', '2026-06-05')).toEqual({ writeUnits: 10, readUnits: 4 })
  expect(await moved('2026-06-29', '2026-07-02')).toEqual({ writeUnits: 12, readUnits: 4 })

  await cost(201, 'POST', stays, stayFrom('2026-06-10', '2026-06-12'))
  // Of a refusal, only the months are read that say which nights are taken.
  const long = stayFrom('2026-06-08', '2026-07-12')
  expect((await cost(409, 'PUT', stay, long)).readUnits).toBeLessThanOrEqual(6)
  expect(unitsOf(await cost(204, 'DELETE', stay))).toEqual({ writeUnits: 12, readUnits: 2 })
})
