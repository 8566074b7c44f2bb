import { texts } from './language.ts'

/** An error as the reader sees it: what is wrong, then what to do. */
export interface ProblemText {
  readonly title: string
  readonly text: string
}

/** The problems that a visitor without an API key can meet, by their code. */
export const problemMessages = texts('problems', {
  slot_taken: {
    title: 'This time is taken',
    text: 'Someone just booked this time. Choose another one.',
  },
  slot_not_bookable: {
    title: 'This time is not available',
    text: 'Choose another time.',
  },
  session_cancelled: {
    title: 'This session was cancelled',
    text: 'It no longer takes place at this time. Choose another one.',
  },
  booker_not_allowed: {
    title: 'This is not available for you',
    text: 'It is for certain customers only, or you have already booked it as often as allowed. Choose another service, or contact the provider.',
  },
  limit_reached: {
    title: 'No more bookings possible',
    text: 'This day is full, or you have as many bookings as allowed. Choose another day, or cancel one of yours.',
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
    text: 'The time for changes has passed. Contact the provider.',
  },
  reschedule_limit_reached: {
    title: "This booking can't be moved again",
    text: 'It has been moved as often as the provider allows. Contact the provider.',
  },
  payment_required: {
    title: 'Payment needed',
    text: 'The booking is confirmed once it is paid.',
  },
  payment_unavailable: {
    title: "We can't take payments right now",
    text: 'The payment service is not responding. Try again in a moment. Nothing was charged.',
  },
  validation_failed: {
    title: 'Check your details',
    text: 'Some of your details are not valid. Correct them and try again.',
  },
  request_in_progress: {
    title: 'Still processing',
    text: 'Your request is still being processed. Try again in a moment.',
  },
})
