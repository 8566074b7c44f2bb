/** How many SMS are sent at most within a UTC day. */
export interface SmsCaps {
  /** To one number. */
  readonly number: number
  /** To one number, about bookings of people who did not prove anything. */
  readonly unprovenNumber: number
  /** Of one account. */
  readonly account: number
}

/** The share of `account` that may go to numbers that strangers typed. */
const UNPROVEN_SHARE = 0.5

/** The default caps. */
export const SMS_CAPS: SmsCaps = { number: 20, unprovenNumber: 6, account: 500 }

/** The SMS of an account about bookings of people who did not prove anything. The rest is left for its own bookings. */
export const unprovenOf = ({ account }: SmsCaps): number =>
  Math.max(1, Math.floor(account * UNPROVEN_SHARE))
