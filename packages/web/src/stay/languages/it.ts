import shared from '../../shared/languages/it.ts'
import type { StayTranslations } from '../translations.ts'

export default {
  ...shared,
  stay: {
    details: 'I Suoi dati',
    emailHint: 'Qui Le invieremo la conferma e l’invito di calendario.',
    book: 'Prenota il soggiorno',
    nightsTaken: (nights) => `Occupate: ${nights}. Scelga altre date.`,
    doneTitle: 'Soggiorno prenotato',
    done: (name, email) => `Prenotato per ${name}. Invieremo la conferma a ${email}.`,
    manage: 'Gestisci il soggiorno',
    manageHint:
      'In seguito potrà vedere, spostare o annullare il soggiorno. Il link si trova anche nella Sua e-mail.',
    another: 'Prenota un altro soggiorno',
    pageTitle: (name) => `Soggiorno: ${name}`,
  },
} satisfies StayTranslations
