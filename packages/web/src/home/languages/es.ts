import shared from '../../shared/languages/es.ts'
import type { HomeTranslations } from '../translations.ts'

export default {
  ...shared,
  home: {
    title: 'Reservar una cita',
    lead: 'Elija un proveedor y la hora que más le convenga.',
    book: 'Buscar un proveedor',
    dashboard: 'Abrir el panel',
    docs: 'Documentación de la API',
  },
} satisfies HomeTranslations
