import type { ProblemsOf } from '../../kernel/http/refusal-problem.ts'
import type { ExternalCalendarsRefusal } from '../refusals.ts'

/** What each refusal of the context is over HTTP. */
export const EXTERNAL_CALENDARS_PROBLEMS: ProblemsOf<ExternalCalendarsRefusal> = {
  calendar_kind_unavailable: ({ code, kind }) => ({
    code,
    detail: `This server is not configured for calendars of kind "${kind}".`,
  }),
  calendar_unreadable: ({ code, pointer, failure, detail }) => ({
    code,
    detail: `The calendar could not be read (${failure}): ${detail}.`,
    errors: [{ pointer, message: `could not be read as a calendar: ${detail}` }],
  }),
}
