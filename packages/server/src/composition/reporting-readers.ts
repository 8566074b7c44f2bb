import type { FreeBusyReader, FreeBusyReaders, FreeBusyRequest } from '../kernel/ports/free-busy.ts'

/**
 * Wraps readers to report the errors they throw. Callers treat every error as an unreadable calendar,
 * but some, such as an unreachable vault, only the operator can fix.
 */
export function reportingReaders(
  readers: FreeBusyReaders,
  report: (kind: string, error: unknown) => void,
): FreeBusyReaders {
  const reporting = ([kind, reader]: readonly [string, FreeBusyReader]) => [
    kind,
    {
      getFreeBusy: (request: FreeBusyRequest) =>
        reader.getFreeBusy(request).catch((error: unknown) => {
          report(kind, error)
          throw error
        }),
    },
  ]
  return Object.fromEntries(Object.entries(readers).map(reporting))
}
