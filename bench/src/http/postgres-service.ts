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
const MINUTE_MILLISECONDS = 60_000
const HOLD_MINUTES = 60
const POLICY = { durationMinutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 }

interface BookingBody {
  readonly providerId: string
  readonly eventTypeId: string
  readonly start: string
  readonly booker: { readonly name: string; readonly email: string }
}

const bodySchema = {
  type: 'object',
  required: ['providerId', 'eventTypeId', 'start', 'booker'],
  additionalProperties: false,
  properties: {
    providerId: { type: 'string', maxLength: 64 },
    eventTypeId: { type: 'string', maxLength: 64 },
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

const instant = (epochMilliseconds: number): string => new Date(epochMilliseconds).toISOString()

function bookingOf({ providerId, eventTypeId, start, booker }: BookingBody) {
  const now = Date.now()
  return {
    id: randomUUID(),
    version: 1,
    status: 'pending',
    providerId,
    eventTypeId,
    start,
    end: instant(Date.parse(start) + POLICY.durationMinutes * MINUTE_MILLISECONDS),
    timeZone: 'Europe/Berlin',
    holdExpiresAt: instant(now + HOLD_MINUTES * MINUTE_MILLISECONDS),
    booker,
    policy: POLICY,
    createdAt: instant(now),
    updatedAt: instant(now),
  }
}

async function insert(booking: ReturnType<typeof bookingOf>): Promise<void> {
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
