import { z } from 'zod'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { changeRepresentation, RESOURCE_ATTRIBUTES } from '../../kernel/resource.ts'
import { CLOSED_TIME, type ClosedTime, timeTexts } from '../closed-time/closed-time.ts'
import { absenceKey } from '../keys.ts'

/** What an absence consists of. */
export type AbsenceKind = 'block' | 'time_off'

/** A block or time off of one provider, as a part of an absence. */
export interface AbsenceEntry {
  readonly providerId: string
  /** The id of the block or of the time off. */
  readonly id: string
}

/** One date of an absence. */
export interface AbsenceDate {
  /** The date on which it starts, in the absence's zone. */
  readonly date: string
  /** Instants for blocks. */
  readonly time: ClosedTime
  readonly entries: readonly AbsenceEntry[]
}

const unfinishedAbsenceAttributes = z.object({
  fromDate: z.string(),
  toDate: z.string(),
  /** From this second on, a task removes them. */
  finishByEpochSeconds: z.int(),
  /** Identifies the request that adds them, so that a repetition can begin anew. Absent: none, or it removes them. */
  requestHash: z.exactOptional(z.string()),
})

/** The dates that are to be removed, both inclusive, because a call was interrupted. */
export type UnfinishedAbsence = AttributesOf<typeof unfinishedAbsenceAttributes>

/**
 * Blocks or time off of several providers, on one date or on several at the same wall time. Each entry is a block or time off like any
 * other, and is written in one transaction with the absence that lists it.
 */
export interface Absence extends AttributesOf<typeof absenceAttributes> {
  readonly id: string
}

const ENTRY = z.object({ providerId: z.string(), id: z.string() })

const absenceAttributes = z.object({
  ...RESOURCE_ATTRIBUTES,
  kind: z.enum(['block', 'time_off']),
  providerIds: z.array(z.string()),
  timeZone: z.string(),
  /** What a date gets that is added: wall times, or a number of whole days. */
  pattern: z.union([
    z.object({ startMinute: z.int(), endMinute: z.int() }),
    z.object({ days: z.int() }),
  ]),
  reason: z.exactOptional(z.string()),
  /** In order. */
  dates: z.array(
    z.object({
      date: z.string(),
      time: CLOSED_TIME,
      entries: z.array(ENTRY),
    }),
  ),
  skipped: z.array(z.object({ date: z.string(), providerId: z.string() })),
  /** Set while a change needs more than one transaction. */
  unfinished: z.exactOptional(unfinishedAbsenceAttributes),
})

/** The item of an absence, in the partition of its account's absences. */
export const absenceEntity = defineEntity<Absence, 'id'>({
  name: 'absence',
  key: ({ accountId, id }) => absenceKey(accountId, id),
  inKey: { id: ({ SK }) => SK },
  schema: absenceAttributes,
})

/** A date of an absence in the API. */
export const absenceDateRepresentation = ({ date, time, entries }: AbsenceDate) => ({
  date,
  ...timeTexts(time),
  providerIds: entries.map(({ providerId }) => providerId),
})

/** An absence in the API. */
export const absenceRepresentation = (absence: Absence) => ({
  id: absence.id,
  version: absence.version,
  kind: absence.kind,
  providerIds: [...absence.providerIds],
  timeZone: absence.timeZone,
  reason: absence.reason ?? null,
  dates: absence.dates.map(absenceDateRepresentation),
  skipped: absence.skipped.map(({ date, providerId }) => ({ date, providerId })),
  ...changeRepresentation(absence),
})

/** What is wrong with a stored absence. */
export function absenceProblems(
  { accountId, dates, unfinished }: Absence,
  partitionId: string,
): readonly string[] {
  if (accountId !== partitionId) return ['The account differs from the one in the key.']
  if (dates.length === 0) return ['It has no dates.']
  const isOrdered = dates.every(
    ({ date }, index) => index === 0 || (dates[index - 1]?.date ?? '') < date,
  )
  if (!isOrdered) return ['Its dates are not in order.']
  if (dates.some(({ entries }) => entries.length === 0)) return ['A date has no entries.']
  return unfinished && unfinished.fromDate > unfinished.toDate
    ? ['The dates to remove are not in order.']
    : []
}
