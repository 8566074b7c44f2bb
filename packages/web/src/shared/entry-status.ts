import type { WaitlistStatus } from '@holdfast/contracts'

/** Whether a person can still leave the wait list. */
const CAN_LEAVE: Readonly<Record<WaitlistStatus, boolean>> = {
  unconfirmed: true,
  waiting: true,
  offered: true,
  booked: false,
  left: false,
  ended: false,
}

/** Whether the person of an entry with this status can still leave the wait list. */
export const canLeave = (status: WaitlistStatus): boolean => CAN_LEAVE[status]
