import type { JsonValue } from '../../kernel/events/event.ts'

/** What a caller may keep with an event: JSON, as FullCalendar's `extendedProps`. */
export type ExtendedProps = { readonly [name: string]: JsonValue }
