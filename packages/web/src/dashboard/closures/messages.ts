import { catalog } from '../../shared/language.ts'

const bookings = (count: number): string => (count === 1 ? '1 booking' : `${count} bookings`)
const buchungen = (count: number): string => (count === 1 ? '1 Buchung' : `${count} Buchungen`)

/** The texts of closures. */
export const closureMessages = catalog({
  en: {
    title: 'Closures',
    lead: 'Nobody can book these times. Bookings in them stay until you move, reassign or cancel them.',
    add: 'Add closure',
    edit: 'Change closure',
    nameHint: 'Only your team sees it, such as “Company outing”.',
    yearly: 'Also in the next two years, on the same dates',
    whom: 'Who is closed',
    kinds: {
      all: 'Everybody, also providers who are added later',
      providers: 'Some providers',
      schedule: 'Everybody who works by a schedule',
    },
    providers: 'Providers',
    schedule: 'Schedule',
    nobody: 'Choose at least one provider.',
    noSchedule: 'Choose a schedule.',
    whomAll: 'Everybody',
    bySchedule: (name: string) => `Schedule: ${name}`,
    unknownSchedule: 'Deleted schedule',
    hits: (count: number) =>
      count === 0 ? 'There are no bookings in this time.' : `${bookings(count)} in this time`,
    hitsText:
      'They stay, and nobody is told yet. When it is closed, you choose for each of them: another time, another person, or cancel. You see who gets which email before it is sent.',
    andMore: (count: number) => `and ${count} more`,
    closed: 'Closed',
    changed: 'Closure changed',
    deleted: 'Closure deleted',
    affectedLead: 'The closure is saved. Choose what happens to each booking.',
    bookings: 'Bookings',
    bookingsOf: (name: string) => `Bookings: ${name}`,
    deleteTitle: 'Delete this closure?',
    deleteText: 'The time can be booked again at once.',
    emptyTitle: 'No closures',
    empty: 'Close for a company outing, a renovation or holidays. New bookings stop at once.',
    inCalendar: (name: string) => `Closed: ${name}`,
  },
  de: {
    title: 'Schließzeiten',
    lead: 'Diese Zeiten kann niemand buchen. Buchungen darin bleiben, bis Sie sie verschieben, neu zuteilen oder absagen.',
    add: 'Schließzeit eintragen',
    edit: 'Schließzeit ändern',
    nameHint: 'Nur Ihr Team sieht ihn, zum Beispiel „Betriebsausflug“.',
    yearly: 'Auch in den nächsten zwei Jahren, an denselben Tagen',
    whom: 'Wer geschlossen ist',
    kinds: {
      all: 'Alle, auch Anbieter, die später dazukommen',
      providers: 'Einzelne Anbieter',
      schedule: 'Alle, die nach einem Zeitplan arbeiten',
    },
    providers: 'Anbieter',
    schedule: 'Zeitplan',
    nobody: 'Wählen Sie mindestens einen Anbieter.',
    noSchedule: 'Wählen Sie einen Zeitplan.',
    whomAll: 'Alle',
    bySchedule: (name: string) => `Zeitplan: ${name}`,
    unknownSchedule: 'Gelöschter Zeitplan',
    hits: (count: number) =>
      count === 0
        ? 'In dieser Zeit gibt es keine Buchungen.'
        : `${buchungen(count)} in dieser Zeit`,
    hitsText:
      'Sie bleiben, und noch erfährt niemand davon. Nach dem Schließen wählen Sie für jede: andere Zeit, andere Person oder Absage. Sie sehen vorher, wer welche E-Mail erhält.',
    andMore: (count: number) => `und ${count} weitere`,
    closed: 'Geschlossen',
    changed: 'Schließzeit geändert',
    deleted: 'Schließzeit gelöscht',
    affectedLead:
      'Die Schließzeit ist eingetragen. Wählen Sie, was mit jeder Buchung geschehen soll.',
    bookings: 'Buchungen',
    bookingsOf: (name: string) => `Buchungen: ${name}`,
    deleteTitle: 'Diese Schließzeit löschen?',
    deleteText: 'Die Zeit ist sofort wieder buchbar.',
    emptyTitle: 'Keine Schließzeiten',
    empty:
      'Schließen Sie für einen Betriebsausflug, einen Umbau oder Feiertage. Neue Buchungen sind dann sofort ausgeschlossen.',
    inCalendar: (name: string) => `Geschlossen: ${name}`,
  },
})
