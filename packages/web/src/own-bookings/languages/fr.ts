import shared from '../../shared/languages/fr.ts'
import type { OwnBookingsTranslations } from '../translations.ts'

export default {
  ...shared,
  ownBookings: {
    title: 'Mes réservations',
    lead: 'Saisissez l’adresse e-mail avec laquelle vous réservez. Nous vous envoyons un lien.',
    email: 'Adresse e-mail',
    emailWrong: 'Saisissez une adresse e-mail, par exemple ada@example.com.',
    send: 'Envoyer le lien',
    sentTitle: 'Consultez vos e-mails',
    sent: (email) =>
      `S’il existe des réservations pour ${email}, un e-mail avec un lien est en route. Le lien est valable 15 minutes.`,
    again: 'Utiliser une autre adresse',
    openLead: 'Continuez pour voir vos réservations dans ce navigateur.',
    open: 'Voir mes réservations',
    ended: {
      link: {
        title: 'Ce lien ne fonctionne plus',
        text: 'Il a déjà été utilisé ou date de plus de 15 minutes. Demandez-en un nouveau.',
      },
      'sign-in': {
        title: 'Vous êtes déconnecté',
        text: 'Une connexion dure 30 jours. Demandez un nouveau lien.',
      },
    },
    coming: 'À venir',
    noneComing: 'Vous n’avez aucune réservation à venir.',
    past: 'Passées',
    more: 'Afficher plus',
    manage: 'Voir ou modifier',
    status: {
      pending: 'Pas encore confirmée',
      confirmed: 'Confirmée',
      completed: 'Terminée',
      cancelled: 'Annulée',
      no_show: 'Manquée',
      expired: 'Expirée',
    },
  },
} satisfies OwnBookingsTranslations
