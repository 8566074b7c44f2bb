import type { Dependencies } from '../kernel/dependencies.ts'
import type { PrivateAnswerDependencies } from './answers/private-answers.ts'
import type { Conflict } from './conflict.ts'
import type { ConnectedCalendars } from './ports/connected-calendars.ts'
import type { PhoneNumbers } from './ports/phone-numbers.ts'

/** The dependencies of use cases that read what bookers tell. */
export interface TellingDependencies extends Dependencies, PrivateAnswerDependencies {
  readonly phoneNumbers: PhoneNumbers
}

/** The dependencies of use cases that offer or claim time. */
export interface BookingDependencies extends TellingDependencies {
  readonly connectedCalendars: ConnectedCalendars
  /** Called for each booking or new time that is refused because its time is taken. */
  readonly reportConflict?: (conflict: Conflict) => void
}
