import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, unwrap } from '@holdfast/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataFolder } from '../../packages/server/tests/support/data-folder.ts'
import {
  type ExampleProcess,
  type ExampleServer,
  startExample,
  startExampleServer,
} from '../../packages/server/tests/support/example-process.ts'
import { ownPort } from '../../packages/server/tests/support/own-port.ts'

// The day after tomorrow at 10:00 UTC.
const START = new Date(Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000 + 36_000_000)
  .toISOString()
  .replace('.000Z', 'Z')

let server: ExampleServer
let holdfast: ReturnType<typeof createClient>
let receiver: ExampleProcess
let folder: string
let address: string
let endpointId: string
let startReceiver: () => Promise<ExampleProcess>
beforeAll(async () => {
  server = await startExampleServer({ HOLDFAST_ALLOW_PRIVATE_NETWORK: '1' })
  holdfast = createClient({ baseUrl: server.url, apiKey: server.apiKey })
  folder = await newDataFolder('webhook-receiver')
  const port = await ownPort()
  address = `http://127.0.0.1:${port}`
  const { id, secret } = await unwrap(
    holdfast.POST('/v1/webhook-endpoints', {
      body: { url: `${address}/webhooks/holdfast`, events: ['booking.*'] },
    }),
  )
  endpointId = id
  startReceiver = () =>
    startExample('webhook-receiver', {
      PORT: String(port),
      DATABASE: join(folder, 'appointments.sqlite'),
      WEBHOOK_SECRET: secret,
    })
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.kill()
  await server.close()
  await rm(folder, { recursive: true, maxRetries: 5 })
})

async function book() {
  const provider = await unwrap(
    holdfast.POST('/v1/providers', { body: { name: 'Ada Berger', timeZone: 'UTC' } }),
  )
  const eventType = await unwrap(
    holdfast.POST('/v1/event-types', {
      body: {
        providerId: provider.id,
        slug: 'check-up',
        title: 'Check-up',
        durationMinutes: 30,
        confirmation: 'instant',
        availabilityRules: (
          ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
        ).map((weekday) => ({ weekday, windows: [{ start: '00:00', end: '24:00' }] })),
      },
    }),
  )
  return unwrap(
    holdfast.POST('/v1/bookings', {
      body: {
        eventTypeId: eventType.id,
        start: START,
        booker: { name: 'Grace Hopper', email: 'grace@example.com' },
      },
    }),
  )
}

const appointments = async (): Promise<unknown> => (await fetch(`${address}/appointments`)).json()

const saying = (text: string, process = receiver) =>
  process.lines.until(text, (lines) => lines.some((line) => line.startsWith(text)))

async function sendAgain(): Promise<void> {
  const path = { id: endpointId }
  const { data } = await unwrap(
    holdfast.GET('/v1/webhook-endpoints/{id}/deliveries', { params: { path } }),
  )
  const delivery = data.find(({ event }) => event.type === 'booking.confirmed')
  await unwrap(
    holdfast.POST('/v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver', {
      params: { path: { ...path, deliveryId: delivery?.id ?? '' } },
    }),
  )
}

test('an event becomes an appointment once, however often it is delivered, also after a crash', async () => {
  const { id } = await book()
  await saying('received booking.created')
  await saying('received booking.confirmed')
  const booked = [
    { booking_id: id, status: 'confirmed', start: START, booker: 'Grace Hopper', changes: 2 },
  ]
  await expect.poll(appointments).toEqual(booked)

  await sendAgain()
  await saying('duplicate booking.confirmed')
  await receiver.kill()
  receiver = await startReceiver()
  await sendAgain()
  await saying('duplicate booking.confirmed')
  expect(await appointments()).toEqual(booked)

  await unwrap(holdfast.POST('/v1/bookings/{id}/cancel', { params: { path: { id } } }))
  await saying('received booking.cancelled')
  await expect
    .poll(appointments)
    .toEqual([expect.objectContaining({ booking_id: id, status: 'cancelled', changes: 3 })])
})

test('a message with a forged signature is rejected and changes nothing', async () => {
  const before = await appointments()
  const forged = await fetch(`${address}/webhooks/holdfast`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'evn_forged',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
    },
    body: JSON.stringify({ id: 'evn_forged', type: 'booking.cancelled', data: {} }),
  })
  expect([forged.status, await forged.json()]).toEqual([400, { error: 'no signature matches' }])
  expect(await appointments()).toEqual(before)
})

test('it ends by itself when it is asked to', async () => {
  expect(await receiver.stop()).toBe(0)
})
