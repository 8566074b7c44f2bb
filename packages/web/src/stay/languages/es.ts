import shared from '../../shared/languages/es.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { StayTranslations } from '../translations.ts'

const plural = pluralsOf('es')

export default {
  ...shared,
  stay: {
    lead: (checkIn, checkOut) => `Entrada desde las ${checkIn}, salida hasta las ${checkOut}.`,
    minNights: (count) => plural(count, { 1: '', other: 'Estancia mínima: # noches.' }),
    maxNights: (count) =>
      `Estancia máxima: ${plural(count, { one: '# noche', other: '# noches' })}.`,
    chooseArrival: 'Elija la fecha de llegada.',
    chooseDeparture: 'Elija la fecha de salida.',
    arrival: 'Llegada',
    departure: 'Salida',
    length: 'Duración de la estancia',
    nights: (count) => plural(count, { one: '# noche', other: '# noches' }),
    canArrive: 'llegada posible',
    canLeave: (nights) =>
      `salida posible, ${plural(nights, { one: '# noche', other: '# noches' })}`,
    inStay: 'dentro de su estancia',
    taken: 'ocupado',
    closed: 'cerrado',
    notPossible: 'no disponible',
    details: 'Sus datos',
    emailHint: 'Aquí le enviaremos la confirmación y la invitación de calendario.',
    book: 'Reservar la estancia',
    startOver: 'Elegir otras fechas',
    takenTitle: 'Algunas noches se acaban de ocupar',
    nightsTaken: (nights) => `Ocupadas: ${nights}. Elija otras fechas.`,
    ruleTitle: 'Estas fechas no se pueden reservar',
    rule: 'Las condiciones de reserva han cambiado. Elija otras fechas.',
    doneTitle: 'Estancia reservada',
    done: (name, email) => `Reservada a nombre de ${name}. Enviaremos la confirmación a ${email}.`,
    manage: 'Gestionar la estancia',
    manageHint:
      'Más adelante podrá ver, cambiar o cancelar su estancia. El enlace también está en su correo electrónico.',
    another: 'Reservar otra estancia',
    pageTitle: (name) => `Estancia en ${name}`,
  },
} satisfies StayTranslations
