/**
 * The second service that Holdfast is compared with: Fastify and PostgreSQL with what a hold promises, as somebody who
 * knows PostgreSQL well would write it. One statement, and so one round trip and one commit, claims the time in the
 * provider's day, inserts the booking and its event, and stores the answer under the Idempotency-Key, if the request has
 * one. A hold that lapses frees its time: a job releases it, and a claim that meets it does so at once. It checks an API
 * key. It has no opening hours, limits, versions, audit log, rate limits or manage tokens.
 *
 * `postgres-ledger-service.ts <socket folder> <pool size> <API key>`. It answers every question with its address.
 */
import { createHash, randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { Pool } from 'pg'
import { answerQuestions } from './processes.ts'
import {
  type BookingBody,
  bodySchema,
  bookingOf,
  MINUTE_MILLISECONDS,
  POLICY,
  type ServiceBooking,
} from './service-booking.ts'

const [, , socketFolder, poolSize, apiKey] = process.argv
const pool = new Pool({
  host: socketFolder as string,
  user: 'bench',
  database: 'ledger',
  max: Number(poolSize),
  idleTimeoutMillis: 0,
})

const QUANTA = 288
const QUANTUM_MINUTES = 5

await pool.query(`
  CREATE TABLE provider_day (
    provider_id text NOT NULL,
    day date NOT NULL,
    taken bit(${QUANTA}) NOT NULL,
    PRIMARY KEY (provider_id, day)
  );
  CREATE TABLE booking (
    id uuid PRIMARY KEY,
    provider_id text NOT NULL,
    event_type_id text NOT NULL,
    status text NOT NULL,
    start_at timestamptz NOT NULL,
    end_at timestamptz NOT NULL,
    day date NOT NULL,
    quanta bit(${QUANTA}) NOT NULL,
    hold_expires_at timestamptz NOT NULL,
    time_zone text NOT NULL,
    booker_name text NOT NULL,
    booker_email text NOT NULL,
    policy jsonb NOT NULL,
    version integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX ON booking (provider_id, status, start_at);
  CREATE INDEX ON booking (event_type_id, start_at);
  CREATE INDEX ON booking (booker_email, start_at);
  CREATE INDEX ON booking (start_at);
  CREATE INDEX ON booking (hold_expires_at) WHERE status = 'pending';
  CREATE TABLE outbox (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id uuid NOT NULL,
    type text NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE idempotency (
    key text PRIMARY KEY,
    fingerprint text NOT NULL,
    answer text NOT NULL,
    expires_at timestamptz NOT NULL DEFAULT now() + interval '24 hours'
  );
  CREATE INDEX ON idempotency (expires_at);
`)

/** Without a row, the time was taken. An idempotency key that is known makes it fail as a whole. */
const HOLD = `
  WITH claimed AS (
    INSERT INTO provider_day AS d (provider_id, day, taken) VALUES ($2, $7, $8)
    ON CONFLICT (provider_id, day) DO UPDATE SET taken = d.taken | excluded.taken
      WHERE position(B'1' IN d.taken & excluded.taken) = 0
    RETURNING 1
  ), held AS (
    INSERT INTO booking (id, provider_id, event_type_id, status, start_at, end_at, day, quanta,
      hold_expires_at, time_zone, booker_name, booker_email, policy, version)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 1 FROM claimed
    RETURNING 1
  ), published AS (
    INSERT INTO outbox (id, type, payload) SELECT $14, 'booking.created', $15 FROM held RETURNING 1
  )`
const HOLD_PLAIN = { name: 'hold', text: `${HOLD} SELECT 1 FROM published` }
const HOLD_KEYED = {
  name: 'hold-keyed',
  text: `${HOLD}, answered AS (
    INSERT INTO idempotency (key, fingerprint, answer) SELECT $16, $17, $18 FROM published RETURNING 1
  ) SELECT 1 FROM answered`,
}
const KNOWN_ANSWER = {
  name: 'answer',
  text: 'SELECT fingerprint, answer FROM idempotency WHERE key = $1',
}
/** Releases what lapsed, of one day if it is given. */
const RELEASE = `
  WITH lapsed AS (
    UPDATE booking SET status = 'expired', updated_at = now(), version = version + 1
    WHERE status = 'pending' AND hold_expires_at <= now()
      AND ($1::text IS NULL OR (provider_id = $1 AND day = $2::date))
    RETURNING id, provider_id, day, quanta
  ), freed AS (
    UPDATE provider_day AS d SET taken = d.taken & ~ f.quanta
    FROM (SELECT provider_id, day, bit_or(quanta) AS quanta FROM lapsed GROUP BY 1, 2) AS f
    WHERE d.provider_id = f.provider_id AND d.day = f.day RETURNING 1
  )
  INSERT INTO outbox (id, type, payload)
  SELECT gen_random_uuid(), 'booking.expired', jsonb_build_object('id', id) FROM lapsed`
const UNIQUE_VIOLATION = '23505'

const SWEEP_MILLISECONDS = 1_000
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The quanta of a booking that stays within its day in UTC, as all of the benchmark do. */
function quantaOf(start: string): string {
  const minute = Math.floor(Date.parse(start) / MINUTE_MILLISECONDS) % (24 * 60)
  const first = Math.floor(minute / QUANTUM_MINUTES)
  const count = POLICY.durationMinutes / QUANTUM_MINUTES
  return '0'.repeat(first) + '1'.repeat(count) + '0'.repeat(QUANTA - first - count)
}

const valuesOf = (booking: ServiceBooking): unknown[] => [
  booking.id,
  booking.providerId,
  booking.eventTypeId,
  booking.status,
  booking.start,
  booking.end,
  booking.start.slice(0, 10),
  quantaOf(booking.start),
  booking.holdExpiresAt,
  booking.timeZone,
  booking.booker.name,
  booking.booker.email,
  booking.policy,
  randomUUID(),
  { booking },
]

interface KeyUse {
  readonly key: string
  readonly fingerprint: string
}

/** Whether the time was free. A lapsed hold in its way is released, and the claim made again. */
async function hold(
  booking: ServiceBooking,
  answer: string,
  use: KeyUse | undefined,
): Promise<boolean> {
  const values = valuesOf(booking)
  const query = use
    ? { ...HOLD_KEYED, values: [...values, use.key, use.fingerprint, answer] }
    : { ...HOLD_PLAIN, values }
  if ((await pool.query(query)).rowCount === 1) return true
  await pool.query(RELEASE, [booking.providerId, booking.start.slice(0, 10)])
  return (await pool.query(query)).rowCount === 1
}

const app = Fastify()
const knownKey = sha256(apiKey as string)

app.addHook('onRequest', async (request, reply) => {
  const [, key] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  if (key === undefined || sha256(key) !== knownKey) {
    return await reply.code(401).send({ code: 'unauthenticated' })
  }
})
app.post<{ Body: BookingBody }>(
  '/bookings',
  { schema: { body: bodySchema } },
  async (request, reply) => {
    const { 'idempotency-key': key } = request.headers
    const use =
      typeof key === 'string'
        ? { key, fingerprint: sha256(JSON.stringify(request.body)) }
        : undefined
    const booking = bookingOf(request.body)
    const answer = JSON.stringify(booking)
    reply.type('application/json')
    try {
      if (await hold(booking, answer, use)) return await reply.code(201).send(answer)
    } catch (error) {
      const isKnown = (error as { readonly code?: string }).code === UNIQUE_VIOLATION
      if (!isKnown || use === undefined) throw error
    }
    const known = use && (await pool.query({ ...KNOWN_ANSWER, values: [use.key] })).rows[0]
    if (known === undefined) return await reply.code(409).send({ code: 'slot_taken' })
    if (known.fingerprint !== use?.fingerprint) {
      return await reply.code(422).send({ code: 'idempotency_key_reused' })
    }
    return await reply.code(201).send(known.answer)
  },
)

setInterval(() => void pool.query(RELEASE, [null, null]), SWEEP_MILLISECONDS).unref()
await app.listen({ host: '127.0.0.1', port: 0 })
answerQuestions(async () => app.server.address())
