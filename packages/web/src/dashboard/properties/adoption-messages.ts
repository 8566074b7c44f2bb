import { catalog } from '../../shared/language.ts'

/** The texts about stays of a unit's calendar that become bookings. */
export const adoptionMessages = catalog({
  en: {
    look: 'Make bookings of calendar stays…',
    none: 'The calendar of this unit has no stays that can become bookings.',
    some: (count: number) =>
      count === 1 ? '1 stay becomes a booking:' : `${count} stays become bookings:`,
    effect:
      'They keep their nights, and nobody gets an email. They can then be moved and cancelled like other bookings.',
    ofChannel: (count: number) =>
      count === 1
        ? '1 stay remains, because its channel moves and cancels it.'
        : `${count} stays remain, because their channels move and cancel them.`,
    tooLong: (count: number) =>
      count === 1
        ? '1 stay remains, because it has more than 366 nights.'
        : `${count} stays remain, because they have more than 366 nights.`,
    eventType: 'Booked as',
    adopt: (count: number) => (count === 1 ? 'Make 1 booking' : `Make ${count} bookings`),
    done: (count: number) => (count === 1 ? '1 booking made' : `${count} bookings made`),
  },
  de: {
    look: 'Aufenthalte des Kalenders zu Buchungen machen …',
    none: 'Im Kalender dieser Einheit gibt es keine Aufenthalte, die Buchungen werden können.',
    some: (count: number) =>
      count === 1 ? '1 Aufenthalt wird eine Buchung:' : `${count} Aufenthalte werden Buchungen:`,
    effect:
      'Sie behalten ihre Nächte, und niemand bekommt eine E-Mail. Danach können sie wie andere Buchungen verschoben und storniert werden.',
    ofChannel: (count: number) =>
      count === 1
        ? '1 Aufenthalt bleibt, weil sein Portal ihn verschiebt und storniert.'
        : `${count} Aufenthalte bleiben, weil ihre Portale sie verschieben und stornieren.`,
    tooLong: (count: number) =>
      count === 1
        ? '1 Aufenthalt bleibt, weil er mehr als 366 Nächte hat.'
        : `${count} Aufenthalte bleiben, weil sie mehr als 366 Nächte haben.`,
    eventType: 'Gebucht als',
    adopt: (count: number) => (count === 1 ? '1 Buchung machen' : `${count} Buchungen machen`),
    done: (count: number) => (count === 1 ? '1 Buchung gemacht' : `${count} Buchungen gemacht`),
  },
})
