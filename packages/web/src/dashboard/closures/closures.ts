import type { components } from '@holdfast/client'
import type { Provider, Schedule } from '../api.ts'
import type { TimeOffDraft, TimeOffTime } from '../time-off/time-off-time.ts'
import { addDays, localZone, wallTimeOf } from '../zoned.ts'

export type Closure = components['schemas']['Closure']

/** Whom a closure closes, as the API has it in bodies. */
export type ClosureScope = Pick<
  components['schemas']['ClosureCreate'],
  'all' | 'providerIds' | 'scheduleId'
>

/** Whom a form closes. */
export interface WhomDraft {
  readonly kind: 'all' | 'providers' | 'schedule'
  readonly providerIds: readonly string[]
  readonly scheduleId: string
}

/** What a form closes at first. */
export const EVERYBODY: WhomDraft = { kind: 'all', providerIds: [], scheduleId: '' }

/** The choice that a closure was made with. */
export const whomOf = ({ all, providerIds, scheduleId }: Closure): WhomDraft => ({
  kind: all ? 'all' : scheduleId === null ? 'providers' : 'schedule',
  providerIds,
  scheduleId: scheduleId ?? '',
})

/** Whom a form closes, for a body; undefined while nobody is chosen. */
export function scopeOf({ kind, providerIds, scheduleId }: WhomDraft): ClosureScope | undefined {
  if (kind === 'all') return { all: true }
  if (kind === 'schedule') return scheduleId === '' ? undefined : { scheduleId }
  return providerIds.length === 0 ? undefined : { providerIds: [...providerIds] }
}

/** Whether a closure closes a provider. One for a schedule closes those who work by it. */
export const closes = (
  { kind, providerIds, scheduleId }: WhomDraft,
  provider: Pick<Provider, 'id' | 'scheduleId'>,
): boolean =>
  kind === 'all' ||
  (kind === 'providers'
    ? providerIds.includes(provider.id)
    : scheduleId !== '' && provider.scheduleId === scheduleId)

/** The ids of all whom a closure closes. */
export const closedIds = (whom: WhomDraft, providers: readonly Provider[]): ReadonlySet<string> =>
  new Set(providers.filter((provider) => closes(whom, provider)).map(({ id }) => id))

/** The time zone in which hours of a closure are entered and shown: of the schedule, or of the first who is closed. */
export function zoneOf(
  whom: WhomDraft,
  providers: readonly Provider[],
  schedules: readonly Schedule[],
): string {
  const schedule = schedules.find(({ id }) => whom.kind === 'schedule' && id === whom.scheduleId)
  const first = providers.find((provider) => closes(whom, provider))
  return schedule?.timeZone ?? first?.timeZone ?? localZone()
}

/**
 * The time zone of the dates of a closure for one whom it closes, with their schedule: that of the schedule if it is for one, or
 * else theirs.
 */
export const zoneOfDates = (
  { scheduleId }: Closure,
  provider: Provider,
  schedule: Schedule | undefined,
): string => (scheduleId !== null && schedule?.timeZone) || provider.timeZone

const MORNING = '09:00'
const NOON = '12:00'

/** The form for the whole of a day. */
export const draftOfDay = (date: string): TimeOffDraft => ({
  isAllDay: true,
  firstDay: date,
  lastDay: date,
  from: `${date}T${MORNING}`,
  to: `${date}T${NOON}`,
})

/** The form for the time of a closure. */
export function draftOf(
  { start, end }: Pick<Closure, 'start' | 'end'>,
  zone: string,
): TimeOffDraft {
  if (!start.includes('T')) return { ...draftOfDay(start), lastDay: addDays(end, -1) }
  const [from, to] = [wallTimeOf(start, zone), wallTimeOf(end, zone)]
  return { isAllDay: false, firstDay: from.slice(0, 10), lastDay: to.slice(0, 10), from, to }
}

/** The same dates some years later. What was 29 February is 1 March. */
export function yearsLater({ start, end }: TimeOffTime, years: number): TimeOffTime {
  const later = (date: string): string => {
    const moved = `${Number(date.slice(0, 4)) + years}${date.slice(4)}`
    return new Date(`${moved}T00:00:00Z`).toISOString().slice(0, 10)
  }
  return { start: later(start), end: later(end) }
}

/** A time that holds that of a closure in every zone, as instants. */
export function timeAround({ start, end }: Pick<Closure, 'start' | 'end'>) {
  if (start.includes('T')) return { start, end }
  return { start: `${addDays(start, -1)}T00:00:00Z`, end: `${addDays(end, 1)}T00:00:00Z` }
}
