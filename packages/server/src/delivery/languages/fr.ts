import { nightsIn } from '../nights-in.ts'
import type { Texts } from '../texts.ts'

/** What emails and SMS say in French. */
export default {
  bookings: {
    language: 'fr',
    locale: 'fr-FR',
    title: (title, providerName) => `${title ?? 'Rendez-vous'} avec ${providerName}`,
    and: (first, second) => `${first} et ${second}`,
    andMore: (first, count) => `${first} et ${count} autres`,
    nowWith: (names) => `Votre réservation est maintenant avec ${names}.`,
    insteadOf: (now, before) => `${now} (avant\u00a0: ${before})`,
    nowFor: (now, before) =>
      `Cette réservation porte maintenant sur\u00a0: ${now}. Auparavant\u00a0: ${before}.`,
    clock: (time) => `${time}`,
    rows: {
      what: 'Objet',
      when: 'Date',
      where: 'Lieu',
      previousTime: 'Ancien horaire',
      agreedTime: 'Horaire convenu',
      with: 'Avec',
      bookedBy: 'Réservé par',
      note: 'Message',
      reason: 'Motif',
      answerBy: 'Répondre avant',
      alsoBooked: 'Également réservé',
    },
    othersStay: 'Les autres rendez-vous que vous avez réservés en même temps restent inchangés.',
    providerGone: 'Le prestataire n’est plus disponible.',
    serviceGone: 'Cette prestation n’est plus proposée.',
    receivedBecause: {
      booker: (name) =>
        `Vous recevez cet e-mail car cette adresse a servi à une réservation auprès de ${name}.`,
      guest: (name) =>
        `Vous recevez cet e-mail car vous avez été invité à une réservation auprès de ${name}.`,
      staff: (name) => `Vous recevez cet e-mail car vous travaillez avec ${name}.`,
    },
    linkFollows: 'Le lien pour participer suivra par e-mail.',
    links: {
      join: 'Participer',
      confirm: 'Confirmer la réservation',
      manage: 'Consulter, déplacer ou annuler',
      view: 'Voir la réservation',
      approve: 'Accepter',
      decline: 'Refuser',
      open: 'Ouvrir dans le tableau de bord',
      addToCalendar: 'Ajouter au calendrier',
    },
    messages: {
      emailProofNeeded: {
        subject: (title) => `À confirmer\u00a0: ${title}`,
        lead: 'Ouvrez le lien pour confirmer cette réservation. Nous gardons l’horaire quelques minutes. Si vous n’avez rien demandé, ignorez cet e-mail.',
      },
      requested: {
        subject: (title) => `Demande reçue\u00a0: ${title}`,
        lead: 'Nous avons reçu votre demande. Nous vous écrirons dès qu’elle aura une réponse.',
      },
      approvalNeeded: {
        subject: (title) => `Accord requis\u00a0: ${title}`,
        lead: 'Une demande de réservation attend votre accord.',
      },
      confirmed: {
        subject: (title) => `Confirmé\u00a0: ${title}`,
        lead: 'Votre réservation est confirmée.',
      },
      newBooking: {
        subject: (title) => `Nouvelle réservation\u00a0: ${title}`,
        lead: 'Vous avez une nouvelle réservation.',
      },
      rescheduled: {
        subject: (title) => `Nouvel horaire\u00a0: ${title}`,
        lead: 'Cette réservation a un nouvel horaire.',
      },
      otherService: {
        subject: (title) => `Nouvelle prestation\u00a0: ${title}`,
      },
      reassigned: {
        subject: (title) => `Modifié\u00a0: ${title}`,
      },
      teamChanged: {
        subject: (title) => `Modifié\u00a0: ${title}`,
        lead: 'Les personnes ou les salles de cette réservation ont changé. L’horaire reste le même.',
      },
      withdrawn: {
        subject: (title) => `Réattribué\u00a0: ${title}`,
        lead: 'Cette réservation a été confiée à quelqu’un d’autre. Vous n’y participez plus.',
      },
      clocksChanged: {
        subject: (title) => `Changement d’heure\u00a0: ${title}`,
        lead: 'Les règles du changement d’heure ont été modifiées là où cette réservation a lieu. L’heure locale convenue ne change pas. Mettez à jour votre calendrier.',
      },
      timeConflict: {
        subject: (title) => `À déplacer\u00a0: ${title}`,
        lead: 'Les règles du changement d’heure ont été modifiées dans votre fuseau horaire. Cette réservation ne peut pas garder l’heure locale convenue, car cet horaire est pris. Déplacez-la ou annulez-la.',
      },
      relocated: {
        subject: (title) => `Nouveau lieu\u00a0: ${title}`,
        lead: 'Cette réservation a désormais lieu ailleurs.',
      },
      linkReady: {
        subject: (title) => `Lien pour participer\u00a0: ${title}`,
        lead: 'Voici le lien pour participer.',
      },
      invited: {
        subject: (title) => `Invitation\u00a0: ${title}`,
        lead: 'Cette invitation vous convie à un rendez-vous.',
      },
      uninvited: {
        subject: (title) => `Annulé\u00a0: ${title}`,
        lead: 'Votre invitation à ce rendez-vous a été annulée.',
      },
      cancelled: {
        subject: (title) => `Annulé\u00a0: ${title}`,
        lead: 'Cette réservation a été annulée.',
      },
      requestExpired: {
        subject: (title) => `Expiré\u00a0: ${title}`,
        lead: 'Cette demande a expiré, car elle n’a pas reçu de réponse à temps. L’horaire est de nouveau disponible.',
      },
      reminder: {
        subject: (title) => `Rappel\u00a0: ${title}`,
        lead: 'Votre rendez-vous approche.',
      },
      thankYou: {
        subject: (title) => `Merci\u00a0: ${title}`,
        lead: 'Merci de votre visite. Au plaisir de vous revoir.',
      },
      noShow: {
        subject: (title) => `Rendez-vous manqué\u00a0: ${title}`,
        lead: 'Nous vous attendions, mais le rendez-vous n’a pas eu lieu. Vous pouvez réserver un nouvel horaire quand vous le souhaitez.',
      },
      waitlistOffered: {
        subject: (title) => `Un horaire est libre\u00a0: ${title}`,
        lead: 'Un horaire s’est libéré et c’est votre tour. Nous vous le gardons. Confirmez-le à temps, sinon il sera proposé à la personne suivante.',
      },
      waitlistLapsed: {
        subject: (title) => `Proposition expirée\u00a0: ${title}`,
        lead: 'Vous n’avez pas confirmé cet horaire. Il est proposé à la personne suivante. Vous gardez votre place sur la liste d’attente, jusqu’à trois propositions.',
      },
    },
  },
  stays: {
    locale: 'fr-FR',
    title: (calendarName) => `Séjour\u00a0: ${calendarName}`,
    arrival: 'Arrivée',
    departure: 'Départ',
    from: (hour) => `à partir de ${hour}`,
    until: (hour) => `avant ${hour}`,
    what: 'Objet',
    previousDates: 'Anciennes dates',
    days: (arrival, departure) => `du ${arrival} au ${departure}`,
    link: 'Consulter, déplacer ou annuler',
    length: 'Nuits',
    nights: nightsIn('fr-FR', { one: '# nuit', other: '# nuits' }),
    bookingMessages: {
      emailProofNeeded: {
        lead: 'Ouvrez le lien pour confirmer cette réservation. Nous gardons les nuits quelques minutes. Si vous n’avez rien demandé, ignorez cet e-mail.',
      },
      rescheduled: {
        subject: (title) => `Nouvelles dates\u00a0: ${title}`,
        lead: 'Ce séjour a de nouvelles dates.',
      },
      invited: { lead: 'Vous êtes invité à ce séjour.' },
      uninvited: { lead: 'Vous n’êtes plus invité à ce séjour.' },
      requestExpired: {
        lead: 'Cette demande a expiré, faute de réponse à temps. Les nuits sont de nouveau disponibles.',
      },
    },
    messages: {
      'stay.created': {
        subject: 'Confirmé',
        lead: 'Votre séjour est réservé.',
      },
      'stay.updated': {
        subject: 'Nouvelles dates',
        lead: 'Les dates de votre séjour ont changé.',
      },
      'stay.deleted': {
        subject: 'Annulé',
        lead: 'Votre séjour a été annulé.',
      },
    },
  },
  payments: {
    amount: 'Montant',
    due: 'Reste à payer',
    payBy: 'À payer avant',
    pay: 'Payer',
    unpaid: 'Le paiement a échoué.',
    balanceUnpaid: 'Le reste du prix n’a pas été payé à temps.',
    securityDeposit: {
      label: 'Caution',
      title: (service) => `Caution : ${service}`,
      link: 'Autoriser la caution',
      messages: {
        securityDepositNeeded: {
          subject: (title) => `Veuillez autoriser la caution : ${title}`,
          lead: 'L’établissement demande une caution avant votre arrivée. Autorisez-la sur votre carte : le montant est réservé et n’est pas débité. Il est libéré après votre départ si rien n’a été endommagé.',
        },
        securityDepositTaken: {
          subject: (title) => `Retenu sur votre caution : ${title}`,
          lead: 'L’établissement a retenu ce montant sur votre caution. Le reste a été libéré.',
        },
      },
    },
    messages: {
      paymentNeeded: {
        subject: (title) => `Paiement requis\u00a0: ${title}`,
        lead: 'Payez pour confirmer votre réservation. Nous vous gardons l’horaire jusque-là.',
      },
      paymentFailed: {
        subject: (title) => `Échec du paiement\u00a0: ${title}`,
        lead: 'Votre réservation est confirmée, mais le paiement a échoué. Veuillez payer à nouveau.',
      },
      refunded: {
        subject: (title) => `Remboursement\u00a0: ${title}`,
        lead: 'Nous vous avons remboursé. Le versement peut prendre quelques jours.',
      },
    },
  },
  groups: {
    requested:
      'Nous avons reçu votre demande pour ces rendez-vous. Vous recevrez un e-mail dès qu’elle aura reçu une réponse.',
    approvalNeeded: 'Ces demandes de rendez-vous attendent votre accord.',
    confirmed: 'Vos rendez-vous sont confirmés.',
    newBooking: 'Vous avez de nouvelles réservations.',
    invited: 'Vous êtes invité à ces rendez-vous.',
    rescheduled: 'Ces rendez-vous ont été déplacés.',
    cancelled: 'Ces rendez-vous ont été annulés.',
  },
  sessions: {
    seats: 'Places',
    taken: (count, capacity) => `${count} sur ${capacity} réservées`,
    messages: {
      cancelled: {
        subject: (title) => `Cours annulé : ${title}`,
        lead: 'Ce cours a été annulé. Toutes les personnes inscrites reçoivent un e-mail.',
      },
      moved: {
        subject: (title) => `Cours déplacé : ${title}`,
        lead: 'Ce cours a un nouvel horaire. Toutes les personnes inscrites reçoivent un e-mail.',
      },
      joined: {
        subject: (title) => `Cours attribué : ${title}`,
        lead: 'Ce cours vous a été confié. Toutes les personnes inscrites reçoivent un e-mail.',
      },
      left: {
        subject: (title) => `Cours réattribué : ${title}`,
        lead: 'Ce cours a été confié à une autre personne. Vous n’y participez plus.',
      },
      changed: {
        subject: (title) => `Cours modifié : ${title}`,
        lead: 'Les personnes ou les salles de ce cours ont changé. L’horaire reste le même.',
      },
      emptied: {
        subject: (title) => `Cours sans inscription : ${title}`,
        lead: 'Plus personne n’est inscrit à ce cours. Votre créneau est de nouveau libre.',
      },
    },
  },
  waitlist: {
    links: {
      joinList: 'S’inscrire sur la liste d’attente',
      viewList: 'Voir ou quitter la liste d’attente',
    },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `À confirmer\u00a0: liste d’attente, ${title}`,
        lead: 'Ouvrez le lien dans les 24 heures pour vous inscrire sur la liste d’attente. Si vous n’avez rien demandé, ignorez cet e-mail.',
      },
      waitlistJoined: {
        subject: (title) => `Sur la liste d’attente\u00a0: ${title}`,
        lead: 'Vous êtes sur la liste d’attente. Quand un horaire se libère et que c’est votre tour, nous vous le réservons et vous écrivons.',
      },
      waitlistEnded: {
        subject: (title) => `Fin de la liste d’attente\u00a0: ${title}`,
        lead: 'Vous n’êtes plus sur cette liste d’attente\u00a0: la période est terminée, trois propositions ont expiré, la séance est annulée ou la liste a été fermée.',
      },
    },
  },
  signIn: {
    subject: (account) => `Vos réservations\u00a0: ${account}`,
    lead: (account) =>
      `Ouvrez le lien dans les 15 minutes pour voir vos réservations chez ${account}. Il fonctionne une seule fois. Si vous n’avez rien demandé, ignorez cet e-mail.`,
    link: 'Voir mes réservations',
  },
  sms: {
    kinds: {
      requested: 'Demande envoyée',
      confirmed: 'Réservation confirmée',
      rescheduled: 'Nouvel horaire de votre réservation',
      otherService: 'Nouvelle prestation pour votre réservation',
      cancelled: 'Réservation annulée',
      requestExpired: 'Votre demande a expiré sans réponse',
      reminder: 'Rappel de votre réservation',
    },
    manage: 'Modifier ou annuler',
  },
} satisfies Texts
