import { catalog } from '../../shared/language.ts'

/** The texts about event types of nights with several units. */
export const poolMessages = catalog({
  en: {
    units: 'Units',
    source: 'Guests get',
    sources: {
      one: 'This unit',
      all: 'One of all units of the property',
      some: 'One of the units that you choose',
    },
    some: 'Units to choose from',
    someHint: 'The order in which you choose them is their priority.',
    choice: 'If more are free, take',
    choices: {
      gap: 'The one that leaves the fewest nights that nobody can book',
      priority: 'The first one in the order of the list',
    },
    guests: 'Guests read the title, and which unit they have only if somebody chose it.',
    partOf: (titles: string) => `Also booked as: ${titles}`,
  },
  de: {
    units: 'Einheiten',
    source: 'Gäste bekommen',
    sources: {
      one: 'Diese Einheit',
      all: 'Eine von allen Einheiten der Unterkunft',
      some: 'Eine der Einheiten, die Sie auswählen',
    },
    some: 'Einheiten zur Auswahl',
    someHint: 'Die Reihenfolge, in der Sie sie wählen, ist ihr Vorrang.',
    choice: 'Wenn mehrere frei sind',
    choices: {
      gap: 'Die, bei der am wenigsten unbuchbare Nächte übrig bleiben',
      priority: 'Die erste in der Reihenfolge der Liste',
    },
    guests: 'Gäste lesen den Titel, und ihre Einheit nur, wenn jemand sie ausgewählt hat.',
    partOf: (titles: string) => `Auch gebucht als: ${titles}`,
  },
})
