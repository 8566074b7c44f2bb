import { catalog } from '../../shared/language.ts'

const also = (count: number, one: string, many: (count: number) => string): string =>
  count === 1 ? one : many(count)

/** The texts of blocks and time off for several providers or dates. */
export const severalMessages = catalog({
  en: {
    also: 'Also for',
    providers: 'Providers',
    alsoFor: (count: number) => also(count, '1 more', (many) => `${many} more`),
    repeats: 'Repeats',
    repetitions: {
      never: 'Does not repeat',
      daily: 'Every day',
      weekly: 'Every week',
      weekly2: 'Every 2 weeks',
      weekly3: 'Every 3 weeks',
      weekly4: 'Every 4 weeks',
      monthly: 'Every month',
    },
    until: 'Until',
    untilHint: 'The last date that can be part of it.',
    inTheWay: 'Nothing was saved. In the way:',
    conflict: (name: string, when: string, count: number) =>
      `${when}, ${name}: ${also(count, '1 booking or block', (many) => `${many} bookings or blocks`)}`,
    moreConflicts: (count: number) => `and ${count} more`,
    skip: 'Leave these dates out',
    remove: 'Remove',
    scopes: {
      one: 'Only this one',
      date: 'This date, for everybody',
      following: 'This date and all after it, for everybody',
      all: 'All dates, for everybody',
    },
  },
  de: {
    also: 'Auch für',
    providers: 'Anbieter',
    alsoFor: (count: number) => also(count, '1 weiteren', (many) => `${many} weitere`),
    repeats: 'Wiederholung',
    repetitions: {
      never: 'Keine',
      daily: 'Jeden Tag',
      weekly: 'Jede Woche',
      weekly2: 'Alle 2 Wochen',
      weekly3: 'Alle 3 Wochen',
      weekly4: 'Alle 4 Wochen',
      monthly: 'Jeden Monat',
    },
    until: 'Bis',
    untilHint: 'Der letzte Tag, der dazugehören kann.',
    inTheWay: 'Es wurde nichts gespeichert. Im Weg sind:',
    conflict: (name: string, when: string, count: number) =>
      `${when}, ${name}: ${also(count, '1 Buchung oder Sperre', (many) => `${many} Buchungen oder Sperren`)}`,
    moreConflicts: (count: number) => `und ${count} weitere`,
    skip: 'Diese Termine auslassen',
    remove: 'Entfernen',
    scopes: {
      one: 'Nur dieser Eintrag',
      date: 'Dieser Termin, für alle',
      following: 'Dieser Termin und alle danach, für alle',
      all: 'Alle Termine, für alle',
    },
  },
})
