import type { Result, Weekday } from '@holdfast/engine'

const WEEK: readonly Weekday[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
]

/** Rules that offer all the time. */
export const wholeWeek = WEEK.map((weekday) => ({
  weekday,
  windows: [{ start: '00:00', end: '24:00' }],
}))

/** Epoch seconds of a time in UTC. */
export const at = (text: string): number => Date.parse(`${text}Z`) / 1000

/** The value of a result; throws if it is a refusal. */
export const valueIn = <Value>(result: Result<Value, { readonly code: string }>): Value => {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.refusal)}`)
  return result.value
}
