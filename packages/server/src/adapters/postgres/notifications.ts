import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from './database.ts'

/** Messages between the servers that share a database. */
export interface Notifications {
  /**
   * Sends a message to the other servers, soon, and outside of any transaction: a transaction that notifies would make all
   * commits of the database wait for each other. A message may be lost; it must only save waiting.
   */
  send(message: string): void
  /** Stops listening and sending. */
  stop(): Promise<void>
}

const CHANNEL = 'holdfast'
/** How long messages are gathered before they are sent together. */
const GATHER_MS = 10
/** PostgreSQL takes less than 8,000 bytes in a notification. */
const PAYLOAD_CHARACTERS = 7_000
const RECONNECT_MS = 1_000

/**
 * Listens to the messages of other servers, unless through a pooler, and reconnects when the connection breaks. `onMessage` is not called with
 * messages of this server.
 */
export function openNotifications(
  { url, pool, isPooled }: Pick<Database, 'url' | 'pool' | 'isPooled'>,
  onMessage: (message: string) => void,
): Notifications {
  const self = randomUUID()
  const stopping = new AbortController()
  const pending = new Set<string>()
  let sending: Promise<void> | undefined
  const flush = async (): Promise<void> => {
    await sleep(GATHER_MS)
    const messages = [...pending]
    pending.clear()
    sending = undefined
    for (const payload of payloadsOf(self, messages)) {
      // A message that cannot be sent only makes others find the work by polling.
      await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]).catch(() => {})
    }
  }
  // A pooler would give the connection that listens to others.
  const listening = isPooled
    ? undefined
    : listen(url, stopping.signal, (payload) => {
        const [sender, ...messages] = payload.split('\n')
        if (sender !== self) for (const message of messages) onMessage(message)
      })
  return {
    send(message) {
      if (stopping.signal.aborted) return
      pending.add(message)
      sending ??= flush()
    },
    async stop() {
      stopping.abort()
      await sending
      await listening
    },
  }
}

/** Messages in as few payloads as possible, each behind the name of the sender. */
function payloadsOf(sender: string, messages: readonly string[]): readonly string[] {
  const payloads: string[] = []
  let payload = sender
  for (const message of messages) {
    if (payload.length + message.length > PAYLOAD_CHARACTERS) {
      payloads.push(payload)
      payload = sender
    }
    payload += `\n${message}`
  }
  return [...payloads, payload]
}

/** Listens until `signal` aborts, on one connection after the other. */
async function listen(
  url: string,
  signal: AbortSignal,
  onPayload: (payload: string) => void,
): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({ connectionString: url, keepAlive: true })
    const ended = Promise.withResolvers<void>()
    const end = () => ended.resolve()
    client.on('error', end)
    client.on('end', end)
    client.on('notification', ({ payload }) => onPayload(payload ?? ''))
    signal.addEventListener('abort', end)
    try {
      await client.connect()
      await client.query(`LISTEN ${CHANNEL}`)
      await ended.promise
    } catch {
      // Tried again below.
    }
    signal.removeEventListener('abort', end)
    await client.end().catch(() => {})
    await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {})
  }
}
