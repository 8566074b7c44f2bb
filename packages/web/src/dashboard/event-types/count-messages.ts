import { catalog } from '../../shared/language.ts'

/** The texts of the seats and of the wait list of an event type. */
export const countMessages = catalog({
  en: {
    seats: 'Seats',
    noSeats: 'One booking at a time',
    seatCount: (count: string) => `${count} per session`,
    hasSeats: 'Several parties share a session',
    seatsHint: 'Such as a class. Each party books, cancels and gets emails by itself.',
    capacity: 'Seats per session',
    capacityHint: 'If you lower it, nobody loses a seat.',
    maxPerBooking: 'Most seats per booking (optional)',
    maxPerBookingHint:
      'If empty, bookers can take a quarter of the seats at once, and you any number.',
    showRemaining: 'Show bookers how many seats are left',
    waitlist: 'Wait list',
    off: 'Off',
    on: 'On',
    hasWaitlist: 'People can wait for a time that becomes free',
    waitlistHint: 'The first person in line who fits gets the time held, and an email.',
    offerMinutes: 'Hold the time for them',
    linesFirst: 'Offer free time to the wait list first',
    linesFirstHint: 'Everybody else can book it one minute later.',
    sessions: 'Classes',
    waitlistPage: 'Wait list',
  },
  de: {
    seats: 'Plätze',
    noSeats: 'Eine Buchung je Termin',
    seatCount: (count: string) => `${count} je Kurs`,
    hasSeats: 'Mehrere Kunden teilen sich einen Termin',
    seatsHint:
      'Zum Beispiel ein Kurs. Jeder bucht und sagt für sich ab und bekommt eigene E-Mails.',
    capacity: 'Plätze je Termin',
    capacityHint: 'Wenn Sie die Zahl senken, verliert niemand seinen Platz.',
    maxPerBooking: 'Höchstens so viele Plätze je Buchung (optional)',
    maxPerBookingHint:
      'Leer: Kunden buchen höchstens ein Viertel der Plätze auf einmal, Sie beliebig viele.',
    showRemaining: 'Kunden sehen, wie viele Plätze frei sind',
    waitlist: 'Warteliste',
    off: 'Aus',
    on: 'Ein',
    hasWaitlist: 'Kunden können auf eine frei werdende Zeit warten',
    waitlistHint: 'Wer am längsten wartet und passt, bekommt die Zeit reserviert und eine E-Mail.',
    offerMinutes: 'So lange reservieren',
    linesFirst: 'Freie Zeiten zuerst der Warteliste anbieten',
    linesFirstHint: 'Alle anderen können sie eine Minute später buchen.',
    sessions: 'Kurse',
    waitlistPage: 'Warteliste',
  },
})
