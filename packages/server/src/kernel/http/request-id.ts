import { randomUUID } from 'node:crypto'

// Long enough for a UUID or a trace id, and safe in log lines and headers.
const SANE = /^[A-Za-z0-9._:/=+-]{1,128}$/

/** The request's own `X-Request-Id` if it is valid, otherwise a new id. */
export const requestIdOf = (header: string | null): string =>
  header !== null && SANE.test(header) ? header : randomUUID()
