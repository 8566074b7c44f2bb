import { fileURLToPath } from 'node:url'
import { createClient, unwrap } from '@holdfast/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ExampleProcess,
  type ExampleServer,
  startExample,
  startExampleServer,
} from '../../packages/server/tests/support/example-process.ts'

const MCP_SERVER = fileURLToPath(
  new URL('../../packages/server/src/entrypoints/mcp.ts', import.meta.url),
)

let server: ExampleServer
let holdfast: ReturnType<typeof createClient>
beforeAll(async () => {
  server = await startExampleServer()
  holdfast = createClient({ baseUrl: server.url, apiKey: server.apiKey })
  const provider = await unwrap(
    holdfast.POST('/v1/providers', { body: { name: 'Ada Berger', timeZone: 'UTC' } }),
  )
  const windows = [{ start: '10:00', end: '11:30' }]
  await unwrap(
    holdfast.POST('/v1/event-types', {
      body: {
        providerId: provider.id,
        slug: 'first-visit',
        title: 'First visit',
        durationMinutes: 30,
        availabilityRules: (
          ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
        ).map((weekday) => ({ weekday, windows })),
      },
    }),
  )
})
afterAll(() => server.close())

// Days ahead of the clock of this machine, so that they can be booked.
const day = (ahead: number): string =>
  new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
const [DAY, NEXT_DAY] = [day(2), day(3)] as const

/** Starts the assistant for three free times of one day. */
const start = (...command: readonly string[]) =>
  startExample('assistant', { HOLDFAST_API_KEY: server.apiKey }, [
    ...['--url', server.url, '--from', DAY, '--to', NEXT_DAY, '--time-zone', 'UTC'],
    ...(command.length > 0 ? ['--', ...command] : []),
  ])

const proposal = (time: string): string =>
  `First visit at ${DAY}T${time}:00Z: shall I book it? (yes/no)`

const hear = (assistant: ExampleProcess, line: string) =>
  assistant.lines.until(line, (lines) => lines.includes(line))

const bookings = async () => {
  const query = { from: DAY, to: NEXT_DAY }
  const { data } = await unwrap(holdfast.GET('/v1/bookings', { params: { query } }))
  return data.map(({ start: at, status }) => `${at.slice(11, 16)} ${status}`).sort()
}

test('over HTTP, the assistant holds what it proposes, and books only what its person agrees to', async () => {
  const assistant = await start()
  await hear(assistant, proposal('10:00'))
  expect(await bookings()).toEqual(['10:00 pending'])
  assistant.write('no')
  await hear(assistant, proposal('10:30'))
  assistant.write('yes')
  expect([await assistant.ended(), assistant.lines.all.at(-1)]).toEqual([
    0,
    expect.stringMatching(/^Booked bkg_\w+\.$/),
  ])
  expect(await bookings()).toEqual(['10:00 cancelled', '10:30 confirmed'])
})

test('over pipes, the assistant books nothing if its person agrees to nothing', async () => {
  const assistant = await start(process.execPath, MCP_SERVER)
  for (const time of ['10:00', '11:00']) {
    await hear(assistant, proposal(time))
    assistant.write('no')
  }
  expect([await assistant.ended(), assistant.lines.all.at(-1)]).toEqual([
    1,
    'No other time is free.',
  ])
  expect((await bookings()).filter((each) => !each.endsWith('cancelled'))).toEqual([
    '10:30 confirmed',
  ])
})
