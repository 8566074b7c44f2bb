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
    several: 'Reservar varias habitaciones',
    noneForAllTitle: 'Ninguna habitación es lo bastante grande para todos',
    noneForAll: 'Reserve varias habitaciones o pruebe con otras fechas.',
    oneRoom: 'Reservar una sola habitación',
    severalLead: 'Elija cuántas habitaciones quiere de cada tipo. Las reserva y las paga juntas.',
    count: 'Número de habitaciones',
    pricesFor: (adults) => `Precio de una habitación, número de adultos: ${adults}`,
    depositAlone:
      'Esta tarifa pide un anticipo, por lo que la habitación solo se puede reservar sola.',
    yourRooms: 'Sus habitaciones',
    chooseRooms: 'Elija al menos una habitación.',
    placed: (people, all) => `Personas en estas habitaciones: ${people} de ${all}`,
    notForThem: 'Esta habitación no se puede reservar para estas personas con esta tarifa.',
    confirmedApart:
      'Estas habitaciones se confirman de distinta forma y no se pueden reservar juntas.',
    goOn: 'Continuar',
  },
} satisfies StaySearchTranslations
