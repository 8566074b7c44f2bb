import type { FreeBusyFailure } from '../kernel/ports/free-busy.ts'

/** What the context `external-calendars` refuses. */
export type ExternalCalendarsRefusal =
  /** This server is not registered with the vendor of such calendars. */
  | { readonly code: 'calendar_kind_unavailable'; readonly kind: string }
  /** The calendar to connect could not be read. */
  | {
      readonly code: 'calendar_unreadable'
      readonly pointer: string
      readonly failure: FreeBusyFailure
      readonly detail: string
    }

declare module '../kernel/refusals.ts' {
  interface RefusalsOfContexts {
    readonly 'external-calendars': ExternalCalendarsRefusal
  }
}
