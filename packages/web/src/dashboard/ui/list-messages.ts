import { catalog } from '../../shared/language.ts'

/** The texts of lists that can be edited, and of times before a start. */
export const listMessages = catalog({
  en: {
    moveUp: (what: string) => `Move ${what} up`,
    moveDown: (what: string) => `Move ${what} down`,
    remove: (what: string) => `Remove ${what}`,
    units: { minutes: 'minutes', hours: 'hours', days: 'days' },
    unitOf: (label: string) => `${label}: unit`,
  },
  de: {
    moveUp: (what: string) => `${what} nach oben`,
    moveDown: (what: string) => `${what} nach unten`,
    remove: (what: string) => `${what} entfernen`,
    units: { minutes: 'Minuten', hours: 'Stunden', days: 'Tage' },
    unitOf: (label: string) => `${label}: Einheit`,
  },
})
