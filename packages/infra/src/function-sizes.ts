/** The name of a function. Its entrypoint is `lambda-<name>.ts`. */
export type FunctionName =
  | 'http'
  | 'stream'
  | 'log'
  | 'mails'
  | 'webhooks'
  | 'deliveries'
  | 'contacts'
  | 'schedule'
  | 'mirrors'
  | 'timer'
  | 'due'

/** Memory and timeout of each function. Lambda allocates CPU in proportion to memory. */
export const SIZES: Readonly<
  Record<FunctionName, { readonly memoryMb: number; readonly timeoutSeconds: number }>
> = {
  // API Gateway times out after 30 s.
  http: { memoryMb: 1024, timeoutSeconds: 29 },
  stream: { memoryMb: 512, timeoutSeconds: 60 },
  log: { memoryMb: 512, timeoutSeconds: 60 },
  mails: { memoryMb: 256, timeoutSeconds: 60 },
  webhooks: { memoryMb: 256, timeoutSeconds: 30 },
  // A webhook request times out after 20 s.
  deliveries: { memoryMb: 256, timeoutSeconds: 60 },
  contacts: { memoryMb: 256, timeoutSeconds: 30 },
  schedule: { memoryMb: 256, timeoutSeconds: 30 },
  // Each request to a vendor times out after 20 s, and so does the token refresh before it.
  mirrors: { memoryMb: 256, timeoutSeconds: 120 },
  timer: { memoryMb: 512, timeoutSeconds: 60 },
  // It also parses calendar files in a thread of 256 MiB. Ten calendars, eight at once, have 15 s each.
  due: { memoryMb: 1024, timeoutSeconds: 120 },
}
