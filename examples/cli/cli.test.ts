import { Holdfast } from '@holdfast/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ExampleServer,
  startExample,
  startExampleServer,
} from '../../packages/server/tests/support/example-process.ts'

let server: ExampleServer
let service: string
beforeAll(async () => {
  server = await startExampleServer()
  const holdfast = new Holdfast({ baseUrl: server.url, apiKey: server.apiKey })
  const provider = await holdfast.providers.create({ name: 'Ada Berger', timeZone: 'UTC' })
  const eventType = await holdfast.eventTypes.create({
    providerId: provider.id,
    slug: 'check-up',
    title: 'Check-up',
    durationMinutes: 30,
    confirmation: 'instant',
    availabilityRules: [{ weekday: 'monday', windows: [{ start: '09:00', end: '10:00' }] }],
  })
  service = eventType.id
})
afterAll(() => server.close())

/** Runs a command to its end; the lines that it printed and its exit code. */
async function run(...args: readonly string[]) {
  const env = { HOLDFAST_URL: server.url, HOLDFAST_KEY: server.apiKey }
  const program = await startExample('cli', env, args)
  const code = await program.ended()
  return { code, lines: program.lines.all }
}

test('a time is listed, booked once, cancelled, and listed again', async () => {
  expect(await run('services')).toEqual({ code: 0, lines: [`${service}  Check-up, 30 minutes`] })
  const free = (await run('times', service, '8')).lines
  const [start = ''] = free
  expect(start).toMatch(/^\d{4}-\d\d-\d\dT09:[03]0:00Z$/)

  const booked = await run('book', service, start, 'Grace', 'grace@example.com')
  const [booking = '', status, at] = booked.lines[0]?.split('  ') ?? []
  expect([booked.code, status, at]).toEqual([0, 'confirmed', start])
  expect((await run('times', service, '8')).lines).not.toContain(start)
  await expect(run('book', service, start, 'Alan', 'alan@example.com')).rejects.toThrow(
    /ended with 1: slot_taken: /,
  )

  expect((await run('cancel', booking)).lines).toEqual([`${booking}  cancelled`])
  expect((await run('times', service, '8')).lines).toEqual(free)
})

test('without a command, it says how it is used', async () => {
  expect((await run()).lines[0]).toBe('Usage: appointments <command>')
})
