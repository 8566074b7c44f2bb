import { catalog } from '../../shared/language.ts'

/** The texts of reassigning a booking. */
export const reassignMessages = catalog({
  en: {
    reassign: 'Reassign…',
    changeClass: 'Change the class',
    reassignLead: 'The time stays the same.',
    with: 'With',
    leaving: 'Give away',
    takesOver: 'Takes over',
    best: 'The best free candidate',
    confirm: 'Reassign booking',
    reassigned: (name: string) => `${name} has the booking now`,
    notReassigned: 'Booking not reassigned',
    nobodyFree: 'No other candidate works and is free at this time.',
    notFree: (name: string) => `${name} is not free at this time.`,
    noCandidate: 'The event type has no other candidate for this booking.',
    notCandidate: (name: string) => `${name} is not a candidate for this booking.`,
    noCandidates: 'The event type has no other candidate. Add one to its team first.',
  },
  de: {
    reassign: 'Neu zuteilen …',
    changeClass: 'Den Kurs ändern',
    reassignLead: 'Die Zeit bleibt gleich.',
    with: 'Mit',
    leaving: 'Wer abgibt',
    takesOver: 'Wer übernimmt',
    best: 'Wer am besten passt und frei ist',
    confirm: 'Buchung neu zuteilen',
    reassigned: (name: string) => `${name} hat jetzt die Buchung`,
    notReassigned: 'Buchung nicht neu zugeteilt',
    nobodyFree: 'Niemand sonst, der infrage kommt, arbeitet zu dieser Zeit und ist frei.',
    notFree: (name: string) => `${name} ist zu dieser Zeit nicht frei.`,
    noCandidate: 'Die Terminart sieht niemand anderen für diese Buchung vor.',
    notCandidate: (name: string) => `${name} kommt für diese Buchung nicht infrage.`,
    noCandidates:
      'Die Terminart sieht niemand anderen vor. Fügen Sie ihrem Team zuerst jemanden hinzu.',
  },
})
