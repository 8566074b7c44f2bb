import shared from '../../shared/languages/fr.ts'
import type { GuestStayTranslations } from '../translations.ts'

export default {
  ...shared,
  guestStay: {
    title: 'Votre séjour',
    status: {
      confirmed: 'Confirmé',
      cancelled: 'Annulé',
    },
    arrival: 'Arrivée',
    departure: 'Départ',
    who: 'Réservé par',
    event: (house) => `Séjour\u00a0: ${house}`,
    begun: 'Votre séjour a commencé, vous ne pouvez donc plus le modifier ici.',
    move: 'Changer les dates',
    moved: 'Dates modifiées',
    movedNote: 'Nous vous enverrons la nouvelle invitation par e-mail.',
    cancel: 'Annuler le séjour',
    cancelTitle: 'Annuler ce séjour\u00a0?',
    cancelNote: 'D’autres pourront alors réserver ces nuits. Cette action est définitive.',
    keep: 'Garder le séjour',
    cancelYes: 'Oui, annuler le séjour',
    cancelled: 'Séjour annulé',
    changedTitle: 'Votre séjour a été modifié',
    changed: 'Voici les informations actuelles.',
    again: 'Réserver un autre séjour',
    goneTitle: 'Ce séjour a été annulé',
    gone: 'Ses nuits sont de nouveau disponibles.',
    linkTitle: 'Ce lien ne fonctionne pas',
    link: 'Il est peut-être incomplet. Ouvrez-le de nouveau depuis votre e-mail ou copiez le lien entier.',
  },
} satisfies GuestStayTranslations
