import { CalendarImportQuery, CalendarImportReport } from '@holdfast/contracts'
import { formatDate } from '@holdfast/engine'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { idParam } from '../../kernel/http/paths.ts'
import type { CalendarParser } from '../../kernel/ports/calendar-parser.ts'
import { IMPORT_LIMITS, importCalendar } from '../calendars/import-calendar.ts'
import type { ImportReport } from '../calendars/import-report.ts'
import type { UnitBookings } from '../ports/unit-bookings.ts'

const DESCRIPTION = `Each event is imported once by UID, however often the file is sent. After an interrupted import, send the file again: events that were already imported count as unchanged. At most ${IMPORT_LIMITS.events} events and ${IMPORT_LIMITS.bytes / 1024} KB. Split larger files. A calendar with \`exclusive: nights\` imports all-day events as stays and skips those on taken nights. It takes the file as the whole list of its channel: a stay that came from that channel, is not over, and is no longer in the file is cancelled and frees its nights. \`missing\` changes this, for example for a file that was split.`

const view = ({ skipped, warnings, ...counts }: ImportReport) => ({
  ...counts,
  skipped: skipped.map(({ days, ...rest }) => ({
    ...rest,
    ...(days && { nights: days.map(formatDate) }),
  })),
  warnings: warnings.map((warning) => ({ ...warning })),
})

/** The endpoint to import a calendar file. */
export const calendarImportEndpoints = (
  { deps }: HttpContext,
  calendarParser: CalendarParser,
  unitBookings: UnitBookings,
): readonly AnyEndpoint[] => [
  accountEndpointOf('Calendar files')({
    method: 'post',
    path: '/v1/calendars/{id}/import',
    operationId: 'importCalendar',
    summary: 'Import events from an .ics file (RFC 5545)',
    description: DESCRIPTION,
    params: idParam('calendar'),
    query: CalendarImportQuery,
    file: { mediaTypes: ['text/calendar'], bytes: IMPORT_LIMITS.bytes },
    answers: {
      200: {
        description: 'Counts of the imported events, and the skipped ones.',
        schema: CalendarImportReport,
      },
    },
    perform: ({ caller, params: { id }, query: { source, missing }, file }) =>
      importCalendar({ ...deps, calendarParser, unitBookings }, caller, id, file, {
        source,
        removesMissing: missing && missing === 'remove',
      }),
    answer: (report) => json(view(report)),
  }),
]
