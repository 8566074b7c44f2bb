import type { Dependencies } from '../kernel/dependencies.ts'
import type { Conflict } from './conflict.ts'
import type { ConnectedCalendars } from './ports/connected-calendars.ts'

/** The dependencies of use cases that offer or claim time. */
export interface BookingDependencies extends Dependencies {
  readonly connectedCalendars: ConnectedCalendars
  /** Called for each booking or new time that is refused because its time is taken. */
  readonly reportConflict?: (conflict: Conflict) => void
}
