import { texts } from '../language.ts'

/** The texts about who stays, and what a stay costs by its rate plans. */
export const quoteMessages = texts('quote', {
  adults: 'Adults',
  children: 'Children',
  childAge: (child: number) => `Age of child ${child}`,
  rate: 'Choose your rate',
  meals: {
    breakfast: 'Breakfast included',
    half_board: 'Half board',
    full_board: 'Full board',
    all_inclusive: 'All inclusive',
  },
  singleUse: 'Single occupancy',
  extraAdults: 'Extra adults',
  longStay: 'Discount for a long stay',
  early: 'Early booking discount',
  lastMinute: 'Last-minute discount',
  code: 'Discount code',
  extras: 'Extras',
  per: {
    stay: (amount: string) => `${amount} per stay`,
    night: (amount: string) => `${amount} per night`,
    person: (amount: string) => `${amount} per person`,
    person_night: (amount: string) => `${amount} per person and night`,
  },
  codeLabel: 'Discount code (optional)',
  codeWrong: 'This code cannot be used for these nights.',
  applyCode: 'Apply',
  included: (name: string) => `Includes ${name}`,
  atHouse: (amount: string) => `You pay ${amount} of it at the property.`,
  payNow: (amount: string) => `You pay ${amount} now.`,
  balanceBy: (amount: string, when: string) => `You pay the other ${amount} by ${when}.`,
  freeUntil: (when: string) => `Free cancellation until ${when}.`,
  partUntil: (percent: string, when: string) => `${percent} back if you cancel by ${when}.`,
  keptUntil: (amount: string, when: string) =>
    `Cancel until ${when}: you pay ${amount}, at most what you paid before.`,
  notRefundable: 'Non-refundable.',
  noRateTitle: 'These dates have no rate',
  noRate: 'Choose other dates or another number of people.',
  repricedTitle: 'The price of these nights has changed',
  repriced: 'Nothing was booked. Book them at the new price, or choose other dates.',
})

/** The texts about who stays and what it costs, in one language. */
export type QuoteTexts = typeof quoteMessages.en
