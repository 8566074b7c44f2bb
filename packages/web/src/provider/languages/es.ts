import booking from '../../booking/languages/es.ts'
import type { ProviderTranslations } from '../translations.ts'

export default {
  ...booking,
  provider: {
    choose: '¿Qué desea reservar?',
    emptyTitle: 'Por ahora no hay nada que reservar',
    empty: 'Vuelva a consultarlo más tarde.',
    property: 'Buscar entre todos los alojamientos',
  },
} satisfies ProviderTranslations
