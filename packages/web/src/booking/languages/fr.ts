import shared from '../../shared/languages/fr.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { BookingTranslations } from '../translations.ts'

const plural = pluralsOf('fr')

export default {
  ...shared,
  booking: {
    openedTitle: 'Rendez-vous',
    pageTitle: (what, who) => `${what} avec ${who}`,
    confirmations: {
      hold: 'Nous gardons votre horaire pendant que vous saisissez vos informations.',
      instant: 'Confirmation immédiate.',
      approval: 'Confirmation après accord du prestataire.',
    },
    duration: 'Quelle durée\u00a0?',
    withWhom: 'Avec qui\u00a0?',
    noPreference: 'Sans préférence',
    details: 'Vos informations',
    chosen: 'Votre horaire',
    emailHint: 'Nous y enverrons la confirmation et l’invitation au format calendrier.',
    confirm: 'Confirmer la réservation',
    book: 'Réserver cet horaire',
    request: 'Demander cet horaire',
    toPayment: 'Passer au paiement',
    addGuests: 'Ajouter des invités',
    otherTime: 'Choisir un autre horaire',
    timeLeft: (time) => `Gardé pour vous\u00a0: encore ${time}`,
    held: (minutes) =>
      `Nous gardons cet horaire pendant ${plural(minutes, { one: '# minute', other: '# minutes' })}.`,
    minutesLeft: (minutes) =>
      `Il reste ${plural(minutes, { one: '# minute', other: '# minutes' })} pour confirmer.`,
    secondsLeft: (seconds) =>
      `Il reste ${plural(seconds, { one: '# seconde', other: '# secondes' })} pour confirmer.`,
    stillHeld: (when) => `Nous gardons encore cet horaire pour vous\u00a0: ${when}.`,
    continue: 'Continuer la réservation',
    expiredTitle: 'Cet horaire ne vous est plus réservé',
    expired:
      'Votre réservation provisoire a expiré, d’autres ont donc pu prendre cet horaire. Vos informations sont conservées. Confirmez pour le réserver s’il est encore disponible, ou choisissez un autre horaire.',
    holdAgain: 'Réessayer cet horaire',
    takenTitle: (when) => `${when} vient d’être pris`,
    taken: 'Quelqu’un vient de réserver cet horaire. Ceux-ci sont encore disponibles\u00a0:',
    withdrawnTitle: (when) => `${when} n’est plus proposé`,
    withdrawn: 'Ces horaires sont disponibles\u00a0:',
    noAlternatives: 'Choisissez un autre horaire.',
    findingAlternatives: 'Recherche d’autres horaires…',
    doneTitle: 'Réservation confirmée',
    checkEmailTitle: 'Consultez vos e-mails',
    checkEmail: (email) =>
      `Ouvrez le lien que nous avons envoyé à ${email} pour confirmer cette réservation. Nous gardons l’horaire quelques minutes.`,
    requestedTitle: 'Demande envoyée',
    done: (email) => `Nous envoyons la confirmation à ${email}.`,
    requested: (email) => `Nous écrirons à ${email} dès que le prestataire aura répondu.`,
    manage: 'Gérer la réservation',
    manageHint:
      'Vous pourrez consulter, déplacer ou annuler votre réservation plus tard. Le lien figure aussi dans votre e-mail.',
    bookAnother: 'Réserver un autre horaire',
  },
  extras: {
    where: 'Où souhaitez-vous que cela ait lieu\u00a0?',
    place: 'Adresse ou lieu',
    placeMissing: 'Saisissez le lieu',
    phone: 'Numéro de téléphone',
    phoneHint:
      'Nous vous appellerons à ce numéro. Avec l’indicatif du pays, par exemple +33\u00a01\u00a070\u00a018\u00a099\u00a000.',
    phoneWrong:
      'Saisissez un numéro de téléphone, par exemple +33\u00a01\u00a070\u00a018\u00a099\u00a000',
    optional: (label) => `${label} (facultatif)`,
    choose: 'Choisir…',
    missing: 'Répondez à cette question',
    choiceMissing: 'Choisissez une réponse',
    checkMissing: 'Cochez cette case pour continuer',
    emailWrong: 'Saisissez une adresse e-mail, par exemple ada@example.com',
    numberWrong: 'Saisissez un nombre',
    dateWrong: 'Saisissez une date',
    urlWrong: 'Saisissez une adresse web, par exemple https://example.com',
    guests: 'Invités',
    guestsHint: 'Ils recevront aussi l’invitation.',
    guestEmail: (position) => `E-mail de l’invité ${position}`,
    guestTwice: 'Cet invité figure deux fois dans la liste',
    addAnother: 'Ajouter un autre invité',
    removeGuest: (position) => `Retirer l’invité ${position}`,
    price: (amount) => `Prix\u00a0: ${amount}`,
    deposit: (deposit, amount) => `Acompte à payer maintenant\u00a0: ${deposit} sur ${amount}`,
    payNow: 'Vous paierez à la page suivante. Votre horaire reste réservé pendant le paiement.',
    payLater:
      'Vous paierez une fois que le prestataire aura accepté. Nous vous enverrons le lien par e-mail.',
    payTitle: 'Paiement',
    payText: (amount) => `Payez ${amount} pour terminer votre réservation.`,
    pay: (amount) => `Payer ${amount}`,
    payExpired: 'Cet horaire ne vous est plus réservé. Rien n’a été débité.',
  },
} satisfies BookingTranslations
