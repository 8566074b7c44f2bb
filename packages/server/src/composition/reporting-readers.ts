import type { FreeBusyReader, FreeBusyReaders, FreeBusyRequest } from '../kernel/ports/free-busy.ts'

/**
 * Readers that report what they throw. Whoever asked treats it as a calendar that cannot be read; that
 * this server's own vault is out of reach, only its operator can mend.
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
