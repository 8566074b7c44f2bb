/** What the context `stays` refuses. */
export type StaysRefusal =
  /** The check-in time has passed. */
  | { readonly code: 'stay_begun'; readonly checkInEpochSeconds: number }
  /** A stay of a calendar that is a booking of its unit. */
  | { readonly code: 'managed_by_booking'; readonly bookingId: string }

declare module '../kernel/refusals.ts' {
  interface RefusalsOfContexts {
    readonly stays: StaysRefusal
  }
}
