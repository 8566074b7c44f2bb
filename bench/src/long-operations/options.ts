import { parseArgs } from 'node:util'
import { atLeast, parsed } from '../command-line.ts'

/** The options of a run. */
export interface Options {
  readonly bookings: number
  /** How long `/readyz` may take to answer, in milliseconds. */
  readonly mostMilliseconds: number
  /** Runs only operations whose name contains this text. */
  readonly only: string
}

export const USAGE = `npm run bench:long-operations -- [options]

Fills an account, and runs each operation that reads more than a page beside a poll of /readyz every 50 ms. Exits with 1 if
an answer of /readyz took longer than the bound.

  --bookings <number>  Bookings of the account, at least 1000. Default: 100000.
  --most <number>      The bound in milliseconds. Default: 250.
  --only <text>        Run only operations whose name contains this text.
`

/** Parses the command line. Returns undefined for --help. Throws `WrongOption`. */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parsed(() =>
    parseArgs({
      args: [...args],
      options: {
        bookings: { type: 'string', default: '100000' },
        most: { type: 'string', default: '250' },
        only: { type: 'string', default: '' },
        help: { type: 'boolean', default: false },
      },
    }),
  )
  if (values.help) return undefined
  return {
    bookings: Math.round(atLeast(1_000, 'bookings', values.bookings)),
    mostMilliseconds: atLeast(1, 'most', values.most),
    only: values.only,
  }
}
