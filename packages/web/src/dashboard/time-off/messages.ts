import { catalog } from '../../shared/language.ts'

const plural = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`

/** The texts of time off and of the bookings in it. */
export const timeOffMessages = catalog({
  en: {
    title: 'Time off',
    titleOf: (name: string) => `Time off: ${name}`,
    lead: 'Nobody can book this time. Bookings in it stay until you cancel or reassign them.',
    back: 'Providers',
    unknown: 'This provider does not exist',
    add: 'Add time off',
    allDay: 'Whole days',
    firstDay: 'First day',
    lastDay: 'Last day',
    reason: 'Reason (optional)',
    reasonHint: 'Only you can see this.',
    endsTooEarly: 'The end must be after the start.',
    added: 'Time off added',
    removed: 'Time off deleted',
    removeTitle: 'Delete this time off?',
    removeText: 'The time can be booked again at once.',
    removeOf: (when: string) => `Delete: ${when}`,
    bookings: 'Bookings',
    bookingsOf: (when: string) => `Bookings: ${when}`,
    emptyTitle: 'No time off',
    empty: 'Add time off when this provider is away. New bookings stop at once.',
    noBookings: 'There are no bookings in this time.',
    affectedTitle: (count: number) => `${plural(count, 'booking', 'bookings')} in this time`,
    affectedLead: 'The time off is saved. Choose what happens to each booking.',
    laterTitle: 'Bookings in this time',
    alsoWith: (names: string) => `also with ${names}`,
    with: (names: string) => `with ${names}`,
    move: 'Other time …',
    moveOf: (name: string, when: string) => `Other time: ${name}, ${when}`,
    wasMoved: (when: string) => `Moved to ${when}`,
    classOf: (count: number) => `Class with ${plural(count, 'booking', 'bookings')}`,
    forAll: 'All bookings',
    different: 'Different choices',
    decision: (name: string, when: string) => `${name}, ${when}`,
    leave: 'Leave',
    cancel: 'Cancel',
    reassign: 'Reassign to the best free candidate',
    reassignTo: (name: string) => `Reassign to ${name}`,
    cancelReason: 'Reason for cancelling',
    cancelReasonHint: 'Bookers see it in the email.',
    emails: 'Emails',
    noEmails: 'Nobody gets an email.',
    mails: {
      cancellation: (name: string, count: number) =>
        `${name} gets ${count === 1 ? 'a cancellation' : `${count} cancellations`} by email.`,
      update: (name: string, count: number) =>
        `${name} gets ${count === 1 ? 'an update' : `${count} updates`} by email.`,
      handover: (name: string, count: number) =>
        `${name} gets ${count === 1 ? 'the booking' : `${count} bookings`} by email.`,
      removal: (name: string, count: number) =>
        `${name} gets an email that ${count === 1 ? 'a booking was' : `${count} bookings were`} reassigned.`,
    },
    whoeverTakesOver: 'Whoever takes over',
    nothingChosen: 'Leave all bookings',
    apply: (cancelled: number, reassigned: number) =>
      [
        cancelled > 0 && `Cancel ${plural(cancelled, 'booking', 'bookings')}`,
        reassigned > 0 &&
          `${cancelled > 0 ? 'reassign' : 'Reassign'} ${plural(reassigned, 'booking', 'bookings')}`,
      ]
        .filter(Boolean)
        .join(', '),
    progress: (done: number, all: number) => `${done} of ${all} done`,
    wasCancelled: 'Cancelled',
    wasReassigned: (name: string) => `Reassigned to ${name}`,
    someFailed: (count: number) =>
      `${plural(count, 'booking was', 'bookings were')} not changed. Choose again.`,
  },
  de: {
    title: 'Abwesenheit',
    titleOf: (name: string) => `Abwesenheit: ${name}`,
    lead: 'Diese Zeit kann niemand buchen. Buchungen darin bleiben, bis Sie sie absagen oder neu zuteilen.',
    back: 'Anbieter',
    unknown: 'Diesen Anbieter gibt es nicht',
    add: 'Abwesenheit eintragen',
    allDay: 'Ganze Tage',
    firstDay: 'Erster Tag',
    lastDay: 'Letzter Tag',
    reason: 'Grund (optional)',
    reasonHint: 'Nur Sie sehen diesen Grund.',
    endsTooEarly: 'Das Ende muss nach dem Anfang liegen.',
    added: 'Abwesenheit eingetragen',
    removed: 'Abwesenheit gelöscht',
    removeTitle: 'Diese Abwesenheit löschen?',
    removeText: 'Die Zeit ist sofort wieder buchbar.',
    removeOf: (when: string) => `Löschen: ${when}`,
    bookings: 'Buchungen',
    bookingsOf: (when: string) => `Buchungen: ${when}`,
    emptyTitle: 'Keine Abwesenheit',
    empty:
      'Tragen Sie ein, wann dieser Anbieter abwesend ist. Neue Buchungen sind dann sofort ausgeschlossen.',
    noBookings: 'In dieser Zeit gibt es keine Buchungen.',
    affectedTitle: (count: number) => `${plural(count, 'Buchung', 'Buchungen')} in dieser Zeit`,
    affectedLead:
      'Die Abwesenheit ist eingetragen. Wählen Sie, was mit jeder Buchung geschehen soll.',
    laterTitle: 'Buchungen in dieser Zeit',
    alsoWith: (names: string) => `auch mit ${names}`,
    with: (names: string) => `mit ${names}`,
    move: 'Andere Zeit …',
    moveOf: (name: string, when: string) => `Andere Zeit: ${name}, ${when}`,
    wasMoved: (when: string) => `Verschoben auf ${when}`,
    classOf: (count: number) => `Kurs mit ${plural(count, 'Buchung', 'Buchungen')}`,
    forAll: 'Alle Buchungen',
    different: 'Unterschiedlich',
    decision: (name: string, when: string) => `${name}, ${when}`,
    leave: 'Belassen',
    cancel: 'Absagen',
    reassign: 'Neu zuteilen: wer am besten passt und frei ist',
    reassignTo: (name: string) => `Neu zuteilen: ${name}`,
    cancelReason: 'Grund der Absage',
    cancelReasonHint: 'Kunden sehen ihn in der E-Mail.',
    emails: 'E-Mails',
    noEmails: 'Niemand erhält eine E-Mail.',
    mails: {
      cancellation: (name: string, count: number) =>
        `${name} erhält ${count === 1 ? 'eine Absage' : `${count} Absagen`} per E-Mail.`,
      update: (name: string, count: number) =>
        `${name} erhält ${count === 1 ? 'eine Änderung' : `${count} Änderungen`} per E-Mail.`,
      handover: (name: string, count: number) =>
        `${name} erhält ${count === 1 ? 'die Buchung' : `${count} Buchungen`} per E-Mail.`,
      removal: (name: string, count: number) =>
        `${name} erfährt per E-Mail, dass ${count === 1 ? 'eine Buchung' : `${count} Buchungen`} neu zugeteilt ${count === 1 ? 'wurde' : 'wurden'}.`,
    },
    whoeverTakesOver: 'Wer übernimmt,',
    nothingChosen: 'Alle Buchungen belassen',
    apply: (cancelled: number, reassigned: number) =>
      [
        cancelled > 0 && `${plural(cancelled, 'Buchung', 'Buchungen')} absagen`,
        reassigned > 0 && `${plural(reassigned, 'Buchung', 'Buchungen')} neu zuteilen`,
      ]
        .filter(Boolean)
        .join(', '),
    progress: (done: number, all: number) => `${done} von ${all} erledigt`,
    wasCancelled: 'Abgesagt',
    wasReassigned: (name: string) => `Neu zugeteilt: ${name}`,
    someFailed: (count: number) =>
      `${plural(count, 'Buchung wurde', 'Buchungen wurden')} nicht geändert. Wählen Sie noch einmal.`,
  },
})
