import shared from '../../shared/languages/pt.ts'
import type { StayTranslations } from '../translations.ts'

export default {
  ...shared,
  stay: {
    details: 'Seus dados',
    emailHint: 'Enviaremos a confirmação e o convite de agenda para cá.',
    book: 'Reservar a estadia',
    nightsTaken: (nights) => `Ocupadas: ${nights}. Escolha outras datas.`,
    doneTitle: 'Estadia reservada',
    done: (name, email) => `Reservada para ${name}. Enviaremos a confirmação para ${email}.`,
    manage: 'Gerenciar a estadia',
    manageHint:
      'Você pode ver, remarcar ou cancelar sua estadia depois. O link também está no seu e-mail.',
    another: 'Reservar outra estadia',
    pageTitle: (name) => `Estadia: ${name}`,
  },
} satisfies StayTranslations
