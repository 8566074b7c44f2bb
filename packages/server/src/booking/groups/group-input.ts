import type { Booker, GroupRecurrence } from '@holdfast/engine'
import type { Standing } from '../../kernel/caller.ts'
import type { FieldsInput } from '../bookings/read-fields.ts'
import type { StayInput } from '../bookings/stay-offer.ts'
import type { ChosenCandidate } from '../requirements/chosen-candidate.ts'

/** A booking of a group, or a series of them. */
export interface GroupItem {
  readonly eventTypeId: string
  /** With a recurrence, the first start. Of a stay, whatever it is: its start follows from the arrival. */
  readonly startEpochSeconds: number
  /** The nights to book, of an event type of nights. */
  readonly stay?: StayInput | undefined
  readonly recurrence?: GroupRecurrence | undefined
  readonly chosen?: ChosenCandidate | undefined
  readonly durationMinutes?: number | undefined
  readonly expectedAmount?: number | undefined
  readonly seats?: number | undefined
  /** The only providers that it may take, chosen together with those of the other parts of a sequence. */
  readonly only?: ReadonlySet<string> | undefined
}

/** What to book together. */
export interface GroupInput {
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
  /** Whether the booker is a person without an email address whose contact is written with the group. */
  readonly isNewContact?: boolean
  /** What is known of a contact that the account names as the booker. */
  readonly standing?: Standing | undefined
  readonly fields: FieldsInput
  /** Whether the account books outside the rules. */
  readonly isOverride: boolean
  /** Whether the booking stands only once its booker has proved to own the email address. Default: false. */
  readonly requiresEmailProof?: boolean
}
