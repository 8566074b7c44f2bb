import shared from '../../shared/languages/it.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { DirectoryTranslations } from '../translations.ts'

const plural = pluralsOf('it')

export default {
  ...shared,
  directory: {
    title: 'Trovi un professionista',
    lead: 'Scelga un professionista per vedere gli orari disponibili.',
    search: 'Cerca',
    searchHint: 'Nome, specialità o servizio',
    noneTitle: 'Nessun risultato',
    none: 'Controlli l’ortografia o cerchi qualcos’altro.',
    specialties: 'Specialità',
    all: 'Tutte',
    found: (count) => plural(count, { one: '# professionista', other: '# professionisti' }),
    emptyTitle: 'Nessun professionista trovato',
    empty: 'I professionisti appaiono qui quando sono pubblicati e prenotabili.',
    more: 'Mostra altri',
  },
} satisfies DirectoryTranslations
