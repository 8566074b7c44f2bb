/**
 * Makes the first booking of an installation: a provider, an event type, the first free time, held and
 * confirmed. It waits until the key is known, which after a deployment takes up to a minute.
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

async function done(method: string, path: string, body?: object): Promise<Answer['body']> {
  const { status, body: answered } = await call(method, path, body)
  if (status < 300) return answered
  throw new Error(`${method} ${path} was answered with ${status}: ${JSON.stringify(answered)}`)
}

async function waitForKey(): Promise<void> {
  const until = Date.now() + WAIT_SECONDS * 1000
  for (;;) {
    const { status, body } = await call('GET', '/v1/account')
    if (status === 200) return
    if (status !== 401 || Date.now() > until) {
      throw new Error(`GET /v1/account was answered with ${status}: ${JSON.stringify(body)}`)
    }
    await sleep(5_000)
  }
}

await waitForKey()
const provider = await done('POST', '/v1/providers', { name: 'First provider', timeZone: 'UTC' })
const eventType = await done('POST', '/v1/event-types', {
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
const slots = await done('GET', `/v1/event-types/${eventType.id}/slots?from=${day(1)}&to=${day(2)}`)
const [first] = slots.data as readonly { readonly start: string }[]
const hold = await done('POST', '/v1/bookings', {
  eventTypeId: eventType.id,
  start: first?.start,
  booker: { name: 'First Booker', email: 'first@example.com' },
})
const booking = await done('POST', `/v1/bookings/${hold.id}/confirm`)
console.log(`booking ${booking.id} of ${booking.start} is ${booking.status}`)
