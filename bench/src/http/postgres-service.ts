/**
 * The service that Holdfast is compared with: a small, conventional booking service on Fastify and
 * PostgreSQL. An EXCLUDE constraint prevents overlapping bookings of a provider. One transaction inserts the
 * booking and an outbox entry with the whole booking. It has the same indexes for lists as Holdfast: by
 * provider and status, by event type and by booker, each ordered by time. It has no accounts, API keys,
 * booking rules, expiring holds or idempotency.
 *
 * `postgres-service.ts <socket folder> <pool size>`. It answers every question with its address.
 */
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { DatabaseError, Pool } from 'pg'
import { answerQuestions } from './processes.ts'
import { type BookingBody, bodySchema, bookingOf, type ServiceBooking } from './service-booking.ts'

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
    event_type_id text NOT NULL,
    status text NOT NULL,
    during tstzrange NOT NULL,
    hold_expires_at timestamptz NOT NULL,
    time_zone text NOT NULL,
    booker_name text NOT NULL,
    booker_email text NOT NULL,
    policy jsonb NOT NULL,
    version integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    EXCLUDE USING gist (provider_id WITH =, during WITH &&)
  );
  CREATE INDEX ON booking (provider_id, status, lower(during));
  CREATE INDEX ON booking (event_type_id, lower(during));
  CREATE INDEX ON booking (booker_email, lower(during));
  CREATE TABLE outbox (
    id uuid PRIMARY KEY,
    type text NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
`)

const INSERT_BOOKING = {
  name: 'booking',
  text: `INSERT INTO booking (id, provider_id, event_type_id, status, during, hold_expires_at,
      time_zone, booker_name, booker_email, policy, version)
    VALUES ($1, $2, $3, $4, tstzrange($5, $6), $7, $8, $9, $10, $11, 1)`,
}
const INSERT_EVENT = {
  name: 'event',
  text: `INSERT INTO outbox (id, type, payload) VALUES ($1, 'booking.created', $2)`,
}
const EXCLUSION_VIOLATION = '23P01'

async function insert(booking: ServiceBooking): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(INSERT_BOOKING, [
      booking.id,
      booking.providerId,
      booking.eventTypeId,
      booking.status,
      booking.start,
      booking.end,
      booking.holdExpiresAt,
      booking.timeZone,
      booking.booker.name,
      booking.booker.email,
      booking.policy,
    ])
    await client.query(INSERT_EVENT, [randomUUID(), { booking }])
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
    const booking = bookingOf(request.body)
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
