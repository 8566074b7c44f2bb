import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { decodeScanCursor } from '../../../server/src/adapters/rows/position.ts'

/** A booking as an earlier version stored it. */
export interface OldBooking {
  readonly id: string
  readonly status: string
  readonly startEpochSeconds: number
}

/** An account of the old store whose key is known, with what it must find after the upgrade. */
export interface OldAccount {
  readonly id: string
  readonly apiKey: string
  readonly bookings: readonly OldBooking[]
  /** Event types that can be booked. */
  readonly eventTypeIds: readonly string[]
  /** Event types with seats. */
  readonly classIds: readonly string[]
  /** How many providers, calendars and event types it has. */
  readonly counts: Readonly<Record<'providers' | 'calendars' | 'event-types', number>>
}

interface Attributes {
  readonly accountId?: string
  readonly status?: string
  readonly startEpochSeconds?: number
  readonly seats?: unknown
}

interface Row {
  readonly pk: string
  readonly sk: string
  readonly body: string
}

const INDEX_RECORD = `SELECT pk, sk, body FROM item WHERE pk = 'INDEXVERSION' AND sk = '#METADATA'`
const METADATA = '#METADATA'

/** The attributes of a row: a body with sets or bytes is a list whose first member has the others. */
function attributesOf({ body }: Row): Attributes {
  const parsed = JSON.parse(body) as Attributes | readonly [Attributes]
  return 'length' in parsed ? parsed[0] : parsed
}

function read<Value>(file: string, use: (database: DatabaseSync) => Value): Value {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  try {
    return use(database)
  } finally {
    database.close()
  }
}

/**
 * Reads the accounts of a store, past all code of the server. Only those whose key is among `apiKeys` can be asked later, so
 * the others are left out.
 */
export function oldAccounts(file: string, apiKeys: readonly string[]): readonly OldAccount[] {
  const rows = read(file, (database) =>
    database.prepare('SELECT pk, sk, body FROM item').all(),
  ) as unknown as readonly Row[]
  const entities = new Map<string, { readonly id: string; readonly stored: Attributes }[]>()
  const accountOfHash = new Map<string, string>()
  for (const row of rows) {
    if (row.sk !== METADATA) continue
    const [kind = '', id = '', more] = row.pk.split('#')
    if (more !== undefined) continue
    const stored = attributesOf(row)
    if (kind === 'APIKEY') accountOfHash.set(id, stored.accountId ?? '')
    const key = `${kind} ${stored.accountId}`
    entities.set(key, [...(entities.get(key) ?? []), { id, stored }])
  }
  return apiKeys.flatMap((apiKey) => {
    const id = accountOfHash.get(hash('sha256', apiKey))
    if (id === undefined) return []
    const of = (kind: string) => entities.get(`${kind} ${id}`) ?? []
    const active = of('EVENTTYPE').filter(({ stored }) => stored.status === 'active')
    return [
      {
        id,
        apiKey,
        bookings: of('BOOKING').map(bookingOf),
        eventTypeIds: active.map((each) => each.id),
        classIds: of('EVENTTYPE').flatMap((each) => (each.stored.seats ? [each.id] : [])),
        counts: {
          providers: of('PROVIDER').length,
          calendars: of('CALENDAR').length,
          'event-types': of('EVENTTYPE').length,
        },
      },
    ]
  })
}

const bookingOf = ({
  id,
  stored,
}: {
  readonly id: string
  readonly stored: Attributes
}): OldBooking => ({
  id,
  status: stored.status ?? '',
  startEpochSeconds: stored.startEpochSeconds ?? 0,
})

/** How many items a store has, and the last row, up to which a migration reads. */
export const sizeOf = (file: string): { readonly items: number; readonly lastRow: number } =>
  read(
    file,
    (database) =>
      database.prepare('SELECT count(*) AS items, max(id) AS lastRow FROM item').get() as {
        readonly items: number
        readonly lastRow: number
      },
  )

/** How far a migration is, as its record in the store says. */
export interface MigrationState {
  readonly isDone: boolean
  /** The row after which it goes on; 0 before the first page. */
  readonly afterRow: number
}

/** Reads the record of the migration from the file, past the server. */
export class MigrationRecord {
  readonly #database: DatabaseSync

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  }

  read(): MigrationState {
    const row = this.#database.prepare(INDEX_RECORD).get() as Row | undefined
    if (row === undefined) return { isDone: false, afterRow: 0 }
    const { cursor } = JSON.parse(row.body) as { readonly cursor?: string }
    if (cursor === undefined) return { isDone: true, afterRow: Number.POSITIVE_INFINITY }
    return { isDone: false, afterRow: decodeScanCursor(cursor) }
  }

  close(): void {
    this.#database.close()
  }
}
