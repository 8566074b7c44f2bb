// What the engine exports about bookings that are made together.
export {
  type DateRecurrence,
  type GroupRecurrence,
  type RecurringStart,
  recurringDays,
  recurringStarts,
} from './recurrence.ts'
export {
  type PlacedPart,
  SEQUENCE_GAP_MINUTES,
  SEQUENCE_PARTS_MAX,
  type SequencePart,
  type SequencePerson,
  sequencesOf,
} from './sequence.ts'
export { shiftedStart, wallMinutesBetween } from './shift.ts'
