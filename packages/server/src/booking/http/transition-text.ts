import type { TransitionRefusal } from '@holdfast/engine'

const ACTION_TEXT = {
  confirm: 'confirmed',
  cancel: 'cancelled',
  reschedule: 'rescheduled',
  reassign: 'reassigned',
  update: 'updated',
  complete: 'completed',
  no_show: 'marked as a no-show',
  expire: 'expired',
  check_in: 'checked in',
  call: 'called',
  start_service: 'started',
  check_out: 'checked out',
} as const

/** Why a booking cannot take an action, as a sentence. */
export function transitionText({
  action,
  status,
  reason,
}: Extract<TransitionRefusal, { readonly code: 'invalid_transition' }>): string {
  switch (reason) {
    case 'not_started':
      return `The booking cannot be ${ACTION_TEXT[action]} before its start.`
    case 'too_early':
      return `The booking cannot be ${ACTION_TEXT[action]} more than 24 hours before its start.`
    case 'needs_approval':
      return 'The booking is waiting for approval by the provider.'
    case 'moved':
      return 'The booking was moved. Use the link in the newest email.'
    case 'in_session':
      return 'The booking has seats of a session. Reassign the whole session.'
    case 'reassigned':
      return 'The booking was given to another provider.'
    default:
      return `A booking with status "${status}" cannot be ${ACTION_TEXT[action]}.`
  }
}
