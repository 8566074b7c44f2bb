import type { Problem } from '@holdfast/contracts'
import { catalog } from '../../shared/language.ts'
import shared from '../../shared/languages/de.ts'
import { type ProblemText, problemMessages } from '../../shared/problem-messages.ts'
import { accessProblemMessages } from './access-problem-messages.ts'
import { contactProblemMessages } from './contact-problem-messages.ts'
import { countProblemMessages } from './count-problem-messages.ts'
import { EVENT_TYPE_PROBLEMS } from './event-type-problem-messages.ts'
import { paymentProblemMessages } from './payment-problem-messages.ts'
import { photoProblemMessages } from './photo-problem-messages.ts'

/** Requires a text for every problem code: a new code without one does not compile. */
type ProblemTexts = Readonly<Record<Problem['code'], ProblemText>>

/** The API's problems, by their code, in words for the account's own staff. */
export const dashboardProblemMessages = catalog<ProblemTexts>({
  en: {
    ...problemMessages.en,
    ...countProblemMessages.en,
    ...accessProblemMessages.en,
    ...contactProblemMessages.en,
    ...photoProblemMessages.en,
    last_owner: {
      title: 'The account needs an owner',
      text: 'Make another member an owner first, and wait until they have signed in.',
    },
    member_exists: {
      title: 'Already a member',
      text: 'A member has this email address. Change that member instead.',
    },
    proof_of_work_required: {
      title: 'Proof of work required',
      text: 'Reload the page and try again.',
    },
    email_unconfirmed: {
      title: 'Email address not confirmed',
      text: 'The booking stands once its booker opens the link in our email.',
    },
    dates_taken: {
      title: 'Some dates are taken',
      text: 'Nothing was blocked. Move or cancel what is in the way, or leave those dates out.',
    },
    slot_taken: {
      title: 'This time is taken',
      text: 'Another booking, hold or block overlaps it.',
    },
    slot_not_bookable: {
      title: "This time can't be booked",
      text: 'The rules of the event type do not allow it.',
    },
    calendar_unavailable: {
      title: "We can't check this time right now",
      text: 'A connected calendar is not responding. Try again in a moment, or choose another time.',
    },
    invalid_transition: {
      title: 'This is not possible right now',
      text: 'The current status does not allow it. It may have changed.',
    },
    event_type_inactive: {
      title: 'The event type is inactive',
      text: 'Activate it to take bookings.',
    },
    provider_inactive: {
      title: 'The provider is inactive',
      text: 'Activate it to take bookings.',
    },
    no_candidate_free: {
      title: 'Nobody is free',
      text: 'No other candidate works and is free at this time.',
    },
    not_a_candidate: {
      title: 'Not a candidate',
      text: 'The event type does not name this provider for the booking.',
    },
    provider_is_team: {
      title: 'A team has no time of its own',
      text: 'Choose one of its members.',
    },
    schedule_in_use: {
      title: 'This schedule is in use',
      text: 'Give its providers and event types another schedule first.',
    },
    property_in_use: {
      title: 'This property has units',
      text: 'Delete its units first.',
    },
    calendar_in_use: {
      title: 'This calendar belongs to a unit',
      text: 'Choose another calendar, or delete the unit first.',
    },
    ...EVENT_TYPE_PROBLEMS.en,
    event_type_has_bookings: {
      title: 'This event type still has bookings',
      text: 'Move or cancel its pending and confirmed bookings first.',
    },
    hold_expired: {
      title: 'The hold expired',
      text: 'Others could book this time. Book it again.',
    },
    validation_failed: {
      title: 'Check the marked fields',
      text: 'Some values are not valid.',
    },
    not_found: {
      title: 'Not found',
      text: 'It may have been deleted.',
    },
    unauthenticated: { title: 'You are signed out', text: 'Sign in again.' },
    version_mismatch: {
      title: 'Someone else changed this',
      text: 'Reload it, then make your change again.',
    },
    night_taken: {
      title: 'A night is already taken',
      text: 'Another stay includes one of these nights.',
    },
    stay_not_bookable: {
      title: "This stay can't be booked",
      text: 'The rules of the calendar do not allow these nights.',
    },
    calendar_kind_unavailable: {
      title: 'This kind of calendar is not available',
      text: 'It is not set up on this server.',
    },
    payment_kind_unavailable: {
      title: 'These payments are not available',
      text: 'They are not set up on this server.',
    },
    signature_invalid: {
      title: 'The signature is not valid',
      text: 'Check the webhook secret of the payment connection.',
    },
    payments_open: {
      title: 'Payments are still open',
      text: 'Wait until they are settled, or cancel their bookings.',
    },
    payment_closed: {
      title: 'Nothing to pay',
      text: 'This booking takes no payment any more.',
    },
    refund_too_large: {
      title: 'More than was paid',
      text: 'Part of it was refunded already. Enter a smaller amount.',
    },
    ...paymentProblemMessages.en,
    payment_unavailable: {
      title: "We can't reach the payment service",
      text: 'Try again in a moment. Nothing was changed.',
    },
    calendar_unreadable: {
      title: "We couldn't read this calendar",
      text: 'The address does not return a calendar that we can read.',
    },
    slug_taken: { title: 'This link name is taken', text: 'Choose another one.' },
    slug_ambiguous: {
      title: 'This link name is not unique',
      text: 'Several providers have an event type with this link name.',
    },
    provider_has_bookings: {
      title: 'This provider still has bookings',
      text: 'Move or cancel its pending and confirmed bookings first.',
    },
    managed_by_booking: {
      title: 'This stay is a booking',
      text: 'Change or cancel it in the list of bookings.',
    },
    unit_has_bookings: {
      title: 'This calendar still has bookings',
      text: 'Cancel or move them first.',
    },
    availability_overlaps: {
      title: 'These hours overlap',
      text: 'Part of this time is already open on this date.',
    },
    last_api_key: {
      title: 'This is your last key',
      text: 'Create another key before you revoke this one.',
    },
    idempotency_key_reused: {
      title: 'This was already sent',
      text: 'Reload the page and check the result.',
    },
    rate_limited: {
      title: 'Too many requests',
      text: 'Try again in a minute.',
    },
    malformed_json: { title: 'Something went wrong', text: 'Reload the page.' },
    method_not_allowed: { title: 'Something went wrong', text: 'Reload the page.' },
    unsupported_media_type: { title: 'Something went wrong', text: 'Reload the page.' },
    payload_too_large: { title: 'This is too long', text: 'Shorten your text.' },
    internal_error: {
      title: 'Something went wrong',
      text: 'Try again in a moment.',
    },
    overloaded: {
      title: 'The server is busy',
      text: 'Try again in a moment.',
    },
    store_unavailable: {
      title: "The server can't reach its database",
      text: 'Try again in a moment.',
    },
  },
  de: {
    ...shared.problems,
    ...countProblemMessages.de,
    ...accessProblemMessages.de,
    ...contactProblemMessages.de,
    ...photoProblemMessages.de,
    last_owner: {
      title: 'Das Konto braucht einen Inhaber',
      text: 'Machen Sie zuerst ein anderes Mitglied zum Inhaber und warten Sie, bis es sich angemeldet hat.',
    },
    member_exists: {
      title: 'Schon Mitglied',
      text: 'Ein Mitglied hat diese E-Mail-Adresse. Ändern Sie dieses Mitglied.',
    },
    proof_of_work_required: {
      title: 'Rechenaufgabe fehlt',
      text: 'Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    },
    email_unconfirmed: {
      title: 'E-Mail-Adresse nicht bestätigt',
      text: 'Die Buchung gilt, sobald der Link in unserer E-Mail geöffnet wurde.',
    },
    dates_taken: {
      title: 'Einige Termine sind belegt',
      text: 'Es wurde nichts gesperrt. Verlegen oder stornieren Sie, was im Weg ist, oder lassen Sie diese Termine aus.',
    },
    slot_taken: {
      title: 'Diese Zeit ist vergeben',
      text: 'Eine andere Buchung, Reservierung oder Sperre überschneidet sich damit.',
    },
    slot_not_bookable: {
      title: 'Diese Zeit lässt sich nicht buchen',
      text: 'Die Regeln der Terminart lassen sie nicht zu.',
    },
    calendar_unavailable: {
      title: 'Wir können diese Zeit gerade nicht prüfen',
      text: 'Ein verbundener Kalender antwortet nicht. Versuchen Sie es gleich noch einmal oder wählen Sie eine andere Zeit.',
    },
    invalid_transition: {
      title: 'Das ist jetzt nicht möglich',
      text: 'Der aktuelle Status lässt es nicht zu. Vielleicht wurde er geändert.',
    },
    event_type_inactive: {
      title: 'Die Terminart ist nicht aktiv',
      text: 'Aktivieren Sie sie, um Buchungen anzunehmen.',
    },
    provider_inactive: {
      title: 'Der Anbieter ist nicht aktiv',
      text: 'Aktivieren Sie ihn, um Buchungen anzunehmen.',
    },
    no_candidate_free: {
      title: 'Niemand ist frei',
      text: 'Kein anderer Anbieter, der infrage kommt, arbeitet zu dieser Zeit und ist frei.',
    },
    not_a_candidate: {
      title: 'Kommt nicht infrage',
      text: 'Die Terminart sieht diesen Anbieter für die Buchung nicht vor.',
    },
    provider_is_team: {
      title: 'Ein Team hat keine eigene Zeit',
      text: 'Wählen Sie eines seiner Mitglieder.',
    },
    schedule_in_use: {
      title: 'Dieser Zeitplan wird verwendet',
      text: 'Geben Sie seinen Anbietern und Terminarten zuerst einen anderen.',
    },
    property_in_use: {
      title: 'Diese Unterkunft hat Einheiten',
      text: 'Löschen Sie zuerst ihre Einheiten.',
    },
    calendar_in_use: {
      title: 'Dieser Kalender gehört zu einer Einheit',
      text: 'Wählen Sie einen anderen Kalender, oder löschen Sie zuerst die Einheit.',
    },
    ...EVENT_TYPE_PROBLEMS.de,
    event_type_has_bookings: {
      title: 'Diese Terminart hat noch Buchungen',
      text: 'Verschieben Sie ihre offenen und bestätigten Buchungen zuerst oder sagen Sie sie ab.',
    },
    hold_expired: {
      title: 'Die Reservierung ist abgelaufen',
      text: 'Andere konnten diese Zeit buchen. Buchen Sie sie neu.',
    },
    validation_failed: {
      title: 'Prüfen Sie die markierten Felder',
      text: 'Einige Angaben sind ungültig.',
    },
    not_found: {
      title: 'Nicht gefunden',
      text: 'Vielleicht wurde es gelöscht.',
    },
    unauthenticated: { title: 'Sie sind abgemeldet', text: 'Melden Sie sich erneut an.' },
    version_mismatch: {
      title: 'Jemand anderes hat das geändert',
      text: 'Laden Sie es neu und nehmen Sie Ihre Änderung noch einmal vor.',
    },
    night_taken: {
      title: 'Eine Nacht ist schon vergeben',
      text: 'Ein anderer Aufenthalt belegt eine dieser Nächte.',
    },
    stay_not_bookable: {
      title: 'Dieser Aufenthalt lässt sich nicht buchen',
      text: 'Die Regeln des Kalenders lassen diese Nächte nicht zu.',
    },
    calendar_kind_unavailable: {
      title: 'Solche Kalender sind nicht verfügbar',
      text: 'Sie sind auf diesem Server nicht eingerichtet.',
    },
    payment_kind_unavailable: {
      title: 'Solche Zahlungen sind nicht verfügbar',
      text: 'Sie sind auf diesem Server nicht eingerichtet.',
    },
    signature_invalid: {
      title: 'Die Signatur ist ungültig',
      text: 'Prüfen Sie das Webhook-Geheimnis der Zahlungsverbindung.',
    },
    payments_open: {
      title: 'Es gibt noch offene Zahlungen',
      text: 'Warten Sie, bis sie abgeschlossen sind, oder stornieren Sie die Buchungen.',
    },
    payment_closed: {
      title: 'Nichts zu zahlen',
      text: 'Für diese Buchung ist nichts mehr zu zahlen.',
    },
    refund_too_large: {
      title: 'Mehr als gezahlt wurde',
      text: 'Ein Teil wurde schon erstattet. Geben Sie einen kleineren Betrag ein.',
    },
    ...paymentProblemMessages.de,
    payment_unavailable: {
      title: 'Der Zahlungsdienst ist nicht erreichbar',
      text: 'Versuchen Sie es gleich noch einmal. Es wurde nichts geändert.',
    },
    calendar_unreadable: {
      title: 'Wir konnten diesen Kalender nicht lesen',
      text: 'Unter dieser Adresse liegt kein lesbarer Kalender.',
    },
    slug_taken: { title: 'Dieser Linkname ist vergeben', text: 'Wählen Sie einen anderen.' },
    slug_ambiguous: {
      title: 'Dieser Linkname ist nicht eindeutig',
      text: 'Mehrere Anbieter haben eine Terminart mit diesem Linknamen.',
    },
    provider_has_bookings: {
      title: 'Dieser Anbieter hat noch Buchungen',
      text: 'Verschieben Sie seine offenen und bestätigten Buchungen zuerst oder sagen Sie sie ab.',
    },
    managed_by_booking: {
      title: 'Dieser Aufenthalt ist eine Buchung',
      text: 'Ändern Sie ihn in der Liste der Buchungen, oder sagen Sie ihn dort ab.',
    },
    unit_has_bookings: {
      title: 'Dieser Kalender hat noch Buchungen',
      text: 'Sagen Sie sie zuerst ab oder verschieben Sie sie.',
    },
    availability_overlaps: {
      title: 'Diese Zeiten überschneiden sich',
      text: 'Ein Teil davon ist an diesem Tag schon geöffnet.',
    },
    last_api_key: {
      title: 'Das ist Ihr letzter Schlüssel',
      text: 'Legen Sie einen anderen an, bevor Sie diesen widerrufen.',
    },
    idempotency_key_reused: {
      title: 'Das wurde schon gesendet',
      text: 'Laden Sie die Seite neu und prüfen Sie das Ergebnis.',
    },
    rate_limited: {
      title: 'Zu viele Anfragen',
      text: 'Versuchen Sie es in einer Minute noch einmal.',
    },
    malformed_json: { title: 'Etwas ist schiefgegangen', text: 'Laden Sie die Seite neu.' },
    method_not_allowed: { title: 'Etwas ist schiefgegangen', text: 'Laden Sie die Seite neu.' },
    unsupported_media_type: {
      title: 'Etwas ist schiefgegangen',
      text: 'Laden Sie die Seite neu.',
    },
    payload_too_large: { title: 'Das ist zu lang', text: 'Kürzen Sie Ihren Text.' },
    internal_error: {
      title: 'Etwas ist schiefgegangen',
      text: 'Versuchen Sie es gleich noch einmal.',
    },
    overloaded: {
      title: 'Der Server ist ausgelastet',
      text: 'Versuchen Sie es gleich noch einmal.',
    },
    store_unavailable: {
      title: 'Der Server erreicht seine Datenbank nicht',
      text: 'Versuchen Sie es gleich noch einmal.',
    },
  },
})
