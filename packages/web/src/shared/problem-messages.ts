import { catalog } from './language.ts'

/** An error as the reader sees it: what is wrong, then what to do. */
export interface ProblemText {
  readonly title: string
  readonly text: string
}

/** The problems that a visitor without an API key can meet, by their code. */
export const problemMessages = catalog({
  en: {
    slot_taken: {
      title: 'This time is taken',
      text: 'Someone just booked this time. Choose another one.',
    },
    slot_not_bookable: {
      title: 'This time is not available',
      text: 'Choose another time.',
    },
    calendar_unavailable: {
      title: "We can't check this time right now",
      text: "The provider's calendar is not responding. Try again in a moment, or choose another time.",
    },
    hold_expired: {
      title: 'This time is no longer held',
      text: 'Your hold expired, so others could book this time. Choose a time again.',
    },
    invalid_transition: {
      title: 'This is no longer possible',
      text: 'The booking has changed. Reload the page to see the current details.',
    },
    event_type_inactive: {
      title: 'Not available right now',
      text: 'The provider is not taking these bookings at the moment.',
    },
    provider_inactive: {
      title: 'Not available right now',
      text: 'The provider is not taking bookings at the moment.',
    },
    account_suspended: {
      title: 'Not available right now',
      text: 'The provider is not taking bookings at the moment.',
    },
    not_a_candidate: {
      title: 'This choice is no longer available',
      text: 'Choose someone else, or no preference.',
    },
    too_late_to_change: {
      title: 'It is too late to change this',
      text: 'This booking has already begun. Contact the provider.',
    },
    validation_failed: {
      title: 'Check your details',
      text: 'Some of your details are not valid. Correct them and try again.',
    },
    request_in_progress: {
      title: 'Still processing',
      text: 'Your request is still being processed. Try again in a moment.',
    },
  },
  de: {
    slot_taken: {
      title: 'Diese Zeit ist vergeben',
      text: 'Jemand hat diese Zeit gerade gebucht. Wählen Sie eine andere.',
    },
    slot_not_bookable: {
      title: 'Diese Zeit ist nicht verfügbar',
      text: 'Wählen Sie eine andere Zeit.',
    },
    calendar_unavailable: {
      title: 'Wir können diese Zeit gerade nicht prüfen',
      text: 'Der Kalender des Anbieters antwortet nicht. Versuchen Sie es gleich noch einmal oder wählen Sie eine andere Zeit.',
    },
    hold_expired: {
      title: 'Diese Zeit ist nicht mehr reserviert',
      text: 'Ihre Reservierung ist abgelaufen, daher konnten andere diese Zeit buchen. Wählen Sie erneut eine Zeit.',
    },
    invalid_transition: {
      title: 'Das ist nicht mehr möglich',
      text: 'Die Buchung wurde geändert. Laden Sie die Seite neu, um die aktuellen Angaben zu sehen.',
    },
    event_type_inactive: {
      title: 'Zurzeit nicht verfügbar',
      text: 'Der Anbieter nimmt solche Buchungen zurzeit nicht an.',
    },
    provider_inactive: {
      title: 'Zurzeit nicht verfügbar',
      text: 'Der Anbieter nimmt zurzeit keine Buchungen an.',
    },
    account_suspended: {
      title: 'Zurzeit nicht verfügbar',
      text: 'Der Anbieter nimmt zurzeit keine Buchungen an.',
    },
    not_a_candidate: {
      title: 'Diese Auswahl ist nicht mehr verfügbar',
      text: 'Wählen Sie jemand anderen oder „Keine Präferenz“.',
    },
    too_late_to_change: {
      title: 'Dafür ist es zu spät',
      text: 'Diese Buchung hat schon begonnen. Wenden Sie sich an den Anbieter.',
    },
    validation_failed: {
      title: 'Prüfen Sie Ihre Angaben',
      text: 'Einige Angaben sind ungültig. Korrigieren Sie sie und versuchen Sie es noch einmal.',
    },
    request_in_progress: {
      title: 'Wird noch bearbeitet',
      text: 'Ihre Anfrage wird noch bearbeitet. Versuchen Sie es gleich noch einmal.',
    },
  },
})
