import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { RELEASES, type Release } from '../../../packages/prove/src/upgrade/releases.ts'
import { atLeast, parsed, WrongOption } from '../command-line.ts'

/** The options of a run. */
export interface Options {
  readonly bookings: number
  readonly from: Release
  /** Where the store is made and removed. */
  readonly folder: string
  /** Whether the words of people are written, which an operator starts. */
  readonly isSearchRebuilt: boolean
  readonly isDoctorAsked: boolean
  /** How long the migration may take, in seconds. */
  readonly mostSeconds: number
}

export const USAGE = `npm run bench:upgrade -- [options]

Multiplies a store that the server of an earlier release wrote, starts this version on it, kills the server (kill -9) in the middle of the
migration, and starts it again. Exits with 1 if the migration took longer than the bound, or if something differs afterwards.
A million bookings of 2.0.0 need 10 GB of disk in the folder, which the run gives back.

  --bookings <number>  Bookings in the store, at least 1000. Default: 1000000.
  --from <release>     ${RELEASES.join(' or ')}. Default: 2.0.0.
  --folder <path>      Where the store is made. Default: the folder for temporary files.
  --most <seconds>     The bound of the migration, with the kill and both starts. Default: 120.
  --no-search          Leaves out the words by which people are found, which take longest.
  --no-doctor          Leaves out the doctor, which needs minutes for a million bookings.
`

/** Parses the command line. Returns undefined for --help. Throws `WrongOption`. */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parsed(() =>
    parseArgs({
      args: [...args],
      options: {
        bookings: { type: 'string', default: '1000000' },
        from: { type: 'string', default: '2.0.0' },
        folder: { type: 'string', default: tmpdir() },
        most: { type: 'string', default: '120' },
        search: { type: 'boolean', default: true },
        doctor: { type: 'boolean', default: true },
        help: { type: 'boolean', default: false },
      },
      allowNegative: true,
    }),
  )
  if (values.help) return undefined
  const from = RELEASES.find((each) => each === values.from)
  if (from === undefined) {
    throw new WrongOption(`Unknown --from: "${values.from}". Use ${RELEASES.join(' or ')}.`)
  }
  return {
    bookings: Math.round(atLeast(1_000, 'bookings', values.bookings)),
    from,
    folder: values.folder,
    isSearchRebuilt: values.search,
    isDoctorAsked: values.doctor,
    mostSeconds: atLeast(1, 'most', values.most),
  }
}
