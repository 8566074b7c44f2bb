import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ExampleProcess,
  type ExampleServer,
  startExample,
  startExampleServer,
} from '../../packages/server/tests/support/example-process.ts'
import { ownPort } from '../../packages/server/tests/support/own-port.ts'
import { nightsOf, quoteCents } from './src/rates.ts'

let server: ExampleServer
let house: ExampleProcess
let address: string
let env: Readonly<Record<string, string>>
beforeAll(async () => {
  server = await startExampleServer()
  const port = await ownPort()
  address = `http://127.0.0.1:${port}`
  env = { PORT: String(port), HOLDFAST_URL: server.url, HOLDFAST_KEY: server.apiKey }
  house = await startExample('guest-house', env)
})
afterAll(async () => {
  await house.kill()
  await server.close()
})

const day = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const ARRIVAL = day(30)
const DEPARTURE = day(33)

const rooms = async (): Promise<readonly string[]> => {
  const html = await (await fetch(`${address}/?arrival=${ARRIVAL}&departure=${DEPARTURE}`)).text()
  return [...html.matchAll(/name="room" value="(cal_\w+)"/g)].map(([, id = '']) => id)
}

const book = (room: string, name: string, key = name, departure = DEPARTURE): Promise<Response> =>
  fetch(`${address}/stays`, {
    method: 'POST',
    body: new URLSearchParams({
      room,
      arrival: ARRIVAL,
      departure,
      key,
      name,
      email: `${name.toLowerCase()}@example.com`,
    }),
  })

const feedOf = async (room: string): Promise<string> => {
  const line = house.lines.all.find((each) => each.startsWith(`Subscribe to the ${room}`))
  const url = new URL(line?.split('shown only now: ')[1] ?? '')
  return (await fetch(`${server.url}${url.pathname}${url.search}`)).text()
}

test('nights from Friday and Saturday have the price of the weekend', () => {
  const nights = nightsOf('2026-12-03', '2026-12-07')
  expect(nights).toEqual(['2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06'])
  expect(quoteCents(nights, { nightCents: 11_000, weekendNightCents: 13_000 })).toBe(48_000)
})

test('of two guests who book the same nights at once, one gets them and the other learns which are taken', async () => {
  const [lake = '', garden = ''] = await rooms()
  const answers = await Promise.all([book(lake, 'Grace'), book(lake, 'Alan')])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const lost = await answers.find(({ status }) => status === 409)?.text()
  expect(lost).toContain(
    `Someone just booked the Lake room. These nights are taken: ${ARRIVAL}, ${day(31)}, ${day(32)}.`,
  )
  // The other room is still offered for the dates, the one that was booked is not.
  expect(await rooms()).toEqual([garden])
  const won = answers[0]?.status === 201 ? 'Grace' : 'Alan'
  const again = await book(lake, won)
  expect([again.status, await again.text()]).toEqual([
    201,
    expect.stringContaining('Lake room is yours'),
  ])
  const feed = await feedOf('Lake room')
  expect(feed.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(feed).toContain(`DTSTART;VALUE=DATE:${ARRIVAL.replaceAll('-', '')}`)
  expect(feed).toContain(won)
})

test('a stay that is too long says so and takes no night', async () => {
  const [garden = ''] = await rooms()
  const answer = await book(garden, 'Edsger', 'edsger', day(50))
  expect(answer.status).toBe(422)
  expect(await rooms()).toEqual([garden])
})

test('a second start finds the rooms of the first, and it ends by itself when it is asked to', async () => {
  const before = await rooms()
  expect(await house.stop()).toBe(0)
  house = await startExample('guest-house', env)
  expect(await rooms()).toEqual(before)
  expect(house.lines.all.filter((line) => line.startsWith('Subscribe'))).toEqual([])
})
