import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { connect } from './connect.ts'
import { arrange } from './conversation.ts'
import { toolsOf } from './tools.ts'

/** `main.ts [options] [-- command]`: arranges one appointment in a conversation on the terminal. */

const { values, positionals: command } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    title: { type: 'string', default: 'First visit' },
    from: { type: 'string' },
    to: { type: 'string' },
    'time-zone': { type: 'string', default: 'Europe/Berlin' },
    name: { type: 'string', default: 'Grace Hopper' },
    email: { type: 'string', default: 'grace@example.com' },
  },
})
const { HOLDFAST_API_KEY: apiKey } = process.env
if (apiKey === undefined) {
  console.error('Set HOLDFAST_API_KEY to a key with the scopes read and bookings.')
  process.exit(2)
}

const DAY_MILLISECONDS = 86_400_000
const dayAfter = (days: number): string =>
  new Date(Date.now() + days * DAY_MILLISECONDS).toISOString().slice(0, 10)

const client = await connect({ url: values.url, apiKey, command })
const terminal = createInterface({ input: process.stdin })
const bookingId = await arrange(
  toolsOf(client),
  {
    title: values.title,
    from: values.from ?? dayAfter(1),
    to: values.to ?? dayAfter(8),
    timeZone: values['time-zone'],
    booker: { name: values.name, email: values.email },
  },
  {
    tell: (text) => console.log(text),
    ask: (question) => {
      console.log(`${question} (yes/no)`)
      return terminal.question('')
    },
  },
)
terminal.close()
await client.close()
process.exitCode = bookingId === undefined ? 1 : 0
