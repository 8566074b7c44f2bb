import { BOOKINGS_NAMED } from '../../kernel/http/problem.ts'
import type { ProblemsOf } from '../../kernel/http/refusal-problem.ts'
import type { PeopleRefusal } from '../refusals.ts'

/** What each refusal of the context is over HTTP. */
export const PEOPLE_PROBLEMS: ProblemsOf<PeopleRefusal> = {
  contact_has_bookings: ({ code, bookingIds, stayIds }) => ({
    code,
    detail: `The person has current or future bookings or stays: ${[...bookingIds, ...stayIds].slice(0, BOOKINGS_NAMED).join(', ')}. Cancel them first, or send \`cancel: true\`.`,
    bookingIds: bookingIds.slice(0, BOOKINGS_NAMED),
    stayIds: stayIds.slice(0, BOOKINGS_NAMED),
  }),
  contact_exists: ({ code, email, contactId }) => ({
    code,
    detail: `The contact "${contactId}" has the address ${email}.`,
    contactId,
  }),
  contact_merged: ({ code, contactId, into }) => ({
    code,
    detail: `The contact "${contactId}" was merged into "${into}". Change that contact, or undo the merge.`,
    contactId: into,
  }),
  merge_not_undoable: ({ code, contactId, reason }) => ({
    code,
    detail: {
      not_merged: `The contact "${contactId}" is not merged into another.`,
      expired: `The contact "${contactId}" was merged more than 30 days ago.`,
      new_bookings: `Bookings were made with an address of the contact "${contactId}" since the merge.`,
      merged_again: `The contact into which "${contactId}" was merged was merged into another. Undo that merge first.`,
    }[reason],
  }),
  booker_not_allowed: ({ code, limit, count }) => ({
    code,
    detail:
      limit === undefined
        ? 'This person may not book this event type.'
        : 'This person has booked this event type as often as one person may.',
    ...(limit !== undefined && count !== undefined && { limit, count }),
  }),
  contact_erasing: ({ contactId }) => ({
    code: 'invalid_transition',
    detail: `The contact "${contactId}" is being erased and cannot be changed.`,
  }),
}
