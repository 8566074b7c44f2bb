import { once } from 'node:events'
import { createReceiver } from './app.ts'
import { openDiary } from './diary.ts'
import { Inbox } from './inbox.ts'

/** Reads the settings, listens until SIGTERM or SIGINT, and then answers what is open. */

const { PORT = '4000', DATABASE = 'appointments.sqlite', WEBHOOK_SECRET } = process.env
if (WEBHOOK_SECRET === undefined) {
  console.error('Set WEBHOOK_SECRET to the secret of your webhook endpoint, whsec_….')
  process.exit(1)
}

const diary = openDiary(DATABASE)
const inbox = new Inbox(diary)
// What arrived before the last stop, and was not handled yet.
inbox.handleAll()

const server = createReceiver({ secret: WEBHOOK_SECRET, inbox, diary }).listen(
  Number(PORT),
  '127.0.0.1',
)
await once(server, 'listening')
console.log(`Receiving webhooks at http://127.0.0.1:${PORT}/webhooks/holdfast`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => server.close(() => diary.close()))
}
