import type { JsonValue } from '../../kernel/events/event.ts'

/** The custom values of an event, like FullCalendar's `extendedProps`: a JSON object. */
export type ExtendedProps = { readonly [name: string]: JsonValue }
