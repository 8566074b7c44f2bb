import shared from '../../shared/languages/it.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { DirectoryTranslations } from '../translations.ts'

const plural = pluralsOf('it')

export default {
  ...shared,
  directory: {
    title: 'Trovi un professionista',
    lead: 'Scelga un professionista per vedere gli orari disponibili.',
    specialties: 'Specialità',
    all: 'Tutte',
    found: (count) => plural(count, { one: '# professionista', other: '# professionisti' }),
    emptyTitle: 'Nessun professionista trovato',
    empty: 'I professionisti appaiono qui quando sono pubblicati e prenotabili.',
    more: 'Mostra altri',
  },
} satisfies DirectoryTranslations
