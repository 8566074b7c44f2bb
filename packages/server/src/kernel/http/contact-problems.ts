import type { Refusal } from '../refusals.ts'
import { BOOKINGS_NAMED, type ProblemDetails } from './problem.ts'

type Of<Code extends Refusal['code']> = Extract<Refusal, { readonly code: Code }>

/** The details of the refusals about people, for `refusal-problem.ts`. */
export const CONTACT_PROBLEMS = {
  contact_has_bookings: ({
    code,
    bookingIds,
    stayIds,
  }: Of<'contact_has_bookings'>): ProblemDetails => ({
    code,
    detail: `The person has current or future bookings or stays: ${[...bookingIds, ...stayIds].slice(0, BOOKINGS_NAMED).join(', ')}. Cancel them first, or send \`cancel: true\`.`,
    bookingIds: bookingIds.slice(0, BOOKINGS_NAMED),
    stayIds: stayIds.slice(0, BOOKINGS_NAMED),
  }),
  contact_exists: ({ code, email, contactId }: Of<'contact_exists'>): ProblemDetails => ({
    code,
    detail: `The contact "${contactId}" has the address ${email}.`,
    contactId,
  }),
  contact_merged: ({ code, contactId, into }: Of<'contact_merged'>): ProblemDetails => ({
    code,
    detail: `The contact "${contactId}" was merged into "${into}". Change that contact, or undo the merge.`,
    contactId: into,
  }),
  merge_not_undoable: ({ code, contactId, reason }: Of<'merge_not_undoable'>): ProblemDetails => ({
    code,
    detail: {
      not_merged: `The contact "${contactId}" is not merged into another.`,
      expired: `The contact "${contactId}" was merged more than 30 days ago.`,
      new_bookings: `Bookings were made with an address of the contact "${contactId}" since the merge.`,
      merged_again: `The contact into which "${contactId}" was merged was merged into another. Undo that merge first.`,
    }[reason],
  }),
  booker_not_allowed: ({ code, limit, count }: Of<'booker_not_allowed'>): ProblemDetails => ({
    code,
    detail:
      limit === undefined
        ? 'This person may not book this event type.'
        : 'This person has booked this event type as often as one person may.',
    ...(limit !== undefined && count !== undefined && { limit, count }),
  }),
  contact_erasing: ({ contactId }: Of<'contact_erasing'>): ProblemDetails => ({
    code: 'invalid_transition',
    detail: `The contact "${contactId}" is being erased and cannot be changed.`,
  }),
} as const
