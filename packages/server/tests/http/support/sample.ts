/** A call of the first account that would succeed as it stands. */
export interface Sample {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  /** A file instead of JSON. */
  readonly file?: string | Uint8Array<ArrayBuffer>
  /** Its type. Default: a calendar. */
  readonly fileType?: string
}

/** A sample by its method and path, such as `GET /v1/bookings`. */
export function sample(operationId: string, call: string, body?: Sample['body']): Sample {
  const [method = '', path = ''] = call.split(' ')
  return { operationId, method, path, ...(body && { body }) }
}
