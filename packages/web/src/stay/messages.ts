import { texts } from '../shared/language.ts'

/** The texts of the page on which guests book stays. */
export const stayMessages = texts('stay', {
  lead: (checkIn: string, checkOut: string) =>
    `Check-in from ${checkIn}, check-out by ${checkOut}.`,
  minNights: (count: number) => (count === 1 ? '' : `Minimum stay: ${count} nights.`),
  maxNights: (count: number) => `Maximum stay: ${count === 1 ? '1 night' : `${count} nights`}.`,
  chooseArrival: 'Choose your arrival date.',
  chooseDeparture: 'Choose your departure date.',
  arrival: 'Arrival',
  departure: 'Departure',
  length: 'Length of stay',
  nights: (count: number) => (count === 1 ? '1 night' : `${count} nights`),
  canArrive: 'available for arrival',
  canLeave: (nights: number) =>
    `available for departure, ${nights} ${nights === 1 ? 'night' : 'nights'}`,
  inStay: 'part of your stay',
  taken: 'taken',
  closed: 'closed',
  notPossible: 'not available',
  details: 'Your details',
  emailHint: "We'll send the confirmation and calendar invitation here.",
  book: 'Book stay',
  startOver: 'Choose other dates',
  takenTitle: 'Some nights were just taken',
  nightsTaken: (nights: string) => `Taken: ${nights}. Choose other dates.`,
  ruleTitle: "You can't book these dates",
  rule: 'The booking rules have changed. Choose other dates.',
  doneTitle: 'Stay booked',
  done: (name: string, email: string) =>
    `Booked for ${name}. We'll send the confirmation to ${email}.`,
  manage: 'Manage stay',
  manageHint: 'You can view, move or cancel your stay later. The link is also in your email.',
  another: 'Book another stay',
  pageTitle: (name: string) => `Stay at ${name}`,
})
