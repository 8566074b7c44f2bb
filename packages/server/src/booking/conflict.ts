/** A booking, or a new time for one, that was refused because its time is taken. */
export interface Conflict {
  readonly accountId: string
  readonly providerId: string
  /** Absent when one of the provider's opened slots was asked for. */
  readonly eventTypeId?: string
  /** The version of the event type, or of the provider where there is none. */
  readonly resourceVersion: number
  readonly startEpochSeconds: number
}
