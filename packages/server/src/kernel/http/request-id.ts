import { randomUUID } from 'node:crypto'

// Long enough for a UUID or a trace id; nothing that could break a log line or a header.
const SANE = /^[A-Za-z0-9._:/=+-]{1,128}$/

/** The request's own id if it sent a sane one, else a new one. */
export const requestIdOf = (header: string | null): string =>
  header !== null && SANE.test(header) ? header : randomUUID()
