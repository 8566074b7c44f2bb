import shared from '../../shared/languages/fr.ts'
import type { StayTranslations } from '../translations.ts'

export default {
  ...shared,
  stay: {
    details: 'Vos informations',
    emailHint: 'Nous y enverrons la confirmation et l’invitation au format calendrier.',
    book: 'Réserver le séjour',
    nightsTaken: (nights) => `Déjà prises\u00a0: ${nights}. Choisissez d’autres dates.`,
    doneTitle: 'Séjour réservé',
    done: (name, email) => `Réservé pour ${name}. Nous envoyons la confirmation à ${email}.`,
    manage: 'Gérer le séjour',
    manageHint:
      'Vous pourrez consulter, déplacer ou annuler votre séjour plus tard. Le lien figure aussi dans votre e-mail.',
    another: 'Réserver un autre séjour',
    pageTitle: (name) => `Séjour\u00a0: ${name}`,
  },
} satisfies StayTranslations
