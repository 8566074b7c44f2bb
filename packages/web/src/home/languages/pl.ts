import shared from '../../shared/languages/pl.ts'
import type { HomeTranslations } from '../translations.ts'

export default {
  ...shared,
  home: {
    title: 'Zarezerwuj wizytę',
    lead: 'Wybierz usługodawcę i dogodny termin.',
    book: 'Znajdź usługodawcę',
    dashboard: 'Otwórz panel',
    docs: 'Dokumentacja API',
  },
} satisfies HomeTranslations
