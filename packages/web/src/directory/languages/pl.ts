import shared from '../../shared/languages/pl.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { DirectoryTranslations } from '../translations.ts'

const plural = pluralsOf('pl')

export default {
  ...shared,
  directory: {
    title: 'Znajdź usługodawcę',
    lead: 'Wybierz usługodawcę, aby zobaczyć wolne terminy.',
    search: 'Szukaj',
    searchHint: 'Nazwa, specjalizacja lub usługa',
    noneTitle: 'Brak wyników',
    none: 'Sprawdź pisownię lub wyszukaj coś innego.',
    specialties: 'Specjalizacje',
    all: 'Wszystkie',
    found: (count) =>
      plural(count, {
        one: '# usługodawca',
        few: '# usługodawców',
        many: '# usługodawców',
        other: '# usługodawcy',
      }),
    emptyTitle: 'Nie znaleziono usługodawców',
    empty:
      'Usługodawcy pojawią się tutaj, gdy zostaną opublikowani i będzie można u nich rezerwować.',
    more: 'Pokaż więcej',
  },
} satisfies DirectoryTranslations
