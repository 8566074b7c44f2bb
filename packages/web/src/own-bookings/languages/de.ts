import shared from '../../shared/languages/de.ts'
import type { OwnBookingsTranslations } from '../translations.ts'

export default {
  ...shared,
  ownBookings: {
    title: 'Meine Buchungen',
    lead: 'Geben Sie die E-Mail-Adresse ein, mit der Sie buchen. Wir senden Ihnen einen Link.',
    email: 'E-Mail-Adresse',
    emailWrong: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.com.',
    send: 'Link senden',
    sentTitle: 'Sehen Sie in Ihr Postfach',
    sent: (email) =>
      `Falls es Buchungen für ${email} gibt, ist eine E-Mail mit einem Link unterwegs. Der Link gilt 15 Minuten.`,
    again: 'Andere Adresse verwenden',
    openLead: 'Fahren Sie fort, um Ihre Buchungen in diesem Browser zu sehen.',
    open: 'Meine Buchungen ansehen',
    ended: {
      link: {
        title: 'Dieser Link funktioniert nicht mehr',
        text: 'Er wurde schon verwendet oder ist älter als 15 Minuten. Fordern Sie einen neuen an.',
      },
      'sign-in': {
        title: 'Sie sind abgemeldet',
        text: 'Eine Anmeldung gilt 30 Tage. Fordern Sie einen neuen Link an.',
      },
    },
    coming: 'Kommende',
    noneComing: 'Sie haben keine kommenden Buchungen.',
    past: 'Vergangene',
    more: 'Mehr anzeigen',
    manage: 'Ansehen oder ändern',
    status: {
      pending: 'Noch nicht bestätigt',
      confirmed: 'Bestätigt',
      completed: 'Erledigt',
      cancelled: 'Abgesagt',
      no_show: 'Versäumt',
      expired: 'Abgelaufen',
    },
  },
} satisfies OwnBookingsTranslations
