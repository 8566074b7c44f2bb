import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { createSecrets } from '../../../server/src/adapters/system/secrets.ts'
import { queueShard } from '../../../server/src/kernel/keys.ts'

type Row = Record<string, string | number | null> & {
  readonly pk: string
  readonly sk: string
  readonly body: string
}

/** Rows of the whole server, and those that are sealed or hashed for one account or one person. */
const NOT_COPIED =
  /^(?:SETUP|SERVERKEY|FORMAT|INDEXVERSION|TZRESOLUTION|LEASE|PERSON|SIGNINLINK|OUTBOX|QUEUE)(?:#|$)|^ACCOUNT#\w+#COUNT#/
const NOT_COPIED_OF_ACCOUNT = /^(?:WEBHOOK|MEMBER)#/
const ID = /\b([a-z]{3})_([0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{16}\b/g
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

/** The key of the account of a copy. */
export const copiedKey = (copy: number): string => `hf_copy${String(copy).padStart(28, '0')}`

/** The id that stands for one of the original's in a copy: made in the same millisecond. */
export const idInCopy = (copy: number, id: string): string =>
  id.replace(ID, (found, prefix: string, time: string) => copiedId(copy, prefix, time, found))

function copiedId(copy: number, prefix: string, time: string, id: string): string {
  const bytes = hash('sha256', `${copy} ${id}`, 'buffer').subarray(0, 16)
  return `${prefix}_${time}${[...bytes].map((byte) => LETTERS[byte % 32]).join('')}`
}

/** A log would have everything a second time, and a copy that is not finished is of no use. */
const GROWING =
  'PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000;'

/**
 * Grows a store: adds `copies` accounts with all that the account of `apiKey` has, under ids, an address and a key of their
 * own. The copies are as the earlier version would have written them, index attributes included. Answers the keys.
 */
export function growStore(
  file: string,
  { apiKey, serverKey, copies }: GrowOptions,
): readonly string[] {
  const database = new DatabaseSync(file)
  try {
    const rows = (database.prepare('SELECT * FROM item').all() as unknown as readonly Row[]).filter(
      ({ pk, sk }) => !NOT_COPIED.test(pk) && !NOT_COPIED_OF_ACCOUNT.test(sk),
    )
    const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'id')
    const insert = database.prepare(
      `INSERT INTO item (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
    )
    const tokens = createSecrets(serverKey)
    const keys = Array.from({ length: copies }, (_, index) => copiedKey(index + 1))
    database.exec(GROWING)
    database.exec('BEGIN')
    const restoreIndexes = dropIndexes(database)
    for (const [index, key] of keys.entries()) {
      const copyOf = copier(index + 1, apiKey, key)
      for (const row of rows) {
        const copied = withOwnToken(inItsShard(copyOf(row)), tokens)
        insert.run(...columns.map((name) => copied[name] ?? null))
      }
    }
    restoreIndexes()
    database.exec('COMMIT')
    return keys
  } finally {
    database.close()
  }
}

/** Drops the indexes of a store, which millions of rows fill faster at the end. Answers what makes the same again. */
function dropIndexes(database: DatabaseSync): () => void {
  const indexes = database
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
    .all()
  for (const { name } of indexes) database.exec(`DROP INDEX ${name}`)
  return () => {
    for (const { sql } of indexes) database.exec(String(sql))
  }
}

/** How a store is grown. */
export interface GrowOptions {
  readonly apiKey: string
  /** The server key, from which the links of bookings are derived. */
  readonly serverKey: Uint8Array
  readonly copies: number
}

function copier(copy: number, apiKey: string, key: string): (row: Row) => Row {
  const secretHash = hash('sha256', apiKey)
  const ownHash = hash('sha256', key)
  const ids = new Map<string, string>()
  const ownId = (id: string, prefix: string, time: string): string => {
    const own = ids.get(id) ?? copiedId(copy, prefix, time, id)
    ids.set(id, own)
    return own
  }
  const text = (value: string): string =>
    value.replaceAll(ID, ownId).replaceAll(secretHash, ownHash)
  return (row) => {
    const copied = Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'string' ? text(value) : value,
      ]),
    ) as Row
    return withOwnSlug(copied, copy)
  }
}

/** A provider's address is unique in the whole store. */
function withOwnSlug(row: Row, copy: number): Row {
  if (row.pk.startsWith('PROVIDERSLUG#')) return { ...row, pk: `${row.pk}-${copy}` }
  const isProvider = row.pk.startsWith('PROVIDER#') && row.sk === '#METADATA'
  if (!isProvider) return row
  return { ...row, body: row.body.replace(/("slug":"[^"]+)"/, `$1-${copy}"`) }
}

/** Work of a booking waits in the shard of its id. */
function inItsShard(row: Row): Row {
  const [, queue] = /^(DUE|EXPIRATION_TRIGGER)#\d+$/.exec(row.pk) ?? []
  const [, id] = row.sk.split('#')
  if (queue === undefined || id === undefined) return row
  return { ...row, pk: `${queue}#${queueShard(id)}` }
}

/** The link of a booking or stay is derived from its id. */
function withOwnToken(row: Row, secrets: ReturnType<typeof createSecrets>): Row {
  if (!row.body.includes('"manageTokenHash":"b')) return row
  const [, id] = /((?:bkg|cev)_[0-9a-z]{26})/.exec(`${row.pk}#${row.sk}`) ?? []
  if (id === undefined) throw new Error(`Whose link is in ${row.pk} ${row.sk}?`)
  const own = Buffer.from(secrets.hash(secrets.manageToken(id))).toString('base64')
  return { ...row, body: row.body.replace(/("manageTokenHash":"b)[^"]+/, `$1${own}`) }
}
