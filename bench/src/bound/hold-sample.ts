import { DatabaseSync } from 'node:sqlite'
import { INDEX_COLUMNS } from '../../../packages/server/src/adapters/sqlite/schema.ts'
import { API_KEY } from '../http/holdfast-server.ts'
import type { Origin } from '../http/load-job.ts'
import type { HoldBody } from '../http/units.ts'

/** The columns of a row in the order of `Row`. */
export const COLUMNS = ['pk', 'sk', 'body', 'version', 'ttl', ...INDEX_COLUMNS] as const

/** The values of a row: keys, body, version, time to live, and ten index keys. */
export type Row = readonly (string | number | null)[]

/** The rows that a hold inserts. The day of the ledger is a fourth, which it inserts or changes. */
export const NEW_ROWS = ['booking', 'trigger', 'event'] as const
/** One of them. */
export type NewRow = (typeof NEW_ROWS)[number]

/** What Holdfast answered to a request for a hold, and what it wrote. */
export interface HoldSample {
  readonly status: number
  /** Without those that Node adds. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly answer: string
  readonly rows: Readonly<Record<NewRow, Row>>
}

const OF_NODE: ReadonlySet<string> = new Set(['content-length', 'date', 'connection', 'keep-alive'])

/** Reads rows of a file: each is its values in the order of `COLUMNS`. */
export function readRows(file: string, condition: string, ...values: readonly string[]): Row[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const statement = database.prepare(`SELECT ${COLUMNS.join(', ')} FROM item ${condition}`)
    // Only text and numbers are in these columns.
    return statement.all(...values).map((row) => Object.values(row) as Row)
  } finally {
    database.close()
  }
}

/** Finds the rows of a booking in the file of a server. Throws unless there is one of each. */
export function rowsOfHold(file: string, bookingId: string): HoldSample['rows'] {
  const found = (partition: string): Row => {
    const condition = 'WHERE pk LIKE ? AND instr(pk || sk || body, ?) > 0'
    const rows = readRows(file, condition, partition, bookingId)
    const [row] = rows
    if (row === undefined || rows.length > 1) {
      throw new Error(`a hold wrote ${rows.length} rows ${partition}`)
    }
    return row
  }
  return {
    booking: found('BOOKING#%'),
    trigger: found('EXPIRATION_TRIGGER#%'),
    event: found('OUTBOX#%'),
  }
}

/** Holds a slot on a server, and finds what it wrote. */
export async function sampleHold(
  { host, port }: Origin,
  file: string,
  body: HoldBody,
): Promise<HoldSample> {
  const response = await fetch(`http://${host}:${port}/v1/bookings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`a hold was refused: ${response.status} ${answer}`)
  const { id } = JSON.parse(answer) as { readonly id: string }
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !OF_NODE.has(name)),
    answer,
    rows: rowsOfHold(file, id),
  }
}
