import { cp, mkdtemp, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { growStore } from '../../../packages/prove/src/upgrade/grow.ts'
import { sizeOf } from '../../../packages/prove/src/upgrade/old-store.ts'
import { openRelease } from '../../../packages/prove/src/upgrade/releases.ts'
import { readServerKeys } from '../../../packages/server/src/adapters/system/server-key.ts'
import { WrongOption } from '../command-line.ts'
import { bookingsOf, type Digest } from './old-bookings.ts'
import type { Options } from './options.ts'

/** What a booking needs in the file with all that belongs to it, with room for indexes that are sorted, and for the log. */
const BYTES_PER_BOOKING = 14_000
const GIGABYTE = 1e9

/** A store as an earlier release would have left it, in a folder of its own. */
export interface OldStore {
  readonly folder: string
  readonly file: string
  readonly items: number
  /** The last row. */
  readonly lastRow: number
  readonly bookings: Digest
  /** How many accounts it has besides the one that is multiplied. */
  readonly copies: number
  /** An event type of that account. Each copy has its own of it. */
  readonly eventTypeId: string
  /** A key of that account. */
  readonly apiKey: string
  /** From the clock of this machine to that of the release. */
  readonly clockOffsetMilliseconds: number
}

/** Makes a store with so many bookings, which the stack removes. Throws `WrongOption` if the disk has no room for it. */
export async function makeOldStore(
  { bookings, from, folder: parent }: Options,
  stack: AsyncDisposableStack,
): Promise<OldStore> {
  const { bavail, bsize } = await statfs(parent)
  const needed = Math.ceil((bookings * BYTES_PER_BOOKING) / GIGABYTE)
  if (bavail * bsize < needed * GIGABYTE) {
    throw new WrongOption(`${parent} has less than the ${needed} GB that the run needs.`)
  }
  const folder = await mkdtemp(join(parent, 'holdfast-bench-upgrade-'))
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const release = await openRelease(from)
  stack.defer(release.close)
  const { apiKey, dataDir, startsAtEpochMilliseconds } = release
  const data = join(folder, 'data')
  await cp(dataDir, data, { recursive: true })
  const file = join(data, 'holdfast.sqlite')
  const { count } = bookingsOf(file, sizeOf(file).lastRow)
  const serverKeys = await readServerKeys(data)
  if (serverKeys === undefined) throw new Error(`${from} has no server.key.`)
  const copies = Math.ceil(bookings / count) - 1
  growStore(file, { apiKey, serverKey: serverKeys.current, copies })
  const { items, lastRow } = sizeOf(file)
  return {
    ...{ folder, file, items, lastRow, copies, apiKey },
    bookings: bookingsOf(file, lastRow),
    eventTypeId: visitIn(file),
    clockOffsetMilliseconds: startsAtEpochMilliseconds - Date.now(),
  }
}

/** The id of the event type `visit` of the account that was multiplied, whose rows are the first. */
function visitIn(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const found = database
      .prepare(
        `SELECT pk FROM item WHERE pk GLOB 'EVENTTYPE#*' AND sk = '#METADATA'
         AND body LIKE '%"slug":"visit"%' ORDER BY id LIMIT 1`,
      )
      .get()
    return String(found?.pk).replace('EVENTTYPE#', '')
  } finally {
    database.close()
  }
}

/** The size of the file with its log, in megabytes. */
export async function megabytesOf(file: string): Promise<number> {
  const sizes = await Promise.all(
    [file, `${file}-wal`].map((each) =>
      stat(each).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6
}
