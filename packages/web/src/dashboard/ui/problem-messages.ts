import type { Problem } from '@holdfast/contracts'
import { catalogue } from '../../shared/language.ts'
import { type ProblemText, problemMessages } from '../../shared/problem-messages.ts'

/** Every problem that the API can answer with, but for what is worded from its figures. */
type ProblemTexts = Readonly<Record<Problem['code'], ProblemText>>

/** What the API refuses, in the words of whoever runs the day: a new code without words does not compile. */
export const refusalMessages = catalogue<ProblemTexts>({
  en: {
    ...problemMessages.en,
    slot_taken: {
      title: 'The time is taken',
      text: 'Another booking, hold or block has part of it.',
    },
    slot_not_bookable: {
      title: 'The time is not on offer',
      text: 'It breaks a rule of the event type.',
    },
    calendar_unavailable: {
      title: 'The time cannot be checked just now',
      text: 'A connected calendar gives no answer. Try again in a moment, or take another time.',
    },
    invalid_transition: {
      title: 'This is not possible now',
      text: 'Its status does not allow it; it may have changed meanwhile.',
    },
    event_type_inactive: {
      title: 'The event type is off',
      text: 'It takes no bookings. Switch it on first.',
    },
    hold_expired: {
      title: 'The hold has run out',
      text: 'The time was free for others again. Book it anew.',
    },
    validation_failed: {
      title: 'Please check the marked values.',
      text: 'Something does not fit.',
    },
    not_found: {
      title: 'There is nothing here',
      text: 'It may have been deleted meanwhile.',
    },
    unauthenticated: { title: 'You are signed out', text: 'Please sign in once more.' },
    version_mismatch: {
      title: 'It was changed meanwhile',
      text: 'Somebody else changed it since you opened it. Load it again, then make your change.',
    },
    night_taken: { title: 'A night is taken', text: 'Another stay has one of these nights.' },
    stay_not_bookable: {
      title: 'The stay breaks a rule',
      text: 'The rules of its calendar do not allow these nights.',
    },
    calendar_kind_unavailable: {
      title: 'Such calendars cannot be connected here',
      text: 'This server is not registered with the vendor.',
    },
    calendar_unreadable: {
      title: 'The calendar could not be read',
      text: 'What is at this address is no calendar that can be read.',
    },
    slug_taken: { title: 'The page address is taken', text: 'Choose another one.' },
    slug_ambiguous: {
      title: 'The page address is used more than once',
      text: 'Several providers have an event type of this address.',
    },
    provider_has_bookings: {
      title: 'The provider has live bookings',
      text: 'Move or cancel the pending and confirmed ones first.',
    },
    availability_overlaps: {
      title: 'These hours overlap',
      text: 'Part of this time was opened for the date before.',
    },
    last_api_key: {
      title: 'This is the last key',
      text: 'Create another one before you revoke it.',
    },
    idempotency_key_reused: {
      title: 'This was sent before',
      text: 'Load the page again, and see whether it was done.',
    },
    rate_limited: {
      title: 'Too many requests',
      text: 'Please try again in a minute.',
    },
    malformed_json: { title: 'Something went wrong', text: 'Load the page again.' },
    method_not_allowed: { title: 'Something went wrong', text: 'Load the page again.' },
    unsupported_media_type: { title: 'Something went wrong', text: 'Load the page again.' },
    payload_too_large: { title: 'This is too long', text: 'Please shorten it.' },
    internal_error: {
      title: 'Something went wrong',
      text: 'The server could not answer. Please try again in a moment.',
    },
    store_unavailable: {
      title: 'The server cannot reach its data',
      text: 'Please try again in a moment. Nothing was done by halves.',
    },
  },
  de: {
    ...problemMessages.de,
    slot_taken: {
      title: 'Die Zeit ist vergeben',
      text: 'Eine andere Buchung, Reservierung oder Sperre belegt einen Teil davon.',
    },
    slot_not_bookable: {
      title: 'Die Zeit wird nicht angeboten',
      text: 'Sie passt nicht zu den Regeln der Terminart.',
    },
    calendar_unavailable: {
      title: 'Die Zeit lässt sich gerade nicht prüfen',
      text: 'Ein verbundener Kalender antwortet nicht. Versuchen Sie es gleich noch einmal, oder nehmen Sie eine andere Zeit.',
    },
    invalid_transition: {
      title: 'Das geht jetzt nicht',
      text: 'Der Status lässt es nicht zu; vielleicht hat er sich inzwischen geändert.',
    },
    event_type_inactive: {
      title: 'Die Terminart ist abgeschaltet',
      text: 'Sie nimmt keine Buchungen an. Schalten Sie sie zuerst ein.',
    },
    hold_expired: {
      title: 'Die Reservierung ist abgelaufen',
      text: 'Die Zeit war wieder für andere frei. Buchen Sie sie neu.',
    },
    validation_failed: {
      title: 'Bitte prüfen Sie die markierten Angaben.',
      text: 'Etwas passt nicht.',
    },
    not_found: {
      title: 'Hier ist nichts',
      text: 'Vielleicht wurde es inzwischen gelöscht.',
    },
    unauthenticated: {
      title: 'Sie sind abgemeldet',
      text: 'Bitte melden Sie sich noch einmal an.',
    },
    version_mismatch: {
      title: 'Inzwischen geändert',
      text: 'Jemand hat das inzwischen geändert. Laden Sie es neu und ändern Sie es dann.',
    },
    night_taken: {
      title: 'Eine Nacht ist vergeben',
      text: 'Ein anderer Aufenthalt hat eine dieser Nächte.',
    },
    stay_not_bookable: {
      title: 'Der Aufenthalt verletzt eine Regel',
      text: 'Die Regeln des Kalenders lassen diese Nächte nicht zu.',
    },
    calendar_kind_unavailable: {
      title: 'Solche Kalender lassen sich hier nicht verbinden',
      text: 'Dieser Server ist beim Anbieter dieser Kalender nicht angemeldet.',
    },
    calendar_unreadable: {
      title: 'Der Kalender war nicht zu lesen',
      text: 'Unter dieser Adresse liegt kein lesbarer Kalender.',
    },
    slug_taken: { title: 'Die Seitenadresse ist vergeben', text: 'Wählen Sie eine andere.' },
    slug_ambiguous: {
      title: 'Die Seitenadresse ist mehrfach vergeben',
      text: 'Mehrere Anbieter haben eine Terminart mit dieser Adresse.',
    },
    provider_has_bookings: {
      title: 'Der Anbieter hat laufende Buchungen',
      text: 'Verlegen oder sagen Sie die offenen und bestätigten zuerst ab.',
    },
    availability_overlaps: {
      title: 'Diese Zeiten überschneiden sich',
      text: 'Ein Teil davon ist für den Tag schon geöffnet.',
    },
    last_api_key: {
      title: 'Das ist der letzte Schlüssel',
      text: 'Legen Sie einen anderen an, bevor Sie ihn widerrufen.',
    },
    idempotency_key_reused: {
      title: 'Das wurde schon gesendet',
      text: 'Laden Sie die Seite neu, und sehen Sie nach, ob es getan ist.',
    },
    rate_limited: {
      title: 'Zu viele Anfragen',
      text: 'Bitte versuchen Sie es in einer Minute noch einmal.',
    },
    malformed_json: { title: 'Etwas ist schiefgegangen', text: 'Laden Sie die Seite neu.' },
    method_not_allowed: { title: 'Etwas ist schiefgegangen', text: 'Laden Sie die Seite neu.' },
    unsupported_media_type: {
      title: 'Etwas ist schiefgegangen',
      text: 'Laden Sie die Seite neu.',
    },
    payload_too_large: { title: 'Das ist zu lang', text: 'Bitte kürzen Sie es.' },
    internal_error: {
      title: 'Etwas ist schiefgegangen',
      text: 'Der Server konnte nicht antworten. Bitte versuchen Sie es gleich noch einmal.',
    },
    store_unavailable: {
      title: 'Der Server erreicht seine Daten nicht',
      text: 'Bitte versuchen Sie es gleich noch einmal. Nichts ist halb getan.',
    },
  },
})
