import booking from '../../booking/languages/pt.ts'
import type { ProviderTranslations } from '../translations.ts'

export default {
  ...booking,
  provider: {
    choose: 'O que você gostaria de reservar?',
    emptyTitle: 'Nada para reservar no momento',
    empty: 'Volte mais tarde.',
    property: 'Buscar entre todas as acomodações',
  },
} satisfies ProviderTranslations
