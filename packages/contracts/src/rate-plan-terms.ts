import { wholeNumber } from './text.ts'
import { timeOfDayText } from './time.ts'

/** The most nights of a stay. */
export const MAX_NIGHTS = 366

/** A count of days before an arrival. */
export const days = (description: string) =>
  wholeNumber(0, 1095, 'days').openapi({ description, example: 7 })

/** What guests pay who cancel after a deadline. */
export const cancellation = {
  days: days('How many days before the arrival. Default: from the booking on.').optional(),
  time: timeOfDayText().optional().openapi({
    description: 'The time of day at the property. Default: that of check-in.',
    example: '18:00',
  }),
  penaltyPercent: wholeNumber(0, 100, 'percent').optional().openapi({
    description:
      'What a guest who cancels later pays, in percent of what was paid online. Each rule has this or `penaltyNights`.',
    example: 50,
  }),
  penaltyNights: wholeNumber(1, MAX_NIGHTS, 'nights').optional().openapi({
    description:
      'Instead: the price of the first nights, without fees, extras and taxes, at most what was paid online.',
    example: 1,
  }),
}

/** What the fields of balances mean. */
export const BALANCE_TEXT = {
  balanceDueDays:
    'How many days before the arrival the rest after a deposit is due. Guests get an email with a link then. Without it, the rest has no due date.',
  balanceCancelDays:
    'How many days after that a stay whose rest is not paid is cancelled by its rules of cancellation. Without it, never. Only with `balanceDueDays`.',
}

/** When the rest after a deposit is due, and when a stay is cancelled whose rest is not paid. */
export const balanceDays = {
  due: () =>
    wholeNumber(0, 365, 'days').openapi({ description: BALANCE_TEXT.balanceDueDays, example: 30 }),
  cancel: () =>
    wholeNumber(1, 90, 'days').openapi({ description: BALANCE_TEXT.balanceCancelDays, example: 7 }),
}
