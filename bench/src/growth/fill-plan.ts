/** Size and content of a store. */
export interface FillPlan {
  readonly bookings: number
  readonly providers: number
  /** The same seed and time give the same items. */
  readonly seed: number
  /** The time of the fill. Bookings are before and after it. */
  readonly nowEpochSeconds: number
}
