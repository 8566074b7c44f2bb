import { type BookingMark, dayOfNight, formatDate, type HoldMark } from '@holdfast/engine'
import type { Finding } from '../../kernel/doctor/finding.ts'
import { EMPTY_LEDGER } from '../../kernel/items/ledger-item.ts'
import type { ItemKey, LedgerState } from '../../kernel/ports/store.ts'
import { nightsKey } from '../../ledger/keys.ts'
import { quantaOf } from '../../ledger/read-day.ts'
import { staysFinding } from '../findings.ts'
import type { MonthFacts, NightClaim } from './calendar-facts.ts'

type Mark = HoldMark | BookingMark

/** The key of a booking, by its id. This context does not know bookings. */
export type KeyOfBooking = (bookingId: string) => ItemKey

const markOf = (
  { holds, bookings = [] }: LedgerState,
  { bookingId, expiresAtEpochSeconds }: NightClaim,
): Mark | undefined => {
  const marks: readonly Mark[] = expiresAtEpochSeconds === undefined ? bookings : holds
  return marks.find((mark) => mark.bookingId === bookingId)
}

const isLapsed = ({ expiresAtEpochSeconds }: NightClaim, nowEpochSeconds: number): boolean =>
  expiresAtEpochSeconds !== undefined && expiresAtEpochSeconds <= nowEpochSeconds

const isRight = (mark: Mark, claim: NightClaim): boolean =>
  mark.firstQuantum === claim.firstQuantum &&
  mark.quantumCount === claim.quantumCount &&
  (!('expiresAtEpochSeconds' in mark) || mark.expiresAtEpochSeconds === claim.expiresAtEpochSeconds)

/** Whether nobody else has one of the nights of a claim. A hold that lapsed has none. */
function isFree({ claims, owners }: MonthFacts, claim: NightClaim, nowEpochSeconds: number) {
  const others = claims.filter((other) => other !== claim && !isLapsed(other, nowEpochSeconds))
  const taken = new Set([...owners.flatMap(({ quanta }) => quanta), ...others.flatMap(quantaOf)])
  return quantaOf(claim).every((quantum) => !taken.has(quantum))
}

/** Formats nights of a month as dates: `2026-06-01, 2026-06-02`. */
export const nightsText = (month: string, quanta: readonly number[]): string =>
  quanta.map((quantum) => formatDate(dayOfNight(month, quantum))).join(', ')

/** The findings about bookings in a month: each has its mark and its nights, and each mark has its booking. */
export function* markFindings(
  facts: MonthFacts,
  nowEpochSeconds: number,
  bookingKey: KeyOfBooking,
): Iterable<Finding> {
  const { calendarId, month, claims } = facts
  const state = facts.state ?? EMPTY_LEDGER
  const key = nightsKey(calendarId, month)
  const owned = new Set<Mark>()
  const earlier = new Set<number>()
  for (const claim of claims) {
    const quanta = quantaOf(claim)
    const keys = [key, bookingKey(claim.bookingId)]
    const mark = markOf(state, claim)
    if (mark) owned.add(mark)
    // A lapsed hold may have been taken over, which removes its mark.
    if (mark === undefined && isLapsed(claim, nowEpochSeconds)) continue
    const free = isFree(facts, claim, nowEpochSeconds)
    const details = { quanta, ...(!free && ({ repairable: false } as const)) }
    const shared = quanta.filter((quantum) => earlier.has(quantum))
    if (shared.length > 0) {
      const sentence = `Two bookings share nights: ${nightsText(month, shared)}.`
      yield staysFinding('nights_double', keys, sentence, { quanta: shared })
    }
    if (!isLapsed(claim, nowEpochSeconds)) for (const quantum of quanta) earlier.add(quantum)
    if (mark === undefined) {
      const sentence = `A booking of nights has no mark: ${nightsText(month, quanta)}.`
      yield staysFinding('nights_mark_missing', keys, sentence, details)
    } else if (!isRight(mark, claim)) {
      const sentence = `A mark is for ${nightsText(month, quantaOf(mark))}, but its booking for ${nightsText(month, quanta)}, or its expiry differs.`
      yield staysFinding('nights_mark_wrong', keys, sentence, details)
    }
    const missing = quanta.filter((quantum) => !state.taken.has(quantum))
    if (missing.length > 0) {
      const sentence = `Nights of a booking are not taken: ${nightsText(month, missing)}.`
      yield staysFinding('nights_missing', keys, sentence, { ...details, quanta: missing })
    }
  }
  for (const mark of [...state.holds, ...(state.bookings ?? [])]) {
    if (owned.has(mark)) continue
    const quanta = quantaOf(mark)
    const sentence = `Nights have a mark of a booking that does not have them: ${nightsText(month, quanta)}.`
    yield staysFinding('nights_mark_stray', [key, bookingKey(mark.bookingId)], sentence, { quanta })
  }
}

/** The marks that a month gets, the nights of bookings, and the bookings that get something back. */
export interface RightMarks {
  readonly holds: readonly HoldMark[]
  readonly bookings: readonly BookingMark[]
  readonly quanta: readonly number[]
  readonly restored: readonly NightClaim[]
}

/**
 * Makes the marks of a month those of its bookings. A mark without its booking goes. A booking whose nights somebody else has
 * keeps the mark that it has: people decide.
 */
export function rightMarks(facts: MonthFacts, nowEpochSeconds: number): RightMarks {
  const state = facts.state ?? EMPTY_LEDGER
  const holds: HoldMark[] = []
  const bookings: BookingMark[] = []
  const quanta: number[] = []
  const restored: NightClaim[] = []
  for (const claim of facts.claims) {
    const had = markOf(state, claim)
    if (had === undefined && isLapsed(claim, nowEpochSeconds)) continue
    const { bookingId, firstQuantum, quantumCount, expiresAtEpochSeconds } = claim
    const right = isFree(facts, claim, nowEpochSeconds)
      ? { bookingId, firstQuantum, quantumCount }
      : had
    // Nights of a confirmed booking never become free, even if its mark is not written.
    if (expiresAtEpochSeconds === undefined) quanta.push(...quantaOf(claim))
    if (right === undefined) continue
    quanta.push(...quantaOf(right))
    if (expiresAtEpochSeconds === undefined) bookings.push(right)
    else holds.push({ ...right, expiresAtEpochSeconds })
    const isKept = had !== undefined && isRight(had, claim)
    if (!isKept || quantaOf(right).some((quantum) => !state.taken.has(quantum))) {
      restored.push(claim)
    }
  }
  return { holds, bookings, quanta, restored }
}
