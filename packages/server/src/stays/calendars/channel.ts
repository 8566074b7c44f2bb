import type { CalendarFile } from '../../kernel/ports/calendar-parser.ts'

/** The stored channel of events whose file names none. */
export const NO_SOURCE = ''

/**
 * The channel of a file: what the caller says, or the program that wrote it (`PRODID`). Undefined if neither
 * is known.
 */
export const sourceOf = (file: CalendarFile, named: string | undefined): string | undefined =>
  named ?? file.calendars.find(({ product }) => product !== undefined)?.product

/**
 * Whether everything in a file was read. If not, an event that seems to be missing may be in the part
 * that could not be read.
 */
const isComplete = ({ problems, problemCount }: CalendarFile): boolean =>
  problemCount === problems.length &&
  problems.every(
    ({ code, uid }) =>
      code !== 'unbalanced' &&
      code !== 'unreadable_line' &&
      (code !== 'unreadable_event' || uid !== undefined),
  )

/** Why no event may be removed because a file lacks it. Undefined if events may be. */
export function whyNotRemoved(file: CalendarFile, source: string | undefined): string | undefined {
  if (!isComplete(file)) return 'Parts of the file could not be read'
  return source === undefined ? 'The file has no PRODID and the call names no source' : undefined
}
