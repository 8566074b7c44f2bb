import type { ModelOptions, Rule, Wish } from './world.ts'

const MIDNIGHT = 24 * 60

/** Two clients want the ten minutes around midnight, which are on two days, and one the ten minutes before it. */
const WISHES: readonly Wish[] = [
  { client: 'ann', fromEpochMinutes: MIDNIGHT - 5, toEpochMinutes: MIDNIGHT + 5 },
  { client: 'bob', fromEpochMinutes: MIDNIGHT - 10, toEpochMinutes: MIDNIGHT },
  { client: 'cat', fromEpochMinutes: MIDNIGHT - 5, toEpochMinutes: MIDNIGHT + 5 },
]

/** Three clients, two days and one lapse: a hold that is taken at the beginning ends within the exploration. */
const THREE: ModelOptions = {
  wishes: WISHES,
  holdSeconds: 1,
  lastSecond: 1,
  retries: 0,
  crashes: 0,
  clocksAhead: 0,
}
/** The same with two of the clients. */
export const TWO: ModelOptions = { ...THREE, wishes: WISHES.slice(0, 2) }

/** A world that `npm run prove:model` explores. */
export interface Scenario {
  readonly name: string
  readonly options: ModelOptions
}

/** The worlds that are explored to their end. */
export const SCENARIOS: readonly Scenario[] = [
  { name: '3 clients, 2 days, 1 lapse', options: THREE },
  { name: '3 clients, 2 days, 1 lapse, 1 clock ahead', options: { ...THREE, clocksAhead: 1 } },
  { name: '2 clients, 2 days, 1 lapse, 1 retry', options: { ...TWO, retries: 1 } },
  {
    name: '2 clients, 2 days, 1 retry, 1 crash',
    options: { ...TWO, lastSecond: 0, retries: 1, crashes: 1 },
  },
]

/** Rules about requests that are sent twice: a world in which nothing lapses shows what they are for. */
const OF_RETRIES: ReadonlySet<Rule> = new Set([
  'the key of a request commits with its change',
  'a refusal is stored under its key before it is sent',
])

/** A small world in which a rule is left out. */
export const without = (rule: Rule): ModelOptions =>
  OF_RETRIES.has(rule)
    ? { ...TWO, lastSecond: 0, retries: 1, leaveOut: rule }
    : { ...TWO, leaveOut: rule }
