export * from './answers/pattern.ts'
export {
  type CalendarGap,
  type CalendarTime,
  withCalendars,
} from './availability/calendar-time.ts'
export { explainSlot, type SlotBounds, type SlotRefusal } from './availability/explain.ts'
export {
  ALL_TIME,
  areOverlapping,
  clip,
  contains,
  covers,
  EMPTY_SET,
  firstOverlap,
  fromUnsorted,
  type Interval,
  type IntervalSet,
  intersect,
  subtract,
  toIntervals,
  touches,
  union,
} from './availability/interval-set.ts'
export * from './availability/occupied.ts'
export type {
  AvailabilityRule,
  DateOverride,
  OpenRules,
  Release,
  SlotPolicy,
  TimeWindow,
} from './availability/policy.ts'
export {
  type BookableRange,
  bookableRange,
  claimReach,
  computeGrid,
  computeSlots,
  type GridStarts,
  type SlotQuery,
  slotClaim,
} from './availability/slots.ts'
export { slotsToJson } from './availability/slots-json.ts'
export {
  type InvalidSlotPolicy,
  type PolicyProblem,
  validateOpenRules,
  validateSlotPolicy,
} from './availability/validate-policy.ts'
export { intervalOfWall, type WallRange, wallRangeOf } from './availability/wall-ranges.ts'
export {
  ALWAYS_WORKING,
  bookableTime,
  explainWorkingTime,
  hoursWithin,
  indexesWithin,
  type SlotHours,
  slotHours,
  type WorkingTime,
  type WorkingTimeRefusal,
} from './availability/working-hours.ts'
export { bookingIdOfStay, bookingMeantBy, stayIdOfBooking } from './bookings/adopted-ids.ts'
export * from './bookings/booking.ts'
export {
  type Answers,
  type AnswerValue,
  type BookerRules,
  type BookingFields,
  type BookingPayment,
  type Consent,
  FIELD_SOURCES,
  type FieldsOfBooker,
  type Guest,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from './bookings/booking-fields.ts'
export { claimSteps, type ProviderStep } from './bookings/claim-steps.ts'
export { closeBooking } from './bookings/close.ts'
export {
  type BookerDetails,
  cancelBooking,
  confirmBooking,
  createBooking,
  expireBooking,
  type Mover,
  mayReassign,
  mayReschedule,
  type NewTime,
  reassignBooking,
  rescheduleBooking,
} from './bookings/decide.ts'
export type {
  BookingAction,
  BookingDecision,
  BookingEventType,
  ClaimStep,
  TransitionRefusal,
} from './bookings/decision.ts'
export { proveEmail, requestEmailProof } from './bookings/email-proof.ts'
export {
  type BookingLocation,
  CONFERENCE_KINDS,
  type ConferenceKind,
  isConferenceKind,
  LOCATION_KINDS,
  type Location,
  type LocationKind,
  locationFor,
} from './bookings/location.ts'
export {
  firstShiftSeconds,
  moveToWallTime,
  type PlannedTime,
  type ResolvedTime,
  timeByWallTime,
} from './bookings/resolve-wall-time.ts'
export { changeableUntil, reschedulesLeft } from './bookings/transition.ts'
export {
  approveBooking,
  awaitsPayment,
  confirmUnpaid,
  isApprovedUnpaid,
  isUnpaid,
  PAYMENT_GRACE_MINUTES,
  paymentHoldSeconds,
} from './bookings/unpaid.ts'
export { type NewDetails, updateBooking } from './bookings/update.ts'
export { EARLIEST_VISIT_SECONDS, recordVisit, type VisitStep } from './bookings/visit.ts'
export {
  EVENT_LEVEL_COUNT,
  eventLevel,
  type LevelRange,
  LONGEST_EVENT_SECONDS,
  levelRangesOf,
  recurringLevel,
  recurringLevelRangesOf,
} from './calendars/event-levels.ts'
export {
  dayOfNight,
  type MonthNights,
  monthsOfStay,
  nightsWithout,
  type StayDays,
  sameNights,
} from './calendars/nights.ts'
export {
  expandRecurrence,
  type InstantRange,
  instantOfWallTime,
  normalizeUntil,
  type Occurrence,
  type Occurrences,
  type Recurrence,
  type RecurrenceDate,
  type RecurrenceEnd,
  type RecurrenceRefusal,
  type RecurrenceStart,
  recurrenceEnd,
  startMatchesRule,
  wallSecondsOf,
} from './calendars/recurrence.ts'
export {
  formatRecurrenceRule,
  parseRecurrenceRule,
  type RecurrenceDay,
  type RecurrenceFrequency,
  type RecurrenceRule,
  type RecurrenceRuleProblem,
  type RecurrenceUntil,
  type RecurrenceWeekday,
} from './calendars/recurrence-rule.ts'
export { explainStay, type StayRefusal, type StayRules } from './calendars/stay-rules.ts'
export { placeStays, type StayToPlace } from './calendars/stays-together.ts'
export {
  type FreeNight,
  freeNights,
  fullNights,
  isFreeFor,
  rankUnits,
  type TakenNights,
  UNIT_CHOICES,
  type UnitChoice,
  type UnitRanking,
} from './calendars/unit-choice.ts'
export {
  type ClaimInterval,
  claimDays,
  claimOf,
  type DayClaim,
  ledgerDaysOf,
  QUANTA_PER_DAY,
  QUANTUM_MINUTES,
  wholeQuanta,
} from './claims/claim.ts'
export { freedBy, leftFree, ownerOfFreed, yieldsTo } from './claims/freed.ts'
export {
  type BlockMark,
  type BookingMark,
  changeDay,
  type DayChange,
  type HoldMark,
  hasLapsed,
  type LedgerDay,
  type MarkOwner,
  occupiedQuanta,
  overlaps,
  type QuantumRange,
  type QuantumTaken,
  type Yields,
} from './claims/ledger.ts'
export * from './claims/spans.ts'
export {
  type CountChange,
  type CountFull,
  type CountMark,
  type CountState,
  changeCount,
  EMPTY_COUNT,
  finalCount,
  isMarkLapsed,
  liveCount,
} from './counts/count.ts'
export {
  type CountedClaim,
  type CountOwner,
  type CountStep,
  countSteps,
} from './counts/count-steps.ts'
export { isSameClaim, NO_CLAIM, type OwnerClaim } from './counts/owner-claim.ts'
export * from './groups/exports.ts'
export {
  FEED_PRODUCT,
  type Feed,
  type FeedEvent,
  type FeedOccurrence,
  type FeedRecurrence,
  feedParts,
  writeFeed,
} from './invitations/feed.ts'
export {
  type Attendee,
  type Invitation,
  type Participant,
  writeEvents,
  writeInvitation,
} from './invitations/invitation.ts'
export {
  type Conference,
  type InvitationPlace,
  placeOfInvitation,
  placeText,
} from './invitations/place.ts'
export { ACTOR_KINDS, type Actor } from './kernel/actor.ts'
export { epochMillisecondsOfId, ID_PREFIXES, type IdKind, isId } from './kernel/ids.ts'
export { InvariantViolated, invariant } from './kernel/invariant.ts'
export { LIMITS } from './kernel/limits.ts'
export { ok, type Result, refuse } from './kernel/result.ts'
export {
  type BookerLimit,
  bookerCounter,
  type CountedTime,
  type CounterName,
  countersOf,
  type LimitCheck,
  type LimitedCounts,
  type LimitedSubject,
  type LimitName,
  type LimitRefusal,
  limitCheck,
  NO_COUNTS,
  type PeriodLimit,
  type PeriodLimits,
  parseCounter,
  periodDates,
  type UsedOf,
} from './limits/limits.ts'
export {
  amountKept,
  amountToKeep,
  amountToPay,
  refundByRules,
} from './payments/amounts.ts'
export { decimalsOf, isPayable, stepOf } from './payments/currencies.ts'
export { desiredAfter, refundEndsAt } from './payments/desired.ts'
export { decimalText, type Money, type MoneyProblem, moneyProblem } from './payments/money.ts'
export {
  MOST_CAPTURE_REFUSALS,
  type NextStep,
  nextPaymentStep,
  type PaymentTruths,
  paymentStatusOf,
} from './payments/next-step.ts'
export {
  amountGivenBack,
  ENTRY_METHODS,
  type EntryMethod,
  enteredAmount,
  isCovered,
  type Order,
  type OrderBalance,
  type OrderEntry,
  type OrderLine,
  type OrderPart,
  orderBalance,
  overpaidAmount,
} from './payments/order.ts'
export type {
  BegunStep,
  Checkout,
  DesiredPayment,
  Payment,
  PaymentRules,
  PaymentStep,
  PaymentTerms,
  PaymentTruth,
  RefundRule,
} from './payments/payment.ts'
export * from './payments/security-deposit.ts'
export * from './payments/shared-order.ts'
export * from './prices/price.ts'
export * from './rates/exports.ts'
export * from './sessions/session.ts'
export { calendarIdOf, sequenceAt, withSequence } from './sessions/session-sequence.ts'
export {
  cancelSession,
  firstStartOf,
  mayChangeWhole,
  moveSession,
  type NewSessionTime,
  reassignSession,
  type WholeSessionRefusal,
} from './sessions/whole-session.ts'
export {
  areDisjoint,
  CANDIDATES_MAX,
  canServe,
  choose,
  type IsFree,
  type Need,
} from './teams/matching.ts'
export {
  CHOICES,
  type Choice,
  type RankingContext,
  rankCandidates,
  type Standing,
} from './teams/ranking.ts'
export { type NumberedDay, STANDING_DAYS, standingOf } from './teams/standing.ts'
export {
  type CandidateTime,
  computeTeamGrid,
  computeTeamSlots,
  isCandidateFree,
  type TeamQuery,
  type TimedNeed,
} from './teams/team-slots.ts'
export {
  formatDate,
  formatWindowTime,
  MINUTES_PER_DAY,
  parseDate,
  parseWindowTime,
  WEEKDAYS,
  type Weekday,
  weekdayOf,
} from './time/dates.ts'
export { formatInstant, parseInstant } from './time/instants.ts'
export { TZ_PUBLISHED_ON, TZ_VERSION, zoneSpelling } from './time/tz-table.ts'
export {
  isTimeZone,
  localDateOf,
  localDayOf,
  startOfLocalDay,
  wallToEpochMinutes,
  zoneOffsetMinutes,
} from './time/zones.ts'
export {
  fitsWish,
  LINE_FIRST_SECONDS,
  type OfferableStart,
  offerableStart,
  type TimeOfDay,
  type Wish,
} from './waitlist/wish.ts'
