import {
  type Booking,
  type BookingDecision,
  cancelBooking,
  confirmBooking,
  createBooking,
  type Result,
} from '@holdfast/engine'
import { commitBooking } from '../../src/booking/bookings/commit-booking.ts'
import type { Decision } from '../../src/booking/decision.ts'
import { BOOKER, type BookingWorld, NOW, secondsOf } from './booking-world.ts'

/** Ten o'clock a week after `NOW`. */
export const TEN = '2026-04-27T10:00:00Z'

/** The hour after it. */
export const ELEVEN = '2026-04-27T11:00:00Z'

/** The quanta of the hour from ten. */
export const HOUR = Array.from({ length: 12 }, (_, n) => 120 + n)

/** The instant some minutes after `NOW`. */
export const later = (minutes: number): string =>
  new Date(Date.parse(NOW) + minutes * 60_000).toISOString()

/** A booking to claim, of an hour. */
export interface WantedBooking {
  readonly providerId: string
  readonly eventTypeId?: string
  readonly seats?: number
  /** Default: `TEN`. */
  readonly start?: string
  /** For how long it is held. Absent: it is confirmed at once. */
  readonly heldMinutes?: number
  readonly counts?: Booking['counts']
}

let made = 0

/** Claims of bookings as their use cases would decide them, without the rules of event types. */
export function claimsOf(world: BookingWorld) {
  const now = () => Math.floor(world.deps.clock.nowEpochMilliseconds() / 1000)
  /** A new booking, as its use case would decide it. */
  const newBooking = (wanted: WantedBooking): Booking => {
    const { eventTypeId, providerId, seats, start = TEN, heldMinutes, counts } = wanted
    made += 1
    const startEpochSeconds = secondsOf(start)
    const isHeld = heldMinutes !== undefined
    return {
      id: `bkg_seat${made}`,
      accountId: world.accountId,
      providerId,
      ...(eventTypeId === undefined ? {} : { eventTypeId }),
      version: 1,
      status: isHeld ? 'pending' : 'confirmed',
      confirmation: isHeld ? 'hold' : 'instant',
      startEpochSeconds,
      endEpochSeconds: startEpochSeconds + 3600,
      policy: { durationMinutes: 60, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
      timeZone: 'UTC',
      localStart: start.slice(0, 16),
      tzdbVersion: '2026a',
      ...(isHeld
        ? { holdExpiresAtEpochSeconds: now() + heldMinutes * 60 }
        : { confirmedAtEpochSeconds: now() }),
      booker: BOOKER,
      ...(seats === undefined ? {} : { seats }),
      ...(counts === undefined ? {} : { counts }),
      sequence: 0,
      manageTokenHash: new Uint8Array(32),
      createdAtEpochSeconds: now(),
      updatedAtEpochSeconds: now(),
    }
  }
  const commit = (before: Booking | undefined, decision: Decision) =>
    commitBooking(world.deps, world.caller, before, decision, undefined)
  /** Commits a decision about a stored booking; answers the booking as it is then. */
  const change = async (
    before: Booking,
    decided: Result<BookingDecision, unknown>,
    more: Partial<Decision> = {},
  ): Promise<Booking> => {
    if (!decided.ok) throw new Error(JSON.stringify(decided.refusal))
    const outcome = await commit(before, { ...decided.value, ...more })
    if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
    return decided.value.booking
  }
  const cancel = (booking: Booking) =>
    change(booking, cancelBooking(booking, now(), 'account', undefined))
  return {
    now,
    newBooking,
    commit,
    change,
    cancel,
    confirm: (booking: Booking) => change(booking, confirmBooking(booking, now(), 'booker')),
    /** Whether somebody could book a provider at ten now. */
    isFree: async (providerId: string): Promise<boolean> => {
      const booking = newBooking({ providerId })
      const outcome = await commit(undefined, createBooking(booking))
      if (outcome.kind === 'done') await cancel(booking)
      return outcome.kind === 'done'
    },
  }
}

/** The time of a booking that moves to eleven. */
export const toEleven = ({ policy }: Pick<Booking, 'policy'>) => ({
  startEpochSeconds: secondsOf(ELEVEN),
  endEpochSeconds: secondsOf(ELEVEN) + 3600,
  policy,
  timeZone: 'UTC',
  localStart: ELEVEN.slice(0, 16),
  tzdbVersion: '2026a',
})
