import shared from '../../shared/languages/pt.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { StayTranslations } from '../translations.ts'

const plural = pluralsOf('pt')

export default {
  ...shared,
  stay: {
    lead: (checkIn, checkOut) => `Check-in a partir das ${checkIn}, check-out até as ${checkOut}.`,
    minNights: (count) => plural(count, { 1: '', other: 'Estadia mínima: # noites.' }),
    maxNights: (count) =>
      `Estadia máxima: ${plural(count, { one: '# noite', other: '# noites' })}.`,
    chooseArrival: 'Escolha a data de chegada.',
    chooseDeparture: 'Escolha a data de saída.',
    arrival: 'Chegada',
    departure: 'Saída',
    length: 'Duração da estadia',
    nights: (count) => plural(count, { one: '# noite', other: '# noites' }),
    canArrive: 'chegada possível',
    canLeave: (nights) =>
      `saída possível, ${plural(nights, { one: '# noite', other: '# noites' })}`,
    inStay: 'parte da sua estadia',
    taken: 'ocupado',
    closed: 'fechado',
    notPossible: 'indisponível',
    details: 'Seus dados',
    emailHint: 'Enviaremos a confirmação e o convite de agenda para cá.',
    book: 'Reservar a estadia',
    startOver: 'Escolher outras datas',
    takenTitle: 'Algumas noites acabaram de ser ocupadas',
    nightsTaken: (nights) => `Ocupadas: ${nights}. Escolha outras datas.`,
    ruleTitle: 'Não é possível reservar estas datas',
    rule: 'As regras de reserva mudaram. Escolha outras datas.',
    doneTitle: 'Estadia reservada',
    done: (name, email) => `Reservada para ${name}. Enviaremos a confirmação para ${email}.`,
    manage: 'Gerenciar a estadia',
    manageHint:
      'Você pode ver, remarcar ou cancelar sua estadia depois. O link também está no seu e-mail.',
    another: 'Reservar outra estadia',
    pageTitle: (name) => `Estadia: ${name}`,
  },
} satisfies StayTranslations
