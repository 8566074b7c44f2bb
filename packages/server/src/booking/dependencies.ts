import type { Dependencies } from '../kernel/dependencies.ts'
import type { SecretBox } from '../kernel/ports/secret-box.ts'
import type { PhoneNumbers } from '../people/ports/phone-numbers.ts'
import type { Conflict } from './conflict.ts'
import type { ConnectedCalendars } from './ports/connected-calendars.ts'
import type { PaymentsOfBookings } from './ports/payments.ts'
import type { UnitCalendars } from './ports/unit-calendars.ts'

/** What reading the details of bookers and event types needs. */
export interface DetailsDependencies {
  readonly phoneNumbers: PhoneNumbers
  /** Encrypts private answers. Absent: this server has no vault keys, and cannot store private answers. */
  readonly secretBox?: SecretBox
}

/** The dependencies of use cases that offer or claim time. */
export interface BookingDependencies extends Dependencies, DetailsDependencies, PaymentsOfBookings {
  readonly connectedCalendars: ConnectedCalendars
  readonly unitCalendars: UnitCalendars
  /** Called for each booking or new time that is refused because its time is taken. */
  readonly reportConflict?: (conflict: Conflict) => void
}
