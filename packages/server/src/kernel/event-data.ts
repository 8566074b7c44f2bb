/** A value of an event's data. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue }

/** The data of an event: JSON, as it is sent. */
export type EventData = { readonly [name: string]: JsonValue }
