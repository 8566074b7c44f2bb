import type { Booker, GroupRecurrence } from '@holdfast/engine'
import type { BookingInput } from '../bookings/booking-input.ts'
import type { FieldsInput } from '../bookings/read-fields.ts'

/** A booking of a group, or a series of them. */
export interface GroupItem
  extends Pick<
    BookingInput,
    'startEpochSeconds' | 'stay' | 'chosen' | 'durationMinutes' | 'expectedAmount' | 'seats'
  > {
  readonly eventTypeId: string
  /** Absent: one booking. Otherwise the first of them has the start. */
  readonly recurrence?: GroupRecurrence | undefined
  /** The only providers that it may take, chosen together with those of the other parts of a sequence. */
  readonly only?: ReadonlySet<string> | undefined
}

/** What to book together. */
export interface GroupInput
  extends Pick<BookingInput, 'isNewContact' | 'standing' | 'requiresEmailProof'> {
  readonly items: readonly GroupItem[]
  /** Whether one person serves all bookings, of event types with requirements. Default: no. */
  readonly samePerson?: boolean | undefined
  /** Whether the bookings are a visit, which is confirmed, moved and cancelled as a whole. Default: no. */
  readonly together?: boolean | undefined
  /** Whether the bookings follow each other, at most `maxGapMinutes` apart. They are a visit then. Default: no. */
  readonly sequence?: boolean | undefined
  /** Default: 15. */
  readonly maxGapMinutes?: number | undefined
  /** Whether the rest is booked if a start cannot be. Otherwise nothing is. */
  readonly onConflict: 'refuse' | 'skip'
  /** Absent: holds that get their booker when they are confirmed. */
  readonly booker?: Booker | undefined
  readonly fields: FieldsInput
  /** Whether the account books outside the rules. */
  readonly isOverride: boolean
}
