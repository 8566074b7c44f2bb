import { z } from 'zod'
import type { JsonValue } from '../../kernel/events/event.ts'

/** The custom values of an event, like FullCalendar's `extendedProps`: a JSON object. */
export type ExtendedProps = { readonly [name: string]: JsonValue }

/** The schema of custom values. They were validated as JSON before they were stored, so they are not validated again. */
export const extendedPropsAttribute = z.custom<ExtendedProps>(
  (value) => typeof value === 'object' && value !== null,
)
