import { texts } from '../language.ts'

/** The texts about nights: their picker, the dates of a stay, and what it costs. */
export const nightsMessages = texts('nights', {
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
  lead: (checkIn: string, checkOut: string) =>
    `Check-in from ${checkIn}, check-out by ${checkOut}.`,
  houseRules: 'House rules',
  minNights: (count: number) => (count === 1 ? '' : `Minimum stay: ${count} nights.`),
  maxNights: (count: number) => `Maximum stay: ${count === 1 ? '1 night' : `${count} nights`}.`,
  takenTitle: 'Some nights were just taken',
  ruleTitle: "You can't book these dates",
  rule: 'The booking rules have changed. Choose other dates.',
  startOver: 'Choose other dates',
  from: (day: string, time: string) => `${day}, from ${time}`,
  by: (day: string, time: string) => `${day}, by ${time}`,
  zone: (city: string) => `All times are local time in ${city}.`,
  moveTitle: 'Choose new dates',
  moveNote: 'You keep your nights until the new ones are booked.',
  moveYes: (arrival: string, departure: string) => `Move stay to ${arrival} – ${departure}`,
  keepDates: 'Keep my dates',
  notFreeTitle: "You can't have these dates",
  notFree: 'Some nights were just taken, or the rules have changed. Choose other dates.',
  newTotal: (amount: string) => `With these dates, your stay costs ${amount} in all.`,
  newTotalNote:
    'If that is more than before, we will email you a link to pay the rest. If it is less, you get back what the cancellation policy allows.',
  perNight: (amount: string) => `${amount} per night`,
  total: (amount: string) => `Total: ${amount}`,
  bookThese: 'Book these dates',
})
