import { catalog } from '../../shared/language.ts'

/** The texts of giving a stay another unit. */
export const unitMessages = catalog({
  en: {
    open: 'Change unit…',
    lead: 'The dates stay the same, and so does the price.',
    unit: 'New unit',
    any: 'Another one that is free',
    pinned: 'The stay keeps this unit',
    pinnedHint: 'Its guests read which unit they have, and hear of the change.',
    confirm: 'Change unit',
    changed: (name: string) => `The stay is in ${name} now`,
    noOthers: 'The event type has no other unit for this stay.',
  },
  de: {
    open: 'Einheit ändern …',
    lead: 'Die Daten bleiben gleich, der Preis auch.',
    unit: 'Neue Einheit',
    any: 'Eine andere, die frei ist',
    pinned: 'Der Aufenthalt behält diese Einheit',
    pinnedHint: 'Die Gäste lesen, welche Einheit sie haben, und erfahren von der Änderung.',
    confirm: 'Einheit ändern',
    changed: (name: string) => `Der Aufenthalt ist jetzt in ${name}`,
    noOthers: 'Die Terminart hat keine andere Einheit für diesen Aufenthalt.',
  },
})
