import shared from '../../shared/languages/es.ts'
import quote from '../../shared/nights/quote-languages/es.ts'
import type { StaySearchTranslations } from '../translations.ts'

export default {
  ...shared,
  quote,
  staySearch: {
    search: 'Buscar',
    prompt: 'Elija las fechas para ver la disponibilidad y los precios.',
    departureWrong: 'La salida debe ser posterior a la llegada.',
    found: (count) => `Disponibles: ${count}`,
    noneTitle: 'No hay nada disponible en estas fechas',
    none: 'Pruebe con otras fechas o menos personas.',
    maxGuests: (count) => `Número máximo de huéspedes: ${count}`,
    choose: 'Elegir',
    unavailableTitle: 'No disponible',
    taken: 'Ocupado en estas fechas.',
    more: 'Mostrar más',
  },
} satisfies StaySearchTranslations
