import deposit from '../../shared/deposit/languages/fr.ts'
import shared from '../../shared/languages/fr.ts'
import quote from '../../shared/nights/quote-languages/fr.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { BookingTranslations } from '../translations.ts'

const plural = pluralsOf('fr')

export default {
  ...shared,
  deposit,
  booking: {
    openedTitle: 'Rendez-vous',
    pageTitle: (what, who) => `${what} avec ${who}`,
    confirmations: {
      hold: 'Nous gardons votre horaire pendant que vous saisissez vos informations.',
      instant: 'Confirmation immédiate.',
      approval: 'Confirmation après accord du prestataire.',
    },
    opensDaily: (time) => `De nouvelles dates sont ouvertes chaque jour à ${time}.`,
    duration: 'Quelle durée\u00a0?',
    howMany: 'Pour combien de personnes\u00a0?',
    atMost: (people) => `${people} au maximum par réservation.`,
    withWhom: 'Avec qui\u00a0?',
    noPreference: 'Sans préférence',
    stillHeld: (when) => `Nous gardons encore cet horaire pour vous\u00a0: ${when}.`,
    continue: 'Continuer la réservation',
    takenTitle: (when) => `${when} vient d’être pris`,
    taken: 'Quelqu’un vient de réserver cet horaire. Ceux-ci sont encore disponibles\u00a0:',
    withdrawnTitle: (when) => `${when} n’est plus proposé`,
    withdrawn: 'Ces horaires sont disponibles\u00a0:',
    repricedTitle: (when) => `Le prix pour ${when} a changé`,
    repriced: 'Rien n’a été réservé. Choisissez un horaire au nouveau prix.',
    noAlternatives: 'Choisissez un autre horaire.',
    findingAlternatives: 'Recherche d’autres horaires…',
    noneFits: 'Aucun horaire ne vous convient\u00a0?',
    joinWaitlist: 'S’inscrire sur la liste d’attente',
  },
  steps: {
    details: 'Vos informations',
    chosen: 'Votre horaire',
    emailHint: 'Nous y enverrons la confirmation et l’invitation au format calendrier.',
    confirm: 'Confirmer la réservation',
    book: 'Réserver cet horaire',
    request: 'Demander cet horaire',
    toPayment: 'Passer au paiement',
    repeat: 'Répéter chaque semaine',
    addGuests: 'Ajouter des invités',
    otherTime: 'Choisir un autre horaire',
    timeLeft: (time) => `Gardé pour vous\u00a0: encore ${time}`,
    held: (minutes) =>
      `Nous gardons cet horaire pendant ${plural(minutes, { one: '# minute', other: '# minutes' })}.`,
    minutesLeft: (minutes) =>
      `Il reste ${plural(minutes, { one: '# minute', other: '# minutes' })} pour confirmer.`,
    secondsLeft: (seconds) =>
      `Il reste ${plural(seconds, { one: '# seconde', other: '# secondes' })} pour confirmer.`,
    expiredTitle: 'Cet horaire ne vous est plus réservé',
    expired:
      'Votre réservation provisoire a expiré, d’autres ont donc pu prendre cet horaire. Vos informations sont conservées. Confirmez pour le réserver s’il est encore disponible, ou choisissez un autre horaire.',
    holdAgain: 'Réessayer cet horaire',
    doneTitle: 'Réservation confirmée',
    checkEmailTitle: 'Consultez vos e-mails',
    checkEmail: (email) =>
      `Ouvrez le lien que nous avons envoyé à ${email} pour confirmer cette réservation. Nous gardons l’horaire quelques minutes.`,
    requestedTitle: 'Demande envoyée',
    done: (email) => `Nous envoyons la confirmation à ${email}.`,
    requested: (email) => `Nous écrirons à ${email} dès que le prestataire aura répondu.`,
    doneByPhone:
      'Nous n’envoyons pas d’e-mail. Conservez ce lien pour consulter, déplacer ou annuler votre réservation\u00a0:',
    requestedByPhone:
      'Nous n’envoyons pas d’e-mail. Conservez ce lien pour savoir si le prestataire accepte\u00a0:',
    manage: 'Gérer la réservation',
    manageHint:
      'Vous pourrez consulter, déplacer ou annuler votre réservation plus tard. Le lien figure aussi dans votre e-mail.',
    bookAnother: 'Réserver un autre horaire',
  },
  visit: {
    add: 'Ajouter une prestation',
    services: 'Ajouter des prestations',
    hint: 'Nous les réservons l’une après l’autre.',
    none: 'Aucune autre prestation ne peut être ajoutée.',
  },
  rooms: {
    title: 'Vos chambres',
    book: 'Réserver ces chambres',
    change: 'Modifier les chambres',
    goneTitle: (room) => `Plus disponible : ${room}`,
    gone: 'Rien n’a été réservé. Relancez la recherche pour voir ce qui est disponible.',
    searchAgain: 'Relancer la recherche',
  },
  waitlist: {
    lead: (duration) =>
      `Si un horaire se libère, nous vous écrivons et vous le réservons pendant ${duration}.`,
    from: 'Au plus tôt le',
    until: 'Au plus tard le',
    days: 'Jours de la semaine',
    daysHint: 'Aucun choix\u00a0: tous les jours.',
    timeOfDay: 'Moment de la journée',
    anyTime: 'À toute heure',
    zone: (city) => `Les dates et les heures sont celles de ${city}.`,
    emailHint: 'Nous vous écrirons à cette adresse dès qu’un horaire se libère.',
    untilWrong: 'La dernière date ne doit pas précéder la première.',
    tooLong: 'Choisissez 92 jours au maximum.',
    joinedTitle: 'Vous êtes sur la liste d’attente',
    joined: (email) => `Nous écrirons à ${email} dès qu’un horaire se libère.`,
    checkEmail: (email) =>
      `Ouvrez le lien envoyé à ${email} pour vous inscrire sur la liste d’attente.`,
    manage: 'Voir votre inscription',
    manageHint:
      'Vous pouvez quitter la liste d’attente à tout moment. Le lien figure aussi dans votre e-mail.',
    alreadyTitle: 'Vous êtes déjà sur la liste d’attente',
    already:
      'Quelqu’un attend déjà avec cette adresse e-mail. Pour modifier l’inscription, ouvrez le lien de l’e-mail.',
    fullTitle: 'La liste d’attente est complète',
    full: 'Réessayez plus tard.',
    closedTitle: 'Il n’y a plus de liste d’attente',
    closed: 'Choisissez un des horaires disponibles.',
  },
  series: {
    every: 'À quelle fréquence\u00a0?',
    everyWeeks: (count) => (count === 1 ? 'Chaque semaine' : `Toutes les ${count} semaines`),
    times: 'Combien de fois\u00a0?',
    dates: 'Vos dates',
    once: 'Réserver une seule fois',
    book: (count) => `Réserver ${count} dates`,
    request: (count) => `Demander ${count} dates`,
    conflictTitle: 'Certaines de ces dates ne sont pas disponibles',
    conflict: 'Rien n’est encore réservé. Réservez les autres ou choisissez d’autres dates.',
    others: 'Réserver les dates disponibles',
    tooManyTitle: 'Trop de dates à la fois',
    tooMany: (max) => `Vous pouvez réserver au plus ${max} de ces dates ensemble.`,
    noneTitle: 'Aucune de ces dates n’est disponible',
    none: 'Choisissez un autre horaire.',
    doneTitle: (count) => plural(count, { one: '# date réservée', other: '# dates réservées' }),
    requestedTitle: (count) =>
      plural(count, { one: '# date demandée', other: '# dates demandées' }),
    skipped: 'Non disponibles',
    manage: 'Gérer les réservations',
    manageHint:
      'Vous pourrez déplacer ou annuler chaque date. Le lien figure aussi dans votre e-mail.',
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
    answerFirst: 'Répondez à ces questions pour voir les créneaux disponibles.',
    continueWith: (title: string) => `Continuer avec ${title}`,
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
    payLaterByPhone:
      'Vous paierez une fois que le prestataire aura accepté. Conservez le lien que nous afficherons à la fin\u00a0: vous paierez à cette adresse.',
    payTitle: 'Paiement',
    payText: (amount) => `Payez ${amount} pour terminer votre réservation.`,
    pay: (amount) => `Payer ${amount}`,
    payExpired: 'Cet horaire ne vous est plus réservé. Rien n’a été débité.',
  },
  quote,
} satisfies BookingTranslations
