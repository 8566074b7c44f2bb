import type { Connection, PoolClient, Submittable } from 'pg'

/** A statement that each connection prepares once. Without a name, it is prepared for each use. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** A statement with its values. */
export interface Call {
  readonly statement: Statement
  readonly values: readonly Value[]
}

/** A value as PostgreSQL reads it from text. */
export type Value = string | null

/** The columns of a row, as text. */
export type Row = readonly (string | null)[]

/** Which statements a connection has prepared. */
const preparedOn = new WeakMap<Connection, Set<string>>()

/**
 * Several statements in one request. The server runs them in order; after one that fails, it skips the rest. The answer
 * is decoded as rows of text, without a description of the columns.
 */
class Batch implements Submittable {
  readonly #calls: readonly Call[]
  readonly #isPooled: boolean
  readonly #answer = Promise.withResolvers<readonly (readonly Row[])[]>()
  readonly #rows: Row[][] = [[]]

  constructor(calls: readonly Call[], isPooled: boolean) {
    this.#calls = calls
    this.#isPooled = isPooled
  }

  get answer(): Promise<readonly (readonly Row[])[]> {
    return this.#answer.promise
  }

  submit(connection: Connection): void {
    const { stream } = connection
    // The driver would write each message by itself.
    stream.cork()
    try {
      for (const { statement, values } of this.#calls) {
        const name = this.#prepare(connection, statement)
        // The types of the package ask for an argument that the driver does not have since version 8.
        connection.bind({ statement: name, values: [...values] }, true)
        connection.execute({}, true)
      }
      connection.sync()
    } finally {
      stream.uncork()
    }
  }

  #prepare(connection: Connection, { name, text }: Statement): string {
    const known = preparedOn.get(connection) ?? new Set()
    if (this.#isPooled) {
      connection.parse({ name: '', text, types: [] }, true)
      return ''
    }
    if (!known.has(name)) connection.parse({ name, text, types: [] }, true)
    preparedOn.set(connection, known.add(name))
    return name
  }

  handleDataRow({ fields }: { readonly fields: Row }): void {
    this.#rows.at(-1)?.push(fields)
  }

  handleCommandComplete(): void {
    this.#rows.push([])
  }

  handleReadyForQuery(): void {
    this.#rows.pop()
    this.#answer.resolve(this.#rows)
  }

  handleError(error: Error): void {
    this.#answer.reject(error)
  }
}

/** How statements are sent. */
export interface SendOptions {
  /** Without an answer after this time, the connection is closed. */
  readonly timeoutMilliseconds: number
  /** Whether a pooler may give each transaction another connection, so that none keeps prepared statements. */
  readonly isPooled: boolean
}

/**
 * Sends statements in one request. Resolves with the rows of each. Rejects with the error of the first one that fails;
 * then the connection must be closed, because nobody knows which statements it has prepared.
 */
export async function sendBatch(
  client: PoolClient,
  calls: readonly Call[],
  { timeoutMilliseconds, isPooled }: SendOptions,
): Promise<readonly (readonly Row[])[]> {
  const batch = new Batch(calls, isPooled)
  const timeout = setTimeout(() => {
    client.connection.stream.destroy(
      Object.assign(new Error(`no answer within ${timeoutMilliseconds} ms`), { code: 'ETIMEDOUT' }),
    )
  }, timeoutMilliseconds)
  try {
    client.query(batch)
    return await batch.answer
  } finally {
    clearTimeout(timeout)
  }
}

const SPECIAL = /["\\]/g

const quoted = (text: string): string => `"${text.replace(SPECIAL, '\\$&')}"`

/**
 * An array of JSON texts. Such a text has no control characters, so JSON escapes in it what PostgreSQL escapes: quotes and
 * backslashes, and faster than a pattern does.
 */
export const jsonArrayText = (values: readonly string[]): string =>
  `{${values.map((value) => JSON.stringify(value)).join(',')}}`

/** An array as PostgreSQL reads it from text. */
export function arrayText(values: readonly (string | number | bigint | null)[]): string {
  let text = '{'
  for (const [index, value] of values.entries()) {
    if (index > 0) text += ','
    if (value === null) text += 'NULL'
    else if (typeof value === 'string') text += quoted(value)
    else text += value
  }
  return `${text}}`
}
