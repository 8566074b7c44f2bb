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
    several: 'Reservar vários quartos',
    noneForAllTitle: 'Nenhum quarto é grande o suficiente para todos',
    noneForAll: 'Reserve vários quartos ou tente outras datas.',
    oneRoom: 'Reservar um só quarto',
    severalLead:
      'Escolha quantos quartos você quer de cada tipo. Você reserva e paga todos juntos.',
    count: 'Número de quartos',
    pricesFor: (adults) => `Preço de um quarto, número de adultos: ${adults}`,
    depositAlone: 'Esta tarifa exige um depósito, por isso o quarto só pode ser reservado sozinho.',
    yourRooms: 'Seus quartos',
    chooseRooms: 'Escolha pelo menos um quarto.',
    placed: (people, all) => `Pessoas nestes quartos: ${people} de ${all}`,
    notForThem: 'Este quarto não pode ser reservado para estas pessoas com esta tarifa.',
    confirmedApart:
      'Estes quartos são confirmados de formas diferentes e não podem ser reservados juntos.',
    goOn: 'Continuar',
  },
} satisfies StaySearchTranslations
