import { catalogue } from '../shared/language.ts'

/** The texts of the booking page. */
export const bookingMessages = catalogue({
  en: {
    pageTitle: (what: string, who: string) => `${what} with ${who}`,
    with: (who: string) => `with ${who}`,
    confirmations: {
      hold: 'Your time is held while you fill in your details.',
      instant: 'Confirmed at once.',
      approval: 'Confirmed once the provider has agreed.',
    },
    details: 'Your details',
    chosen: 'Your time',
    theirTime: (time: string, city: string) => `${time} in ${city}`,
    emailHint: 'The confirmation and the invitation go there.',
    confirm: 'Confirm booking',
    book: 'Book this time',
    request: 'Request this time',
    otherTime: 'Choose another time',
    heldFor: (time: string) => `Held for you for ${time}`,
    heldNow: (seconds: number) =>
      `This time is held for you for ${Math.round(seconds / 60)} minutes.`,
    heldLeft: (seconds: number) =>
      seconds >= 60
        ? `${Math.round(seconds / 60)} ${seconds >= 90 ? 'minutes' : 'minute'} left to confirm.`
        : `${seconds} seconds left to confirm.`,
    stillHeld: (when: string) => `You are still holding ${when}.`,
    continue: 'Continue with it',
    expiredTitle: 'Your hold has run out',
    expired:
      'The time was free for others again. What you wrote is kept: take it once more, or choose another time.',
    holdAgain: 'Hold this time again',
    lostTitle: (when: string) => `${when} has just been taken`,
    lost: 'Somebody else was faster. These times are still free:',
    withdrawnTitle: (when: string) => `${when} is no longer on offer`,
    withdrawn: 'These times are free:',
    lostNone: 'Please choose another time.',
    lookingForFree: 'Looking for free times close by …',
    doneTitle: 'You are booked',
    requestedTitle: 'Your request is on its way',
    done: (email: string) => `The confirmation goes to ${email}.`,
    requested: (email: string) => `As soon as it is approved, the confirmation goes to ${email}.`,
    addToCalendar: 'Add to your calendar',
    download: 'Calendar file (.ics)',
    google: 'Google Calendar',
    outlook: 'Outlook',
    manage: 'Manage the booking',
    manageHint: 'On its page you can see, move or cancel the booking. The mail has the same link.',
    bookAnother: 'Book another time',
  },
  de: {
    pageTitle: (what: string, who: string) => `${what} bei ${who}`,
    with: (who: string) => `bei ${who}`,
    confirmations: {
      hold: 'Ihre Zeit wird festgehalten, während Sie Ihre Angaben machen.',
      instant: 'Sofort bestätigt.',
      approval: 'Bestätigt, sobald der Anbieter zugestimmt hat.',
    },
    details: 'Ihre Angaben',
    chosen: 'Ihre Zeit',
    theirTime: (time: string, city: string) => `${time} in ${city}`,
    emailHint: 'Dorthin gehen Bestätigung und Einladung.',
    confirm: 'Buchung bestätigen',
    book: 'Diese Zeit buchen',
    request: 'Diese Zeit anfragen',
    otherTime: 'Andere Zeit wählen',
    heldFor: (time: string) => `Für Sie festgehalten, noch ${time}`,
    heldNow: (seconds: number) =>
      `Diese Zeit ist ${Math.round(seconds / 60)} Minuten lang für Sie festgehalten.`,
    heldLeft: (seconds: number) =>
      seconds >= 60
        ? `Noch ${Math.round(seconds / 60)} ${seconds >= 90 ? 'Minuten' : 'Minute'} zum Bestätigen.`
        : `Noch ${seconds} Sekunden zum Bestätigen.`,
    stillHeld: (when: string) => `Sie halten noch ${when}.`,
    continue: 'Damit weitermachen',
    expiredTitle: 'Die Zeit ist nicht mehr festgehalten',
    expired:
      'Sie war wieder für andere frei. Ihre Angaben sind noch da: Halten Sie die Zeit noch einmal fest, oder wählen Sie eine andere.',
    holdAgain: 'Diese Zeit noch einmal festhalten',
    lostTitle: (when: string) => `${when} ist gerade vergeben worden`,
    lost: 'Jemand war schneller. Diese Zeiten sind noch frei:',
    withdrawnTitle: (when: string) => `${when} wird nicht mehr angeboten`,
    withdrawn: 'Diese Zeiten sind frei:',
    lostNone: 'Bitte wählen Sie eine andere Zeit.',
    lookingForFree: 'Freie Zeiten in der Nähe werden gesucht …',
    doneTitle: 'Sie haben gebucht',
    requestedTitle: 'Ihre Anfrage ist unterwegs',
    done: (email: string) => `Die Bestätigung geht an ${email}.`,
    requested: (email: string) => `Sobald zugestimmt wurde, geht die Bestätigung an ${email}.`,
    addToCalendar: 'In Ihren Kalender eintragen',
    download: 'Kalenderdatei (.ics)',
    google: 'Google Kalender',
    outlook: 'Outlook',
    manage: 'Buchung verwalten',
    manageHint:
      'Auf ihrer Seite können Sie die Buchung ansehen, verschieben oder absagen. Die Mail enthält denselben Link.',
    bookAnother: 'Noch eine Zeit buchen',
  },
})
