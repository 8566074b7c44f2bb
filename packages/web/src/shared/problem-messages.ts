import { catalogue } from './language.ts'

/** What a refusal is called, and what can be done about it. */
export interface ProblemText {
  readonly title: string
  readonly text: string
}

/** The refusals that somebody without a key can meet, in the reader's words. */
export const problemMessages = catalogue({
  en: {
    slot_taken: {
      title: 'This time is taken',
      text: 'Somebody else was faster. Please choose another time.',
    },
    slot_not_bookable: {
      title: 'This time is not on offer',
      text: 'Please choose another time.',
    },
    calendar_unavailable: {
      title: 'This time cannot be checked just now',
      text: 'A calendar of the provider gives no answer, so we cannot tell whether the time is free. Please try again in a moment, or choose another time.',
    },
    hold_expired: {
      title: 'The time is no longer held',
      text: 'It was free for others again. Please choose a time once more.',
    },
    invalid_transition: {
      title: 'This is no longer possible',
      text: 'The booking has changed meanwhile. Load the page again to see how it stands.',
    },
    event_type_inactive: {
      title: 'This is not offered now',
      text: 'The provider takes no bookings of this kind at present.',
    },
    validation_failed: {
      title: 'Something in the form does not fit',
      text: 'Please check what you wrote, and send it once more.',
    },
    request_in_progress: {
      title: 'Still under way',
      text: 'The same request is still being worked on. Please try again in a moment.',
    },
  },
  de: {
    slot_taken: {
      title: 'Diese Zeit ist vergeben',
      text: 'Jemand war schneller. Bitte wählen Sie eine andere Zeit.',
    },
    slot_not_bookable: {
      title: 'Diese Zeit wird nicht angeboten',
      text: 'Bitte wählen Sie eine andere Zeit.',
    },
    calendar_unavailable: {
      title: 'Diese Zeit lässt sich gerade nicht prüfen',
      text: 'Ein Kalender des Anbieters antwortet nicht; ob die Zeit frei ist, wissen wir deshalb nicht. Bitte versuchen Sie es gleich noch einmal, oder wählen Sie eine andere Zeit.',
    },
    hold_expired: {
      title: 'Die Zeit ist nicht mehr festgehalten',
      text: 'Sie war wieder für andere frei. Bitte wählen Sie noch einmal eine Zeit.',
    },
    invalid_transition: {
      title: 'Das geht nicht mehr',
      text: 'Die Buchung hat sich inzwischen geändert. Laden Sie die Seite neu, um zu sehen, wie sie steht.',
    },
    event_type_inactive: {
      title: 'Das wird gerade nicht angeboten',
      text: 'Der Anbieter nimmt solche Buchungen zurzeit nicht an.',
    },
    validation_failed: {
      title: 'Etwas im Formular passt nicht',
      text: 'Bitte prüfen Sie Ihre Angaben, und senden Sie sie noch einmal.',
    },
    request_in_progress: {
      title: 'Noch unterwegs',
      text: 'Dieselbe Anfrage wird noch bearbeitet. Bitte versuchen Sie es gleich noch einmal.',
    },
  },
})
