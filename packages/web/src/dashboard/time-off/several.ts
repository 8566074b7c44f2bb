import type { components } from '@holdfast/client'
import { api, isProblem, unwrap } from '../api.ts'
import type { TimeOffTime } from './time-off-time.ts'

type Body = components['schemas']['AbsenceCreate']

/** What is in the way of a block on one date. */
export type Conflict = components['schemas']['AbsenceConflict']

/** How often a block or time off repeats. */
export type Repetition =
  | 'never'
  | 'daily'
  | 'weekly'
  | 'weekly2'
  | 'weekly3'
  | 'weekly4'
  | 'monthly'

/** For whom a block or time off is beside the chosen provider, and when again. */
export interface Several {
  readonly moreIds: readonly string[]
  readonly repeats: Repetition
  /** A date, inclusive. */
  readonly until: string
  /** Whether dates with something in the way are left out. */
  readonly skips: boolean
}

/** One provider on one date. */
export const JUST_ONE: Several = { moreIds: [], repeats: 'never', until: '', skips: false }

const RULES: Readonly<Record<Exclude<Repetition, 'never'>, Body['recurrence']>> = {
  daily: { frequency: 'daily' },
  weekly: { frequency: 'weekly' },
  weekly2: { frequency: 'weekly', interval: 2 },
  weekly3: { frequency: 'weekly', interval: 3 },
  weekly4: { frequency: 'weekly', interval: 4 },
  monthly: { frequency: 'monthly' },
}

/** Whether it takes an absence: several providers, or more than one date. */
export const isForSeveral = ({ moreIds, repeats }: Several): boolean =>
  moreIds.length > 0 || repeats !== 'never'

/** The first time of an absence, for the provider who was chosen first. */
export interface AbsenceEntry extends TimeOffTime {
  readonly providerId: string
  readonly timeZone: string
  readonly reason: string
}

/** The body of an absence. */
export function absenceBody(
  kind: Body['kind'],
  { moreIds, repeats, until, skips }: Several,
  entry: AbsenceEntry,
): Body {
  const { providerId, timeZone, reason, start, end } = entry
  const rule = repeats === 'never' ? undefined : RULES[repeats]
  return {
    kind,
    providerIds: [providerId, ...moreIds.filter((id) => id !== providerId)],
    start,
    end,
    timeZone,
    ...(rule && { recurrence: { ...rule, until } }),
    ...(reason.trim() !== '' && { reason: reason.trim() }),
    ...(skips && { onConflict: 'skip' as const }),
  }
}

/** What the server names as being in the way; empty for another error. */
export const conflictsIn = (error: unknown): readonly Conflict[] =>
  isProblem(error, 'dates_taken') ? (error.problem.conflicts ?? []) : []

/** Which part of an absence is removed: one block or time off, its date for everybody, that and all after it, or all. */
export type RemovedPart = 'one' | 'date' | 'following' | 'all'

/** Removes more of an absence than one block or time off, which starts at `start`. */
export async function removePart(
  id: string,
  start: string,
  part: Exclude<RemovedPart, 'one'>,
): Promise<void> {
  if (part === 'all') {
    await unwrap(api.DELETE('/v1/absences/{id}', { params: { path: { id } } }))
    return
  }
  const absence = await unwrap(api.GET('/v1/absences/{id}', { params: { path: { id } } }))
  const date = absence.dates.find((each) => each.start === start)?.date ?? start.slice(0, 10)
  const query = part === 'following' ? { scope: 'following' as const } : {}
  const params = { path: { id, date }, query }
  await unwrap(api.DELETE('/v1/absences/{id}/dates/{date}', { params }))
}
