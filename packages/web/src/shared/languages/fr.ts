import { pluralsOf } from '../plurals.ts'
import type { SharedTranslations } from './shared-translations.ts'

const plural = pluralsOf('fr')

export default {
  shared: {
    language: 'Langue',
    hourCycle: 'Format de l’heure',
    hourCycles: {
      h23: '24 h',
      h12: '12 h',
    },
    firstWeekday: 'Premier jour de la semaine',
    loading: 'Chargement…',
    retry: 'Réessayer',
    offlineTitle: 'Pas de connexion',
    offline: 'Le serveur est injoignable. Vérifiez votre connexion et réessayez.',
    slow: 'C’est plus long que d’habitude. Nous réessayons…',
    busyTitle: 'Trop de requêtes',
    busy: (seconds) =>
      `Votre réseau a envoyé trop de requêtes. Réessayez dans ${plural(seconds, { one: '# seconde', other: '# secondes' })}.`,
    busyLonger: (duration) => `Votre réseau a envoyé trop de requêtes. Réessayez dans ${duration}.`,
    failedTitle: 'Une erreur s’est produite',
    failed: 'Réessayez dans un instant.',
    reference: (id) => `Référence pour l’assistance\u00a0: ${id}`,
    partMissing:
      'Une partie de cette page ne s’est pas chargée. Vérifiez votre connexion et réessayez.',
    crashed: 'Cette page ne fonctionne plus. Rechargez-la pour continuer.',
    reload: 'Recharger la page',
    notFoundTitle: 'Page introuvable',
    notFound: 'Le lien est peut-être incomplet, ou la page n’existe plus.',
    poweredBy: 'Réservation avec Holdfast',
  },
  slots: {
    zone: 'Fuseau horaire',
    zoneIs: (zone) => `Fuseau horaire\u00a0: ${zone}`,
    change: 'Modifier',
    changeZone: 'Modifier le fuseau horaire',
    searchZone: 'Rechercher une ville',
    zonesFound: (count) =>
      plural(count, {
        0: 'Aucun fuseau horaire trouvé. Cherchez une plus grande ville.',
        one: '# fuseau horaire',
        other: '# fuseaux horaires',
      }),
    previousMonth: 'Mois précédent',
    nextMonth: 'Mois suivant',
    chooseDay: 'Choisissez un jour',
    today: 'aujourd’hui',
    free: (count) =>
      plural(count, { one: '# horaire disponible', other: '# horaires disponibles' }),
    noneFree: 'aucun horaire disponible',
    timesOn: (day) => `Horaires du ${day}`,
    people: (count) => plural(count, { one: '# personne', other: '# personnes' }),
    seatsLeft: (count) => plural(count, { one: '# place libre', other: '# places libres' }),
    inProviderZone: (time, city) => `${time} à ${city}`,
    fromWhen: (when) => `Du ${when}`,
    untilWhen: (when) => `Au ${when}`,
    noTimesTitle: 'Aucun horaire disponible ce mois-ci',
    noTimes: 'Essayez un mois plus tard.',
    showNext: 'Afficher le mois suivant',
    nextDay: 'Prochain jour disponible',
    searching: 'Recherche du prochain jour disponible…',
    noneAhead: 'Aucun horaire n’est disponible dans les 12 prochains mois.',
    morning: 'Matin',
    afternoon: 'Après-midi',
    evening: 'Soir',
  },
  problems: {
    slot_taken: {
      title: 'Cet horaire est déjà pris',
      text: 'Quelqu’un vient de réserver cet horaire. Choisissez-en un autre.',
    },
    slot_not_bookable: {
      title: 'Cet horaire n’est pas disponible',
      text: 'Choisissez un autre horaire.',
    },
    session_cancelled: {
      title: 'Cette séance est annulée',
      text: 'Elle n’a plus lieu à cet horaire. Choisissez-en un autre.',
    },
    booker_not_allowed: {
      title: 'Vous ne pouvez pas réserver cette prestation',
      text: 'Elle est réservée à certains clients, ou vous l’avez déjà réservée autant de fois que possible. Choisissez une autre prestation ou contactez le prestataire.',
    },
    limit_reached: {
      title: 'Nombre maximal de réservations atteint',
      text: 'Il n’est plus possible de réserver ce jour-là, ou vous avez atteint votre nombre maximal de réservations. Choisissez un autre jour ou annulez une de vos réservations.',
    },
    calendar_unavailable: {
      title: 'Impossible de vérifier cet horaire pour le moment',
      text: 'Le calendrier du prestataire ne répond pas. Réessayez dans un instant ou choisissez un autre horaire.',
    },
    hold_expired: {
      title: 'Cet horaire ne vous est plus réservé',
      text: 'Votre réservation provisoire a expiré, d’autres ont donc pu prendre cet horaire. Choisissez de nouveau un horaire.',
    },
    invalid_transition: {
      title: 'Ce n’est plus possible',
      text: 'La réservation a été modifiée. Rechargez la page pour voir les informations actuelles.',
    },
    event_type_inactive: {
      title: 'Indisponible pour le moment',
      text: 'Le prestataire n’accepte pas ces réservations actuellement.',
    },
    provider_inactive: {
      title: 'Indisponible pour le moment',
      text: 'Le prestataire n’accepte pas de réservations actuellement.',
    },
    account_suspended: {
      title: 'Indisponible pour le moment',
      text: 'Le prestataire n’accepte pas de réservations actuellement.',
    },
    not_a_candidate: {
      title: 'Ce choix n’est plus disponible',
      text: 'Choisissez quelqu’un d’autre ou «\u00a0Sans préférence\u00a0».',
    },
    too_late_to_change: {
      title: 'Il est trop tard pour modifier',
      text: 'Cette réservation a déjà commencé. Contactez le prestataire.',
    },
    reschedule_limit_reached: {
      title: 'Cette réservation ne peut plus être déplacée',
      text: 'Elle a été déplacée autant de fois que le prestataire le permet. Contactez le prestataire.',
    },
    payment_required: {
      title: 'Paiement nécessaire',
      text: 'La réservation sera confirmée une fois payée.',
    },
    payment_unavailable: {
      title: 'Paiement impossible pour le moment',
      text: 'Le service de paiement ne répond pas. Réessayez dans un instant. Rien n’a été débité.',
    },
    validation_failed: {
      title: 'Vérifiez vos informations',
      text: 'Certaines informations ne sont pas valides. Corrigez-les et réessayez.',
    },
    request_in_progress: {
      title: 'Traitement en cours',
      text: 'Votre demande est encore en cours de traitement. Réessayez dans un instant.',
    },
  },
  details: {
    name: 'Nom',
    email: 'E-mail',
    note: 'Message (facultatif)',
    nameMissing: 'Saisissez votre nom',
    emailWrong: 'Saisissez une adresse e-mail, par exemple ada@example.com',
    emailLetters:
      'Utilisez avant le @ uniquement des lettres de a à z, des chiffres et des signes, par exemple ada@example.com',
    phone: 'Numéro de téléphone',
    phoneHint:
      'Vous ne recevrez alors aucun e-mail. Conservez le lien que nous afficherons à la fin.',
    phoneWrong:
      'Saisissez un numéro de téléphone, par exemple +33\u00a01\u00a070\u00a018\u00a099\u00a000',
    usePhone: 'Donner plutôt un numéro de téléphone',
    useEmail: 'Donner plutôt une adresse e-mail',
    notAccepted: 'Cette valeur n’a pas été acceptée. Vérifiez-la et réessayez.',
  },
  calendarLinks: {
    title: 'Ajouter au calendrier',
    download: 'Fichier de calendrier (.ics)',
    google: 'Google Agenda',
    outlook: 'Outlook',
  },
  eventTypes: {
    approval: 'sur demande',
    dates: 'Rendez-vous',
    from: (day) => `à partir du ${day}`,
    next: (when) => `Prochain horaire\u00a0: ${when}`,
  },
  location: {
    where: 'Lieu',
    inPerson: 'Sur place',
    callNumber: (phone) => `Par téléphone\u00a0: vous appelez le ${phone}`,
    callYou: 'Par téléphone\u00a0: nous vous appelons',
    link: 'En ligne',
    googleMeet: 'En ligne\u00a0: Google Meet',
    teams: 'En ligne\u00a0: Microsoft Teams',
    askBooker: 'À un endroit de votre choix',
    join: 'Rejoindre en ligne',
  },
  redirect: {
    going: (site) => `Redirection vers ${site}…`,
    goNow: 'Continuer',
  },
  signedIn: {
    as: (email) => `Connecté avec ${email}`,
    signOut: 'Se déconnecter',
  },
  nights: {
    chooseArrival: 'Choisissez votre date d’arrivée.',
    chooseDeparture: 'Choisissez votre date de départ.',
    arrival: 'Arrivée',
    departure: 'Départ',
    length: 'Durée du séjour',
    nights: (count) => plural(count, { one: '# nuit', other: '# nuits' }),
    canArrive: 'arrivée possible',
    canLeave: (nights) => `départ possible, ${plural(nights, { one: '# nuit', other: '# nuits' })}`,
    inStay: 'compris dans votre séjour',
    taken: 'pris',
    closed: 'fermé',
    notPossible: 'indisponible',
    lead: (checkIn, checkOut) => `Arrivée à partir de ${checkIn}, départ avant ${checkOut}.`,
    houseRules: 'Règlement intérieur',
    minNights: (count) =>
      plural(count, {
        1: '',
        one: 'Séjour minimum\u00a0: # nuit.',
        other: 'Séjour minimum\u00a0: # nuits.',
      }),
    maxNights: (count) =>
      `Séjour maximum\u00a0: ${plural(count, { one: '# nuit', other: '# nuits' })}.`,
    takenTitle: 'Certaines nuits viennent d’être prises',
    ruleTitle: 'Ces dates ne peuvent pas être réservées',
    rule: 'Les règles de réservation ont changé. Choisissez d’autres dates.',
    startOver: 'Choisir d’autres dates',
    from: (day, time) => `${day}, à partir de ${time}`,
    by: (day, time) => `${day}, avant ${time}`,
    zone: (city) => `Toutes les heures sont à l’heure locale (${city}).`,
    moveTitle: 'Choisissez de nouvelles dates',
    moveNote: 'Vous gardez vos nuits jusqu’à ce que les nouvelles soient réservées.',
    moveYes: (arrival, departure) => `Déplacer le séjour\u00a0: ${arrival} – ${departure}`,
    keepDates: 'Garder mes dates',
    notFreeTitle: 'Ces dates ne sont pas possibles',
    notFree:
      'Certaines nuits viennent d’être prises, ou les règles ont changé. Choisissez d’autres dates.',
    newTotal: (amount) => `À ces dates, votre séjour coûte ${amount} au total.`,
    newTotalNote:
      'Si c’est plus qu’avant, nous vous enverrons par e-mail un lien pour payer le reste. Si c’est moins, vous récupérez ce que prévoient les conditions d’annulation.',
    perNight: (amount: string) => `${amount} par nuit`,
    total: (amount: string) => `Total\u00a0: ${amount}`,
    bookThese: 'Réserver ces dates',
  },
} satisfies SharedTranslations
