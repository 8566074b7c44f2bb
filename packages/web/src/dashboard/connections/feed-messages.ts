import { catalog } from '../../shared/language.ts'

/** The texts of the subscription to a provider's bookings. */
export const feedMessages = catalog({
  en: {
    title: 'Subscribe in your calendar',
    none: 'A private link shows the bookings in Google Calendar, Outlook or Apple Calendar.',
    exists: 'A private link shows the bookings. If you lost it, replace it.',
    create: 'Create link',
    replace: 'Replace link',
    replaceTitle: 'Replace this link?',
    replaceText: 'Calendars that use the current link stop showing the bookings.',
    revoke: 'Revoke link',
    revokeTitle: 'Revoke this link?',
    revokeText: 'Calendars that use it stop showing the bookings.',
    revoked: 'Link revoked',
    linkTitle: 'Calendar link created',
    linkText:
      'Copy it now: we show it only once. Anyone with this link can read the bookings, with the names and email addresses of bookers.',
  },
  de: {
    title: 'Im Kalender abonnieren',
    none: 'Ein privater Link zeigt die Buchungen in Google Kalender, Outlook oder Apple Kalender.',
    exists:
      'Ein privater Link zeigt die Buchungen. Wenn Sie ihn nicht mehr haben, ersetzen Sie ihn.',
    create: 'Link erstellen',
    replace: 'Link ersetzen',
    replaceTitle: 'Diesen Link ersetzen?',
    replaceText: 'Kalender mit dem bisherigen Link zeigen die Buchungen nicht mehr.',
    revoke: 'Link widerrufen',
    revokeTitle: 'Diesen Link widerrufen?',
    revokeText: 'Kalender mit diesem Link zeigen die Buchungen nicht mehr.',
    revoked: 'Link widerrufen',
    linkTitle: 'Kalenderlink erstellt',
    linkText:
      'Kopieren Sie ihn jetzt: Wir zeigen ihn nur einmal. Wer diesen Link hat, kann die Buchungen lesen, mit Namen und E-Mail-Adressen.',
  },
})
