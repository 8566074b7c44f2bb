export {
  BOOKING_STATUSES,
  type Booker,
  type Booking,
  type BookingStatus,
  type Confirmation,
  claimOfBooking,
  hasClaim,
  type PolicySnapshot,
} from './bookings/booking.ts'
export {
  type BookingAction,
  type BookingDecision,
  type BookingEventType,
  type ClaimStep,
  cancelBooking,
  confirmBooking,
  createBooking,
  expireBooking,
  mayReschedule,
  type NewTime,
  rescheduleBooking,
  settleBooking,
  type TransitionRefusal,
} from './bookings/decide.ts'
export {
  type ClaimInterval,
  claimDays,
  claimOf,
  type DayClaim,
  ledgerDaysOf,
  QUANTA_PER_DAY,
  QUANTUM_MINUTES,
} from './claims/claim.ts'
export {
  type BlockMark,
  changeDay,
  type DayChange,
  type HoldMark,
  hasLapsed,
  type LedgerDay,
  occupiedQuanta,
  type QuantumRange,
  type QuantumTaken,
} from './claims/ledger.ts'
export { ID_PREFIXES, type IdKind, isId } from './kernel/ids.ts'
export { InvariantViolated, invariant } from './kernel/invariant.ts'
export { ok, type Result, refuse } from './kernel/result.ts'
