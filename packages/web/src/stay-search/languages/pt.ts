import shared from '../../shared/languages/pt.ts'
import quote from '../../shared/nights/quote-languages/pt.ts'
import type { StaySearchTranslations } from '../translations.ts'

export default {
  ...shared,
  quote,
  staySearch: {
    search: 'Buscar',
    prompt: 'Escolha as datas para ver a disponibilidade e os preços.',
    departureWrong: 'A saída deve ser depois da chegada.',
    found: (count) => `Disponíveis: ${count}`,
    noneTitle: 'Não há nada disponível nestas datas',
    none: 'Tente outras datas ou menos pessoas.',
    maxGuests: (count) => `Número máximo de hóspedes: ${count}`,
    choose: 'Escolher',
    unavailableTitle: 'Indisponível',
    taken: 'Ocupado nestas datas.',
    more: 'Mostrar mais',
  },
} satisfies StaySearchTranslations
