/** A booking or a reschedule that was refused because its time is taken. */
export interface Conflict {
  readonly accountId: string
  readonly providerId: string
  /** Absent for a slot that the provider opened. */
  readonly eventTypeId?: string
  /** The version of the event type, or of the provider if there is none. */
  readonly resourceVersion: number
  readonly startEpochSeconds: number
}
