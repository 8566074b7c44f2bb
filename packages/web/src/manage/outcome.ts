import type { PublicBooking } from '@holdfast/contracts'

/** The result of the last action; `changed` if the booking had changed in the meantime. */
export type Outcome = 'moved' | 'cancelled' | 'confirmed' | 'changed' | undefined

/** Reports an outcome. Without `booking`, the page reloads it. */
export type OnOutcome = (outcome: Outcome, booking?: PublicBooking) => void
