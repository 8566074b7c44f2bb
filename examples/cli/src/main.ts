#!/usr/bin/env node
import { Holdfast, HoldfastError } from '@holdfast/client'

const USAGE = `Usage: appointments <command>
  services                                   lists what can be booked
  times <service> [days]                     lists its free times
  book <service> <start> <name> <email>      books one of them
  cancel <booking>                           cancels a booking`

const { HOLDFAST_URL = 'http://localhost:3000', HOLDFAST_KEY = '' } = process.env
const holdfast = new Holdfast({ baseUrl: HOLDFAST_URL, apiKey: HOLDFAST_KEY })
const dateAfter = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const commands: Readonly<Record<string, (...values: string[]) => Promise<void>>> = {
  async services() {
    for await (const { id, title, durationMinutes } of holdfast.eventTypes.list()) {
      console.log(`${id}  ${title}, ${durationMinutes} minutes`)
    }
  },
  async times(service = '', days = '7') {
    const range = { from: dateAfter(0), to: dateAfter(Number(days)) }
    const { data } = await holdfast.eventTypes.slots(service, range)
    console.log(data.map(({ start }) => start).join('\n') || 'No free times.')
  },
  async book(eventTypeId = '', start = '', name = '', email = '') {
    const booked = await holdfast.bookings.create({ eventTypeId, start, booker: { name, email } })
    console.log(`${booked.id}  ${booked.status}  ${booked.start}`)
  },
  async cancel(booking = '') {
    console.log(`${booking}  ${(await holdfast.bookings.cancel(booking)).status}`)
  },
}

const [command = '', ...values] = process.argv.slice(2)
await (commands[command] ?? (async () => console.log(USAGE)))(...values).catch((error: unknown) => {
  console.error(error instanceof HoldfastError ? `${error.code}: ${error.message}` : String(error))
  process.exitCode = 1
})
