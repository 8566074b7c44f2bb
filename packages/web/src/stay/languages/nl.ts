import shared from '../../shared/languages/nl.ts'
import type { StayTranslations } from '../translations.ts'

export default {
  ...shared,
  stay: {
    details: 'Uw gegevens',
    emailHint: 'Hierheen sturen we de bevestiging en de agenda-uitnodiging.',
    book: 'Verblijf boeken',
    nightsTaken: (nights) => `Bezet: ${nights}. Kies andere data.`,
    doneTitle: 'Verblijf geboekt',
    done: (name, email) => `Geboekt voor ${name}. We sturen de bevestiging naar ${email}.`,
    manage: 'Verblijf beheren',
    manageHint:
      'U kunt uw verblijf later bekijken, verzetten of annuleren. De link staat ook in uw e-mail.',
    another: 'Nog een verblijf boeken',
    pageTitle: (name) => `Verblijf: ${name}`,
  },
} satisfies StayTranslations
