/**
 * What Holdfast is compared with: a small booking service on Fastify and PostgreSQL, as one writes
 * it. An EXCLUDE constraint keeps the bookings of a provider apart; booking and outbox entry are
 * inserted in one transaction. It has no accounts, no holds that lapse, no idempotency.
 *
 * `postgres-service.ts <socket folder> <pool size>`; asked anything, it answers its address.
 */
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { DatabaseError, Pool } from 'pg'
import { answerQuestions } from './processes.ts'

const [, , socketFolder, poolSize] = process.argv
const pool = new Pool({
  host: socketFolder as string,
  user: 'bench',
  database: 'postgres',
  max: Number(poolSize),
  idleTimeoutMillis: 0,
})

await pool.query(`
  CREATE EXTENSION btree_gist;
  CREATE TABLE booking (
    id uuid PRIMARY KEY,
    provider_id text NOT NULL,
    during tstzrange NOT NULL,
    status text NOT NULL,
    booker_name text NOT NULL,
    booker_email text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    EXCLUDE USING gist (provider_id WITH =, during WITH &&)
  );
  CREATE INDEX ON booking (booker_email);
  CREATE TABLE outbox (
    id uuid PRIMARY KEY,
    type text NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
`)

const INSERT_BOOKING = {
  name: 'booking',
  text: `INSERT INTO booking (id, provider_id, during, status, booker_name, booker_email)
    VALUES ($1, $2, tstzrange($3, $4), 'pending', $5, $6)`,
}
const INSERT_EVENT = {
  name: 'event',
  text: `INSERT INTO outbox (id, type, payload) VALUES ($1, 'booking.created', $2)`,
}
const EXCLUSION_VIOLATION = '23P01'
const DURATION_MILLISECONDS = 30 * 60_000

interface BookingBody {
  readonly providerId: string
  readonly start: string
  readonly booker: { readonly name: string; readonly email: string }
}

const bodySchema = {
  type: 'object',
  required: ['providerId', 'start', 'booker'],
  additionalProperties: false,
  properties: {
    providerId: { type: 'string', maxLength: 64 },
    start: { type: 'string', format: 'date-time' },
    booker: {
      type: 'object',
      required: ['name', 'email'],
      additionalProperties: false,
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 200 },
        email: { type: 'string', format: 'email' },
      },
    },
  },
} as const

async function insert(booking: {
  readonly id: string
  readonly body: BookingBody
  readonly end: string
}): Promise<void> {
  const { id, body, end } = booking
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const { name, email } = body.booker
    await client.query(INSERT_BOOKING, [id, body.providerId, body.start, end, name, email])
    await client.query(INSERT_EVENT, [randomUUID(), JSON.stringify(booking)])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

const app = Fastify()
app.post<{ Body: BookingBody }>(
  '/bookings',
  { schema: { body: bodySchema } },
  async (request, reply) => {
    const { body } = request
    const end = new Date(Date.parse(body.start) + DURATION_MILLISECONDS).toISOString()
    const booking = { id: randomUUID(), status: 'pending', body, end }
    try {
      await insert(booking)
    } catch (error) {
      const isTaken = error instanceof DatabaseError && error.code === EXCLUSION_VIOLATION
      if (!isTaken) throw error
      return await reply.code(409).send({ code: 'slot_taken' })
    }
    return await reply.code(201).send(booking)
  },
)

await app.listen({ host: '127.0.0.1', port: 0 })
answerQuestions(async () => app.server.address())
