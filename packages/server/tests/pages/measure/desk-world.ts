import type { HttpClient } from '../../support/http-client.ts'
import { until } from '../../support/until.ts'

/** How large the house is: a receptionist has 30 colleagues and about 3,000 bookings a month. */
const PROVIDERS = 30
const WEEKS = 4
const DAY_MILLISECONDS = 86_400_000
const HALF_HOUR_MILLISECONDS = 1_800_000
/** 30 colleagues, 28 days, 3 or 4 bookings each: 2,940. */
const bookingsOn = (day: number): number => 3 + (day % 2)
const AT_ONCE = 16

const FIRST_NAMES = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gia', 'Hugo', 'Ida', 'Jon']
const LAST_NAMES = ['Adler', 'Brandt', 'Conrad', 'Dietz', 'Ebert', 'Falk', 'Gruber', 'Huber']

interface Made {
  readonly id: string
}

async function make(api: HttpClient, path: string, body: unknown): Promise<Made> {
  const answer = await api.post<Made>(path, body)
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
  return answer.body
}

/** The name of the nth booker: 80 people come again and again. */
export const nameOf = (n: number): string =>
  `${FIRST_NAMES[n % FIRST_NAMES.length]} ${LAST_NAMES[Math.floor(n / FIRST_NAMES.length) % LAST_NAMES.length]}`

/** What one is called at the desk: somebody with a phone number, and somebody who comes next. */
export interface DeskWorld {
  readonly bookings: number
  readonly caller: { readonly name: string; readonly digits: string }
  readonly next: { readonly name: string }
}

/** Fills an account with 30 providers and four weeks of bookings, from today on. */
export async function makeDeskWorld(api: HttpClient): Promise<DeskWorld> {
  const today = Math.floor(Date.now() / DAY_MILLISECONDS) * DAY_MILLISECONDS
  const windows = [{ start: '00:00', end: '24:00' }]
  const everyDay = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  const rules = everyDay.map((weekday) => ({ weekday, windows }))
  const all: string[] = []
  for (let n = 0; n < PROVIDERS; n += 1) {
    const name = `Dr. ${String(n + 1).padStart(2, '0')}`
    const provider = await make(api, '/v1/providers', { name, timeZone: 'UTC' })
    const type = await make(api, '/v1/event-types', {
      providerId: provider.id,
      slug: 'visit',
      title: 'Visit',
      durationMinutes: 30,
      confirmation: 'instant',
      availabilityRules: rules,
    })
    all.push(type.id)
  }
  // The last one has time for whoever comes next.
  const [own = '', ...types] = all.toReversed()
  const wanted = types.flatMap((eventTypeId, type) =>
    Array.from({ length: WEEKS * 7 }, (_, day) =>
      Array.from({ length: bookingsOn(day) }, (_slot, slot) => {
        const n = type * 97 + day * 13 + slot
        const halfHour = 16 + ((type + slot * 3) % 14)
        const start = today + day * DAY_MILLISECONDS + halfHour * HALF_HOUR_MILLISECONDS
        const email = `guest-${n % 80}@example.com`
        const booker = { name: nameOf(n % 80), email }
        return { eventTypeId, start: new Date(start).toISOString(), booker }
      }),
    ).flat(),
  )
  const later = wanted.filter(({ start }) => Date.parse(start) > Date.now())
  for (let at = 0; at < later.length; at += AT_ONCE) {
    await Promise.all(later.slice(at, at + AT_ONCE).map((body) => make(api, '/v1/bookings', body)))
  }
  await make(api, '/v1/contacts', { name: 'Carla Caller', phone: '+4930901820' })
  const start = new Date(
    Math.ceil(Date.now() / HALF_HOUR_MILLISECONDS + 1) * HALF_HOUR_MILLISECONDS,
  )
  const booker = { name: 'Nora Nextfield', email: 'nora@example.com' }
  await make(api, '/v1/bookings', { eventTypeId: own, start: start.toISOString(), booker })
  for (const text of ['901820', 'nextfield']) {
    await until(`${text} is found`, async () => {
      const { body } = await api.get<{ data: readonly unknown[] }>(`/v1/search?q=${text}`)
      return body.data.length > 0
    })
  }
  return {
    bookings: later.length + 1,
    caller: { name: 'Carla Caller', digits: '901820' },
    next: { name: booker.name },
  }
}
