import { catalog } from '../../shared/language.ts'

/** The texts of the page for the first day. */
export const firstDayMessages = catalog({
  en: {
    title: 'Get started',
    lead: 'A few steps until people can book you. You can change everything later.',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    done: 'Done',
    optional: 'Optional',
    hide: 'Hide this list',
    allDone: 'All set. People can book you.',
    first: (step: string) => `First: ${step}`,
    steps: {
      provider: {
        title: 'Add who can be booked',
        text: 'Yourself, a colleague, a room or a thing.',
        action: 'Add provider',
      },
      hours: {
        title: 'Set working hours',
        text: 'We propose Monday to Friday, 9:00 to 17:00.',
        action: 'Set hours',
      },
      eventType: {
        title: 'Create an event type',
        text: 'What people book: a title and a duration.',
        action: 'Create event type',
      },
      calendar: {
        title: 'Connect a calendar',
        text: 'Times that are busy there are not offered here.',
        action: 'Connect calendar',
      },
      booking: {
        title: 'Take the first booking',
        text: 'Book for a caller, or share the link to your booking page.',
        action: 'New booking',
      },
      invite: {
        title: 'Invite a colleague',
        text: 'They sign in with their own email address.',
        action: 'Invite',
      },
    },
    providerTitle: 'Who can be booked?',
    email: 'Email (optional)',
    emailHint: 'Receives an email about every booking.',
    zone: 'Time zone',
    hoursTitle: 'Working hours',
    hoursOf: (name: string) => `When ${name} can be booked.`,
    schedule: 'Working hours',
    eventTypeTitle: 'What can people book?',
    eventTypeLead: (name: string) =>
      `A booking with ${name}. Buffers and other rules can follow later.`,
    meeting: '30-minute meeting',
    service: 'Title',
    duration: 'Duration',
    openPage: 'Open booking page',
  },
  de: {
    title: 'Erste Schritte',
    lead: 'Wenige Schritte, bis man bei Ihnen buchen kann. Alles lässt sich später ändern.',
    progress: (done: number, all: number) => `${done} von ${all} erledigt`,
    done: 'Erledigt',
    optional: 'Optional',
    hide: 'Liste ausblenden',
    allDone: 'Alles bereit. Man kann jetzt bei Ihnen buchen.',
    first: (step: string) => `Zuerst: ${step}`,
    steps: {
      provider: {
        title: 'Anlegen, wer gebucht wird',
        text: 'Sie selbst, eine Kollegin, ein Raum oder ein Gerät.',
        action: 'Anbieter hinzufügen',
      },
      hours: {
        title: 'Arbeitszeiten festlegen',
        text: 'Unser Vorschlag: Montag bis Freitag, 9:00 bis 17:00 Uhr.',
        action: 'Zeiten festlegen',
      },
      eventType: {
        title: 'Terminart anlegen',
        text: 'Was man buchen kann: ein Titel und eine Dauer.',
        action: 'Terminart anlegen',
      },
      calendar: {
        title: 'Kalender verbinden',
        text: 'Zeiten, die dort belegt sind, werden hier nicht angeboten.',
        action: 'Kalender verbinden',
      },
      booking: {
        title: 'Die erste Buchung annehmen',
        text: 'Buchen Sie für jemanden am Telefon oder teilen Sie den Link zu Ihrer Buchungsseite.',
        action: 'Neue Buchung',
      },
      invite: {
        title: 'Kollegen einladen',
        text: 'Sie melden sich mit ihrer eigenen E-Mail-Adresse an.',
        action: 'Einladen',
      },
    },
    providerTitle: 'Wer kann gebucht werden?',
    email: 'E-Mail (optional)',
    emailHint: 'Erhält zu jeder Buchung eine E-Mail.',
    zone: 'Zeitzone',
    hoursTitle: 'Arbeitszeiten',
    hoursOf: (name: string) => `Zu diesen Zeiten kann man ${name} buchen.`,
    schedule: 'Arbeitszeiten',
    eventTypeTitle: 'Was kann man buchen?',
    eventTypeLead: (name: string) =>
      `Ein Termin bei ${name}. Puffer und weitere Regeln können später folgen.`,
    meeting: 'Termin, 30 Minuten',
    service: 'Titel',
    duration: 'Dauer',
    openPage: 'Buchungsseite öffnen',
  },
})
