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
    left: (count: number) =>
      count === 1
        ? '1 stay remains, because it is from a channel or too long.'
        : `${count} stays remain, because they are from channels or too long.`,
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
    left: (count: number) =>
      count === 1
        ? '1 Aufenthalt bleibt, weil er von einem Portal kommt oder zu lang ist.'
        : `${count} Aufenthalte bleiben, weil sie von Portalen kommen oder zu lang sind.`,
    eventType: 'Gebucht als',
    adopt: (count: number) => (count === 1 ? '1 Buchung machen' : `${count} Buchungen machen`),
    done: (count: number) => (count === 1 ? '1 Buchung gemacht' : `${count} Buchungen gemacht`),
  },
})
