import { CalendarImportReport } from '@holdfast/contracts'
import { formatDate } from '@holdfast/engine'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import { idParam } from '../../kernel/http/paths.ts'
import type { CalendarParser } from '../../kernel/ports/calendar-parser.ts'
import { IMPORT_LIMITS, importCalendar } from '../calendars/import-calendar.ts'
import type { ImportReport } from '../calendars/import-report.ts'

const DESCRIPTION = `Each event is taken by its UID once, however often the file is sent, and in a step of its own: an import that was broken off is sent again, and what was taken before counts as unchanged. At most ${IMPORT_LIMITS.events} events and ${IMPORT_LIMITS.bytes / 1024} KB; send a larger file in parts. Into a calendar of nights come all-day events, as stays: what lies on a night that is taken is skipped.`

const view = ({ skipped, warnings, ...counts }: ImportReport) => ({
  ...counts,
  skipped: skipped.map(({ days, ...rest }) => ({
    ...rest,
    ...(days && { nights: days.map(formatDate) }),
  })),
  warnings: warnings.map((warning) => ({ ...warning })),
})

/** Takes a calendar file into a calendar. */
export const calendarImportEndpoints = (
  { deps }: HttpContext,
  calendarParser: CalendarParser,
): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: '/v1/calendars/{id}/import',
    operationId: 'importCalendar',
    tag: 'Calendar files',
    summary: 'Take the events of an .ics file (RFC 5545) into a calendar',
    description: DESCRIPTION,
    access: 'account',
    params: idParam('calendar'),
    file: { mediaType: 'text/calendar', bytes: IMPORT_LIMITS.bytes },
    answers: {
      200: { description: 'What was taken, and what not.', schema: CalendarImportReport },
    },
    perform: ({ caller, params: { id }, file }) =>
      importCalendar({ ...deps, calendarParser }, caller, id, file),
    answer: (report) => json(view(report)),
  }),
]
