import deposit from '../../shared/deposit/languages/fr.ts'
import shared from '../../shared/languages/fr.ts'
import type { PayTranslations } from '../translations.ts'

export default {
  ...shared,
  deposit,
  pay: {
    title: 'Paiement',
    amount: 'Montant',
    pay: (amount) => `Payer ${amount}`,
    going: 'Ouverture de la page de paiement…',
    heldWhile: 'Votre horaire reste réservé pendant le paiement.',
    processingTitle: 'Paiement en cours de traitement',
    processing: 'Cela prend en général quelques secondes. Gardez cette page ouverte.',
    longTitle: 'Votre paiement est encore en cours de traitement',
    long: 'Vous pouvez fermer cette page. Votre réservation indiquera quand il sera terminé.',
    check: 'Vérifier de nouveau',
    confirmedTitle: 'Réservation confirmée',
    confirmed: 'Nous avons reçu votre paiement.',
    failedTitle: 'Échec du paiement',
    failed: 'Rien n’a été débité. Réessayez ou payez par un autre moyen.',
    expiredTitle: 'Cet horaire ne vous est plus réservé',
    expired: 'Le paiement n’a pas été effectué à temps. Si un montant a été bloqué, il est libéré.',
    cancelledTitle: 'Cette réservation a été annulée',
    cancelled: 'Il n’y a plus rien à payer.',
    refunded: 'Votre paiement a été remboursé.',
    partlyRefunded: 'Une partie de votre paiement a été remboursée.',
    another: 'Choisir un autre horaire',
    manage: 'Gérer la réservation',
  },
} satisfies PayTranslations
