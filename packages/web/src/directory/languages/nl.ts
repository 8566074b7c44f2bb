import shared from '../../shared/languages/nl.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { DirectoryTranslations } from '../translations.ts'

const plural = pluralsOf('nl')

export default {
  ...shared,
  directory: {
    title: 'Aanbieder zoeken',
    lead: 'Kies een aanbieder om beschikbare tijden te zien.',
    search: 'Zoeken',
    searchHint: 'Naam, specialisme of dienst',
    noneTitle: 'Geen resultaten',
    none: 'Controleer de spelling of zoek naar iets anders.',
    specialties: 'Specialismen',
    all: 'Alle',
    found: (count) => plural(count, { one: '# aanbieder', other: '# aanbieders' }),
    emptyTitle: 'Geen aanbieders gevonden',
    empty: 'Aanbieders verschijnen hier zodra ze vermeld zijn en geboekt kunnen worden.',
    more: 'Meer tonen',
  },
} satisfies DirectoryTranslations
