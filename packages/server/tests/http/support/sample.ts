/** A call of the first account that would succeed as it stands. */
export interface Sample {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  /** A calendar file instead of JSON. */
  readonly file?: string
}
