import { catalog } from '../../shared/language.ts'

/** The problems of what can run out: seats, limits, groups and wait lists, in words for staff. */
export const countProblemMessages = catalog({
  en: {
    session_full: {
      title: 'Not enough seats left',
      text: 'The session has fewer seats left than this booking needs.',
    },
    session_cancelled: {
      title: 'This session was cancelled',
      text: 'It no longer takes place at this start. Choose another one.',
    },
    limit_reached: {
      title: 'A limit is reached',
      text: 'A limit of the event type or of the provider allows no more bookings.',
    },
    already_waiting: {
      title: 'Already on the wait list',
      text: 'Somebody with this email address is waiting for this event type.',
    },
    waitlist_full: {
      title: 'The wait list is full',
      text: 'Remove people who no longer wait, or try again later.',
    },
    waitlist_closed: {
      title: 'No wait list',
      text: 'Turn on the wait list of the event type first.',
    },
    not_in_sequence: {
      title: 'Not one after the other',
      text: 'Each booking of the visit has to start soon after the one before has ended.',
    },
    part_of_visit: {
      title: 'Part of a visit',
      text: 'This booking is confirmed, moved and cancelled only together with the others of its visit. Open it to change all of them.',
    },
    group_too_large: {
      title: 'Too many bookings at once',
      text: 'Book them in smaller groups.',
    },
    no_such_time: {
      title: 'This time does not exist',
      text: 'The clocks skip it on that day, or the month has no such day.',
    },
  },
  de: {
    session_full: {
      title: 'Nicht genug freie Plätze',
      text: 'In diesem Kurs sind weniger Plätze frei, als diese Buchung braucht.',
    },
    session_cancelled: {
      title: 'Dieser Kurs fällt aus',
      text: 'Er findet zu diesem Beginn nicht statt. Wählen Sie einen anderen.',
    },
    limit_reached: {
      title: 'Eine Höchstzahl ist erreicht',
      text: 'Eine Höchstzahl der Terminart oder des Anbieters lässt keine weitere Buchung zu.',
    },
    already_waiting: {
      title: 'Schon auf der Warteliste',
      text: 'Unter dieser E-Mail-Adresse wartet schon jemand auf diese Terminart.',
    },
    waitlist_full: {
      title: 'Die Warteliste ist voll',
      text: 'Entfernen Sie, wer nicht mehr wartet, oder versuchen Sie es später noch einmal.',
    },
    waitlist_closed: {
      title: 'Keine Warteliste',
      text: 'Schalten Sie zuerst die Warteliste der Terminart ein.',
    },
    not_in_sequence: {
      title: 'Nicht hintereinander',
      text: 'Jede Buchung des Besuchs muss bald nach dem Ende der vorigen beginnen.',
    },
    part_of_visit: {
      title: 'Teil eines Besuchs',
      text: 'Diese Buchung wird nur zusammen mit den anderen ihres Besuchs bestätigt, verschoben und abgesagt. Öffnen Sie sie, um alle zu ändern.',
    },
    group_too_large: {
      title: 'Zu viele Buchungen auf einmal',
      text: 'Buchen Sie sie in kleineren Gruppen.',
    },
    no_such_time: {
      title: 'Diese Zeit gibt es nicht',
      text: 'Sie fällt an diesem Tag durch die Zeitumstellung aus, oder der Monat hat keinen solchen Tag.',
    },
  },
})
