import type { Booking } from '@holdfast/engine'
import type { z } from 'zod'
import type { JsonValue } from '../event-data.ts'

/** A member of a booking as the API and events show it. */
export interface ShownMember<Value extends JsonValue> {
  readonly show: (booking: Booking) => Value
  /**
   * The value that says that it is not used. Stored events leave the member out then. New members need one, because it is
   * also what events of earlier versions are read with.
   */
  readonly unused?: JsonValue
  /** In place of `unused`, if it is the value of another member. */
  readonly unusedAs?: 'start'
  /** The value that only the log leaves out: what members of version 1 show for what has not happened. */
  readonly usual?: JsonValue
  /** True if only the account sees it, not the booker. */
  readonly isForAccount?: true
  /** What an event stores for it, if that differs. */
  readonly write?: (booking: Booking) => JsonValue
}

/** What is known about one field of a booking. */
export interface BookingField {
  /** The schema of its attribute in the item. Absent: it is in the key. */
  readonly stored?: z.ZodType
  /** The members that show it, by their names. Absent: it is internal. */
  readonly shown?: Readonly<Record<string, ShownMember<JsonValue>>>
  /**
   * Whether it is about the booker: erasure removes it from the item, and shows it in stored events as what is not used.
   * `unless-system`: not in a booking that the server cancelled, whose own texts name nobody.
   */
  readonly isPersonal?: true | 'unless-system'
}
