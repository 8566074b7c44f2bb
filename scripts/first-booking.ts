/**
 * Creates the first booking of an installation: it creates a provider and an event type, holds the first free
 * slot and confirms the hold. It first waits until the API key is valid, up to a minute after a deployment.
 *
 *     HOLDFAST_URL=https://… HOLDFAST_API_KEY=hf_… npm run first-booking
 */
import { setTimeout as sleep } from 'node:timers/promises'

const { HOLDFAST_URL: url = 'http://localhost:3000', HOLDFAST_API_KEY: key = '' } = process.env
const WAIT_SECONDS = 180
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

async function call(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

async function callOrThrow(method: string, path: string, body?: object): Promise<Answer['body']> {
  const answer = await call(method, path, body)
  if (answer.status < 300) return answer.body
  throw new Error(`${method} ${path} returned ${answer.status}: ${JSON.stringify(answer.body)}`)
}

async function waitForKey(): Promise<void> {
  const until = Date.now() + WAIT_SECONDS * 1000
  for (;;) {
    const { status, body } = await call('GET', '/v1/account')
    if (status === 200) return
    if (status !== 401 || Date.now() > until) {
      throw new Error(`GET /v1/account returned ${status}: ${JSON.stringify(body)}`)
    }
    await sleep(5_000)
  }
}

await waitForKey()
const provider = await callOrThrow('POST', '/v1/providers', {
  name: 'First provider',
  timeZone: 'UTC',
})
const eventType = await callOrThrow('POST', '/v1/event-types', {
  providerId: provider.id,
  slug: 'first-visit',
  title: 'First visit',
  durationMinutes: 30,
  availabilityRules: WEEKDAYS.map((weekday) => ({
    weekday,
    windows: [{ start: '09:00', end: '17:00' }],
  })),
})
const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const slots = await callOrThrow(
  'GET',
  `/v1/event-types/${eventType.id}/slots?from=${day(1)}&to=${day(2)}`,
)
const [first] = slots.data as readonly { readonly start: string }[]
const hold = await callOrThrow('POST', '/v1/bookings', {
  eventTypeId: eventType.id,
  start: first?.start,
  booker: { name: 'First Booker', email: 'first@example.com' },
})
const booking = await callOrThrow('POST', `/v1/bookings/${hold.id}/confirm`)
console.log(`Booking ${booking.id} at ${booking.start} is ${booking.status}.`)
