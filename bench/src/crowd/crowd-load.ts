import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpClient } from '../../../packages/server/tests/support/http-client.ts'
import { seeded } from '../scale/random.ts'

/** Many people who want one provider's day. */
export interface Crowd {
  readonly attemptsPerSecond: number
  readonly seconds: number
  /** Free times of five minutes on that day. */
  readonly times: number
  /** How many times slower everything runs. The results are given in the crowd's time. */
  readonly slow: number
}

/** The answers of a crowd. */
export interface CrowdResult {
  /** Latencies in milliseconds by what was answered: `booked`, or a status and a problem's code. */
  readonly latencies: ReadonlyMap<string, readonly number[]>
  /** Times that were booked. */
  readonly booked: ReadonlySet<number>
  /** When the last time was booked, in seconds after the first attempt. */
  readonly lastBookedSeconds: number
  /** When the last attempt was answered. */
  readonly lastAnswerSeconds: number
}

const SLOT_MINUTES = 5
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const SEED = 240
const BOOKER = { name: 'Grace Hopper', email: 'grace@example.com' }

async function created(api: HttpClient, path: string, body: object): Promise<string> {
  const answer = await api.post<{ readonly id: string }>(path, body)
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`)
  return answer.body.id
}

const clockTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Creates a provider whose days have so many free times. Returns the id of its event type. */
export async function createCrowdedProvider(api: HttpClient, times: number): Promise<string> {
  const providerId = await created(api, '/v1/providers', { name: 'Crowded', timeZone: 'UTC' })
  const window = { start: '00:00', end: clockTime(times * SLOT_MINUTES) }
  return await created(api, '/v1/event-types', {
    providerId,
    slug: 'visit',
    title: 'Visit',
    durationMinutes: SLOT_MINUTES,
    holdMinutes: 60,
    availabilityRules: WEEKDAYS.map((weekday) => ({ weekday, windows: [window] })),
  })
}

/** Each time in turn, in a new random order each time around, so that none is left out by chance. */
export function* choices(times: number): Generator<number> {
  const random = seeded(SEED)
  for (;;) {
    const order = Array.from({ length: times }, (_, time) => [random(), time] as const)
    yield* order.sort(([a], [b]) => a - b).map(([, time]) => time)
  }
}

/**
 * Sends the attempts of a crowd at a steady rate, however long the answers take. Each holds one time of the day after
 * tomorrow, chosen blindly.
 */
export async function runCrowd(
  api: HttpClient,
  eventTypeId: string,
  { attemptsPerSecond, seconds, times, slow }: Crowd,
  onProgress: (sent: number, answered: number) => void,
): Promise<CrowdResult> {
  const midnight = (Math.floor(Date.now() / 86_400_000) + 2) * 86_400_000
  const latencies = new Map<string, number[]>()
  const booked = new Set<number>()
  let lastBookedSeconds = 0
  let answered = 0
  const clock = () => performance.now() / slow
  const startedAt = clock()
  const attempt = async (time: number): Promise<void> => {
    const sentAt = clock()
    const start = new Date(midnight + time * SLOT_MINUTES * 60_000)
      .toISOString()
      .replace('.000', '')
    const outcome = await api
      .post<{ readonly code?: string }>('/v1/bookings', { eventTypeId, start, booker: BOOKER })
      .then(({ status, body, text }) => {
        if (status === 202) return 'booked'
        if (status === 409 || status === 503) return `${status} ${body.code}`
        throw new Error(`POST /v1/bookings: ${status} ${text}`)
      })
    const now = clock()
    answered += 1
    latencies.set(outcome, [...(latencies.get(outcome) ?? []), now - sentAt])
    if (outcome !== 'booked') return
    if (booked.has(time)) throw new Error(`time ${time} was booked twice`)
    booked.add(time)
    lastBookedSeconds = (now - startedAt) / 1000
  }
  const chosen = choices(times)
  const attempts: Promise<void>[] = []
  const total = attemptsPerSecond * seconds
  while (attempts.length < total) {
    const due = Math.min(total, ((clock() - startedAt) / 1000) * attemptsPerSecond)
    while (attempts.length < due) attempts.push(attempt(chosen.next().value as number))
    onProgress(attempts.length, answered)
    await sleep(2)
  }
  await Promise.all(attempts)
  const lastAnswerSeconds = (clock() - startedAt) / 1000
  return { latencies, booked, lastBookedSeconds, lastAnswerSeconds }
}
