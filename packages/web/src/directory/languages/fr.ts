import shared from '../../shared/languages/fr.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { DirectoryTranslations } from '../translations.ts'

const plural = pluralsOf('fr')

export default {
  ...shared,
  directory: {
    title: 'Trouver un prestataire',
    lead: 'Choisissez un prestataire pour voir les horaires disponibles.',
    search: 'Rechercher',
    searchHint: 'Nom, spécialité ou prestation',
    noneTitle: 'Aucun résultat',
    none: 'Vérifiez l’orthographe ou cherchez autre chose.',
    specialties: 'Spécialités',
    all: 'Toutes',
    found: (count) => plural(count, { one: '# prestataire', other: '# prestataires' }),
    emptyTitle: 'Aucun prestataire trouvé',
    empty:
      'Les prestataires apparaissent ici dès qu’ils sont publiés et que l’on peut réserver chez eux.',
    more: 'Afficher plus',
  },
} satisfies DirectoryTranslations
